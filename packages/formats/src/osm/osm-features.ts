import type { Geometry, Position } from '@meridian/geo/geojson';
import { checkFeature, refuse } from '../check.ts';
import type { ReadRecord } from '../feature.ts';
import { parseJson } from '../json.ts';
import type { Reading } from '../reading.ts';
import { isArea, isTagged } from './is-area.ts';
import { NodeLocations } from './node-locations.ts';
import type { OsmObject, OsmRelation, OsmWay } from './osm-objects.ts';
import { AREA_RELATIONS, isWay, LINE_RELATIONS, missingNode, relationGeometry } from './relation-geometry.ts';

/**
 * Features of OpenStreetMap data: nodes with tags, ways with tags, relations of areas and lines. Objects may come in any
 * order: where nodes are is held in memory, ways and relations are written down until all nodes are known.
 */
export async function* osmFeatures(
  objects: AsyncIterable<OsmObject>,
  reading: Reading,
): AsyncGenerator<ReadRecord> {
  const nodes = new NodeLocations(reading.file);
  const [ways, relations] = [await reading.platform.notebook(), await reading.platform.notebook()];
  try {
    for await (const object of objects) {
      if (object.type !== 'node') {
        await (object.type === 'way' ? ways : relations).add(JSON.stringify(object));
        continue;
      }
      const { id, lon, lat, tags } = object;
      nodes.add(id, lon, lat);
      if (isTagged(tags)) yield* featureOf(object, { type: 'Point', coordinates: [lon, lat] }, reading);
    }
    const members = await memberWays(relations.lines());
    const kept = new Map<number, readonly number[]>();
    for await (const line of ways.lines()) {
      const way = parseJson(line) as OsmWay;
      if (members.has(way.id)) kept.set(way.id, way.refs);
      if (isTagged(way.tags)) yield* featureOf(way, wayGeometry(way, nodes), reading);
    }
    let others = 0;
    for await (const line of relations.lines()) {
      const relation = parseJson(line) as OsmRelation;
      if (!hasGeometry(relation)) others++;
      else yield* featureOf(relation, relationGeometry(relation, kept, nodes), reading);
    }
    if (others > 0) reading.guess(`relations that are neither areas nor lines, left out: ${others}`);
  } finally {
    await ways.dispose();
    await relations.dispose();
  }
}

async function memberWays(lines: AsyncIterable<string>): Promise<Set<number>> {
  const found = new Set<number>();
  for await (const line of lines) {
    const relation = parseJson(line) as OsmRelation;
    if (hasGeometry(relation))
      for (const member of relation.members) if (isWay(member)) found.add(member.ref);
  }
  return found;
}

function hasGeometry({ tags }: OsmRelation): boolean {
  return AREA_RELATIONS.includes(tags.type ?? '') || LINE_RELATIONS.includes(tags.type ?? '');
}

function wayGeometry({ refs, tags }: OsmWay, nodes: NodeLocations): Geometry | string {
  const positions: Position[] = [];
  for (const ref of refs) {
    const position = nodes.find(ref);
    if (position === undefined) return missingNode(ref);
    positions.push(position);
  }
  const isClosed = refs.length >= 4 && refs[0] === refs.at(-1);
  return isClosed && isArea(tags)
    ? { type: 'Polygon', coordinates: [positions] }
    : { type: 'LineString', coordinates: positions };
}

/** @param geometry a text is the reason why there is none */
function* featureOf(
  { type, id: number, tags }: OsmObject,
  geometry: Geometry | string,
  reading: Reading,
): Generator<ReadRecord> {
  const location = reading.next();
  if (location === undefined) return;
  const id = `${type}/${number}`;
  yield typeof geometry === 'string'
    ? refuse(location, geometry, id)
    : checkFeature({ type: 'Feature', id, geometry, properties: tags }, location);
}
