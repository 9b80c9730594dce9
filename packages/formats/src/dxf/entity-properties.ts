import { setMember } from '../json.ts';
import type { DxfObject } from './dxf-object.ts';
import type { Entity } from './entity-geometry.ts';
import { entityText, plainText } from './entity-text.ts';
import type { Layers } from './layers.ts';

const TEXTS = ['TEXT', 'MTEXT', 'ATTDEF', 'ATTRIB'];
/** A line type that follows from the layer or block says nothing. */
const INHERITED = /^by(?:layer|block)$/i;

/** What is told of an entity besides where it is. */
export function entityProperties({ object, parts }: Entity, layers: Layers): Record<string, unknown> {
  const linetype = object.text(6);
  const properties: Record<string, unknown> = {
    entity: object.type,
    layer: plainText(object.text(8) ?? '0'),
    color: layers.colorOf(object),
    linetype: linetype === undefined || INHERITED.test(linetype) ? undefined : plainText(linetype),
    handle: object.text(5)?.trim(),
    ...(TEXTS.includes(object.type) && {
      text: entityText(object),
      height: object.number(40, 0) || undefined,
      rotation: object.number(50, 0) || undefined,
    }),
    ...(object.type === 'INSERT' && {
      block: plainText(object.text(2) ?? ''),
      rotation: object.number(50, 0) || undefined,
      ...scales(object),
      attributes: attributes(parts),
    }),
  };
  return Object.fromEntries(Object.entries(properties).filter(([, value]) => value !== undefined));
}

function scales(object: DxfObject): Record<string, unknown> {
  const [x, y] = [object.number(41, 1), object.number(42, 1)];
  return { scaleX: x === 1 ? undefined : x, scaleY: y === 1 ? undefined : y };
}

/** Values that the block was given, by their tags. */
function attributes(parts: readonly DxfObject[]): Record<string, unknown> | undefined {
  if (parts.length === 0) return undefined;
  const found: Record<string, unknown> = {};
  for (const part of parts) setMember(found, plainText(part.text(2) ?? ''), plainText(part.text(1) ?? ''));
  return found;
}
