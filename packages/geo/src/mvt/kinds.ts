import type { Geometry } from '../geojson.ts';

/** The kinds of geometry that vector tiles know. */
export const POINT = 1;
export const LINE = 2;
export const POLYGON = 3;
export const KINDS = [POINT, LINE, POLYGON] as const;

export function kindOf({ type }: Geometry): number {
  if (type === 'Point' || type === 'MultiPoint') return POINT;
  return type === 'LineString' || type === 'MultiLineString' ? LINE : POLYGON;
}

/** The members of collections and of the collections in them. */
export function flatMembers(geometries: Geometry[]): Geometry[] {
  return geometries.flatMap((member) =>
    member.type === 'GeometryCollection' ? flatMembers(member.geometries) : [member],
  );
}
