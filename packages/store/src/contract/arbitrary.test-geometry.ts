import type { Geometry } from '@meridian/geo';
import fc from 'fast-check';
import { geometry } from './arbitrary.geometry.ts';

/** Longitudes and latitudes on which tiles of low zooms end, and any others. */
const longitude = fc.oneof(
  fc.integer({ min: 0, max: 16 }).map((part) => (part * 360) / 16 - 180),
  fc.double({ min: -180, max: 180, noNaN: true }),
);
const latitude = fc.oneof(
  fc.integer({ min: 0, max: 16 }).map((part) => toDegrees(Math.atan(Math.sinh(Math.PI * (1 - part / 8))))),
  fc.constantFrom(0, 90, -90),
  fc.double({ min: -90, max: 90, noNaN: true }),
);

function toDegrees(radians: number): number {
  return (radians * 180) / Math.PI;
}

/** From a point to what is too large to be counted ahead. */
const size = fc.constantFrom(0, 1e-7, 0.003, 0.2, 1, 1.9, 2, 2.1);

/** Geometries as spaces are full of, small ones above all, and many on the edges of tiles. */
export const testGeometry: fc.Arbitrary<Geometry> = fc.oneof(
  { weight: 8, arbitrary: fc.tuple(geometry, longitude, latitude, size).map(moved) },
  { weight: 1, arbitrary: geometry.map((shape) => moved([shape, 0, 0, 360])) },
  {
    weight: 3,
    arbitrary: fc
      .tuple(longitude, latitude)
      .map(([x, y]): Geometry => ({ type: 'Point', coordinates: [settled(x), settled(y)] })),
  },
);

/** Nothing on Earth is so near to zero, and SQLite's R*Tree takes it for zero. */
function settled(degrees: number): number {
  return Math.abs(degrees) < 1e-9 ? 0 : degrees;
}

function moved([shape, x, y, extent]: [Geometry, number, number, number]): Geometry {
  const move = ([east, north, ...height]: number[]) => [
    Math.min(180, Math.max(-180, settled(x + (east! / 360) * extent))),
    Math.min(90, Math.max(-90, settled(y + (north! / 360) * extent))),
    ...height,
  ];
  const change = (value: unknown): unknown =>
    Array.isArray(value) && typeof value[0] === 'number'
      ? move(value as number[])
      : (value as unknown[]).map(change);
  if (shape.type === 'GeometryCollection')
    return { ...shape, geometries: shape.geometries.map((member) => moved([member, x, y, extent])) };
  return { ...shape, coordinates: change(shape.coordinates) } as Geometry;
}
