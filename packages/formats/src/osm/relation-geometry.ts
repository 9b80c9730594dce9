import type { Geometry, Position } from '@meridian/geo/geojson';
import { nestRings } from './nest-rings.ts';
import type { NodeLocations } from './node-locations.ts';
import type { OsmMember, OsmRelation } from './osm-objects.ts';
import { joinRings } from './rings.ts';

/** As many as OpenStreetMap takes. */
const MAX_MEMBERS = 32_000;
/** So that a relation of a few bytes does not make a feature beyond what a hub takes. */
const MAX_POSITIONS = 2_000_000;

export const AREA_RELATIONS = ['multipolygon', 'boundary'];
export const LINE_RELATIONS = ['multilinestring', 'route'];

/** The geometry of a relation of areas or lines. A text is the reason why it has none. */
export function relationGeometry(
  { members, tags }: OsmRelation,
  ways: ReadonlyMap<number, readonly number[]>,
  nodes: NodeLocations,
): Geometry | string {
  if (members.length > MAX_MEMBERS) return `has ${members.length} members, more than ${MAX_MEMBERS}`;
  const parts = new Map<number, { role: string; refs: readonly number[] }>();
  let count = 0;
  for (const { ref, role } of members.filter(isWay)) {
    const refs = ways.get(ref);
    if (refs === undefined) return `has the way ${ref} as a member, which is not in the file`;
    if (refs.length === 0 || parts.has(ref)) continue;
    parts.set(ref, { role, refs });
    count += refs.length;
  }
  if (count > MAX_POSITIONS) return `has ${count} positions, more than ${MAX_POSITIONS}`;
  const all = [...parts.values()];
  if (all.length === 0) return 'has no ways as members';
  const missing = all.flatMap(({ refs }) => refs).find((ref) => nodes.find(ref) === undefined);
  if (missing !== undefined) return missingNode(missing);
  const place = (refs: readonly number[]): Position[] => refs.map((ref) => nodes.find(ref)!);
  if (LINE_RELATIONS.includes(tags.type ?? ''))
    return { type: 'MultiLineString', coordinates: all.map(({ refs }) => place(refs)) };
  const isInner = ({ role }: { role: string }) => role === 'inner';
  const outer = joinRings(all.filter((part) => !isInner(part)).map(({ refs }) => refs));
  const inner = joinRings(all.filter(isInner).map(({ refs }) => refs));
  if (outer === undefined || inner === undefined) return 'has a ring that its ways do not close';
  const polygons = nestRings(outer.map(place), inner.map(place));
  if (typeof polygons === 'string') return polygons;
  return { type: 'MultiPolygon', coordinates: polygons };
}

export function isWay({ type }: OsmMember): boolean {
  return type === 'way';
}

export function missingNode(ref: number): string {
  return `has the node ${ref}, which is not in the file`;
}
