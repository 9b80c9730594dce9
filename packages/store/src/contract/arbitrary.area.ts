import { type BBox, canWiden, type Geometry, type TileAddress, tileAt } from '@meridian/geo';
import fc from 'fast-check';
import type { Area } from '../model/query/query.ts';
import { geometry } from './arbitrary.geometry.ts';

const edges = fc.tuple(
  fc.integer({ min: -18, max: 18 }),
  fc.integer({ min: -9, max: 9 }),
  fc.double({ min: 0, max: 60, noNaN: true }),
  fc.double({ min: 0, max: 40, noNaN: true }),
);

/** On round edges, where features often end, and of any size. */
const box: fc.Arbitrary<BBox> = edges.map(([west, south, width, height]) => ({
  west: west * 10,
  south: south * 10,
  east: Math.min(180, west * 10 + width),
  north: Math.min(90, south * 10 + height),
}));

const boxes: fc.Arbitrary<Area> = fc
  .oneof(
    box.map((one) => [one]),
    box.map((one) => [
      { ...one, east: 180 },
      { ...one, west: -180, east: one.west },
    ]),
  )
  .map((found) => ({ boxes: found }));

/** What is around an outline of many times the earth's is refused where it would be drawn. */
const shape: fc.Arbitrary<Area> = fc
  .record({
    shape: geometry,
    radius: fc.constantFrom(0, 0, 1, 1000, 500_000, 5_000_000),
  })
  .filter(({ shape, radius }) => radius === 0 || canWiden(shape, radius));

export const area: fc.Arbitrary<Area> = fc.oneof(boxes, shape);

export const tile: fc.Arbitrary<TileAddress> = fc
  .tuple(fc.constantFrom('web' as const, 'tms' as const), fc.integer({ min: 0, max: 5 }), fc.nat(), fc.nat())
  .map(([scheme, z, x, y]) => tileAt(scheme, z, x % 2 ** z, y % 2 ** z));

/** Now and then none: such features are nowhere. */
export const optionalGeometry: fc.Arbitrary<Geometry | null> = fc.option(geometry, { freq: 9 });
