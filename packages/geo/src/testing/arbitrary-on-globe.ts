import fc from 'fast-check';
import { geodesicMetres } from '../geodesic/ellipsoid.ts';
import type { Geometry, Position } from '../geojson.ts';
import { partsOf } from '../planar/parts.ts';

const longitude = fc.oneof(
  fc.integer({ min: -1800, max: 1800 }).map((tenths) => tenths / 10),
  fc.constantFrom(-180, 180, 179.999, -179.999, 0),
);
const latitude = fc.oneof(
  fc.integer({ min: -900, max: 900 }).map((tenths) => tenths / 10),
  fc.constantFrom(-90, 90, 89.999, -89.99, 0),
);

/** Positions all over the earth, the poles and the antimeridian more often than they deserve. */
export const positionOnGlobe: fc.Arbitrary<Position> = fc.tuple(longitude, latitude);

const offset = fc.integer({ min: -1000, max: 1000 }).map((thousandths) => thousandths / 1000);

/** Lines and polygons from a few metres to thousands of kilometres in size. */
export const geometryOnGlobe: fc.Arbitrary<Geometry> = fc
  .tuple(
    positionOnGlobe,
    fc.constantFrom(0.0001, 0.01, 1, 30, 100),
    fc.array(fc.tuple(offset, offset), { minLength: 1, maxLength: 5 }),
    fc.boolean(),
  )
  .map(([[x, y], size, offsets, closed]) => {
    const positions = offsets.map(
      ([dx, dy]): Position => [clamp(x + dx * size, 180), clamp(y + dy * size, 90)],
    );
    if (positions.length === 1) return { type: 'Point', coordinates: positions[0]! };
    if (!closed || positions.length < 3) return { type: 'LineString', coordinates: positions };
    return { type: 'Polygon', coordinates: [[...positions, positions[0]!]] };
  });

function clamp(value: number, limit: number): number {
  return Math.min(limit, Math.max(-limit, value));
}

/** The distance to the outline of a geometry by looking at ever more positions along its edges; slow and plain. */
export function outlineDistance(lon: number, lat: number, geometry: Geometry): number {
  let best = Infinity;
  for (const { chains } of partsOf(geometry))
    for (const chain of chains)
      for (let i = 0; i < chain.length; i++) {
        const a = chain[Math.max(0, i - 1)]!;
        best = Math.min(best, edgeDistance(lon, lat, a, chain[i]!, 0, 1, 64));
      }
  return best;
}

function edgeDistance(
  lon: number,
  lat: number,
  a: Position,
  b: Position,
  start: number,
  end: number,
  steps: number,
): number {
  let best = Infinity;
  let where = start;
  for (let i = 0; i <= steps; i++) {
    const t = start + ((end - start) * i) / steps;
    const metres = geodesicMetres(lon, lat, a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1]));
    if (metres < best) {
      best = metres;
      where = t;
    }
  }
  const step = (end - start) / steps;
  if (step < 1e-12) return best;
  return Math.min(
    best,
    edgeDistance(lon, lat, a, b, Math.max(0, where - step), Math.min(1, where + step), 16),
  );
}
