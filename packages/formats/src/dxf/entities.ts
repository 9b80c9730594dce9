import type { Reading } from '../reading.ts';
import type { DxfObject } from './dxf-object.ts';
import type { Entity } from './entity-geometry.ts';
import { tooLong } from './group-codes.ts';
import type { Layers } from './layers.ts';

/** What stands in the sections of a drawing that are looked at. */
export type Drawing = { onHeader(header: DxfObject): void; layers: Layers };

/** Entities of the drawing itself, each with what belongs to it. What blocks consist of is passed over. */
export async function* drawnEntities(
  objects: AsyncIterable<DxfObject>,
  { onHeader, layers }: Drawing,
  { limits, file }: Reading,
): AsyncGenerator<Entity> {
  let section = '';
  let open: (Entity & { parts: DxfObject[]; length: number }) | undefined;
  for await (const object of objects) {
    if (object.type === 'SECTION') {
      section = object.text(2)?.trim().toUpperCase() ?? '';
      if (section === 'HEADER') onHeader(object);
    } else if (section === 'TABLES' && object.type === 'LAYER') layers.add(object, file);
    if (section !== 'ENTITIES') continue;
    if (open !== undefined && object.type === PARTS[open.object.type]) {
      open.parts.push(object);
      open.length += object.length;
      if (open.length > limits.featureBytes) throw tooLong(open.object, limits.featureBytes, file);
      continue;
    }
    if (open !== undefined) yield open;
    open = undefined;
    if (['SECTION', 'ENDSEC', 'SEQEND'].includes(object.type)) continue;
    if (hasParts(object)) open = { object, parts: [], length: object.length };
    else yield { object, parts: [] };
  }
  if (open !== undefined) yield open;
}

/** What belongs to an entity and follows it. */
const PARTS: Readonly<Record<string, string>> = { POLYLINE: 'VERTEX', INSERT: 'ATTRIB' };

function hasParts(object: DxfObject): boolean {
  return object.type === 'POLYLINE' || (object.type === 'INSERT' && object.text(66)?.trim() === '1');
}
