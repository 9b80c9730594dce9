import type { Geometry } from './geojson.ts';

const DECIMALS = 1e8;

/** Coordinates as the old hosted service sent them: always three, rounded to eight decimals. */
export function datahubCoordinates(geometry: Geometry): Geometry {
  if (geometry.type === 'GeometryCollection')
    return { ...geometry, geometries: geometry.geometries.map(datahubCoordinates) };
  return { ...geometry, coordinates: roundAll(geometry.coordinates) } as Geometry;
}

type Nested = number | Nested[];

function roundAll(coordinates: Nested[]): Nested[] {
  if (typeof coordinates[0] !== 'number') return coordinates.map((part) => roundAll(part as Nested[]));
  const [x, y, z] = coordinates as number[];
  return [round(x!), round(y!), z === undefined ? 0 : round(z)];
}

function round(value: number): number {
  const scaled = value * DECIMALS;
  return Math.abs(scaled) <= Number.MAX_SAFE_INTEGER ? Math.round(scaled) / DECIMALS : value;
}
