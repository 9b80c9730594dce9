import type { Geometry } from './geojson.ts';

/** The same geometry with x and y only. Foreign members of the geometry are preserved. */
export function force2D(geometry: Geometry): Geometry {
  if (geometry.type === 'GeometryCollection')
    return { ...geometry, geometries: geometry.geometries.map(force2D) };
  return { ...geometry, coordinates: flatten(geometry.coordinates) } as Geometry;
}

type Nested = number | Nested[];

function flatten(coordinates: Nested[]): Nested[] {
  if (typeof coordinates[0] === 'number') return coordinates.slice(0, 2);
  return coordinates.map((part) => flatten(part as Nested[]));
}
