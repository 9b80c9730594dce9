import { type Geometry, mercatorX, mercatorY, type TileAddress, tileAt } from '@meridian/geo';
import fc from 'fast-check';
import { testGeometry } from './arbitrary.test-geometry.ts';

/** Geometries of which most are within a few tiles of zoom 12. */
export const nearGeometry: fc.Arbitrary<Geometry> = fc
  .tuple(testGeometry, fc.constantFrom(0.2, 0.02, 0.0005), fc.double({ min: 0, max: 0.2, noNaN: true }))
  .map(([geometry, scale, shift]) => scaled(geometry, scale, shift));

function scaled(geometry: Geometry, scale: number, shift: number): Geometry {
  if (geometry.type === 'GeometryCollection')
    return { ...geometry, geometries: geometry.geometries.map((member) => scaled(member, scale, shift)) };
  const change = (value: unknown): unknown =>
    Array.isArray(value) && typeof value[0] === 'number'
      ? [10 + shift + (value[0] / 180) * scale, 50 + shift + (value[1] / 90) * scale]
      : (value as unknown[]).map(change);
  return { ...geometry, coordinates: change(geometry.coordinates) } as Geometry;
}

/** Where these are, or not far from there. */
export const nearPosition = fc.tuple(
  fc.double({ min: 9.9, max: 10.5, noNaN: true }),
  fc.double({ min: 49.9, max: 50.5, noNaN: true }),
);

/** Tiles of all zooms around a position. */
export function tilesAt(longitude: number, latitude: number): TileAddress[] {
  return [3, 6, 8, 9, 10, 11, 12, 13, 14, 16].map((z) =>
    tileAt('web', z, Math.floor(mercatorX(longitude) * 2 ** z), Math.floor(mercatorY(latitude) * 2 ** z)),
  );
}
