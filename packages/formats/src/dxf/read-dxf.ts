import type { Geometry, Position } from '@meridian/geo/geojson';
import { checkFeature, refuse } from '../check.ts';
import { AS_THEY_ARE, type ToWgs84 } from '../crs/projection.ts';
import { FormatFault } from '../fault.ts';
import type { ReadRecord } from '../feature.ts';
import { GeometryFormatError } from '../geometry/geometry-format-error.ts';
import type { Reading } from '../reading.ts';
import { peek } from '../text/peek.ts';
import { smallText } from '../text/small-text.ts';
import type { Vector } from './dxf-object.ts';
import { drawnEntities } from './entities.ts';
import { type Entity, entityGeometry } from './entity-geometry.ts';
import { entityProperties } from './entity-properties.ts';
import { readObjects } from './group-codes.ts';
import { drawingDecoder, extent } from './header.ts';
import { Layers } from './layers.ts';
import { LeftOut } from './left-out.ts';

const HEAD_BYTES = 64 * 1024;

/** Entities of a drawing as features. What can't be one, and what lies on sheets of paper, is counted and told. */
export async function* readDxf(reading: Reading): AsyncGenerator<ReadRecord> {
  const { file, limits, options } = reading;
  const crs = options.crs ?? (await systemBeside(reading));
  const project = crs === undefined ? AS_THEY_ARE : await reading.project(crs);
  if (crs === undefined) reading.guess('coordinates in WGS 84');
  const { head, source } = await peek(reading.source, HEAD_BYTES);
  const decoder = drawingDecoder(head, options.encoding, file);
  const objects = readObjects(source.stream(), decoder, limits.featureBytes, file);
  const layers = new Layers();
  const leftOut = new LeftOut();
  const onHeader = (header: Parameters<typeof extent>[0]) => {
    for (const corner of (crs === undefined && extent(header)) || []) requireDegrees(corner, file);
  };
  for await (const entity of drawnEntities(objects, { onHeader, layers }, reading)) {
    if (leftOut.count(entity.object)) continue;
    const location = reading.next({ line: entity.object.line });
    if (location === undefined) continue;
    try {
      const shape = entityGeometry(entity);
      if (crs === undefined) for (const position of positionsIn(shape)) requireDegrees(position, file);
      yield checkFeature(featureOf(entity, shape, layers, project), location);
    } catch (error) {
      if (!(error instanceof GeometryFormatError)) throw error;
      yield refuse(location, `${entity.object.type} ${error.message}`);
    }
  }
  for (const text of leftOut.texts()) reading.guess(text);
}

function featureOf(entity: Entity, shape: Geometry, layers: Layers, project: ToWgs84): object {
  return { type: 'Feature', geometry: project(shape), properties: entityProperties(entity, layers) };
}

/** Drawings have no system of coordinates; some programs write one into a .prj. */
async function systemBeside({ source }: Reading): Promise<string | undefined> {
  const siblings = (await source.siblings?.()) ?? [];
  return smallText(siblings.find(({ name }) => name.toLowerCase().endsWith('.prj')));
}

/** What are metres of some grid must not be refused one by one. */
function requireDegrees([x, y]: Vector | Position, file: string): void {
  if (Math.abs(x) <= 180 && Math.abs(y) <= 90) return;
  throw new FormatFault(
    'option',
    file,
    `has coordinates that are no degrees (${x} ${y}), and drawings do not say which system they are in. Name it (crs)`,
  );
}

function* positionsIn(geometry: Geometry): Generator<Position> {
  if (geometry.type === 'GeometryCollection')
    for (const member of geometry.geometries) yield* positionsIn(member);
  else yield* nested(geometry.coordinates);
}

type Nested = Position | Nested[];

function* nested(items: Nested): Generator<Position> {
  if (typeof items[0] === 'number') yield items as Position;
  else for (const item of items as Nested[]) yield* nested(item);
}
