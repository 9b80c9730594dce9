import type { Geometry, Position } from '@meridian/geo';
import fc from 'fast-check';

/**
 * Of numbers far smaller than any coordinate on Earth the R*Tree of SQLite does not round outwards, and GEOS takes them for
 * nothing beside others: what they stand for is not worth asking.
 */
const LEAST = 1e-12;

/** Round numbers, so that features share edges, and any others, so that single precision is not enough. */
const degrees = (limit: number) =>
  fc.oneof(
    fc.integer({ min: -limit / 10, max: limit / 10 }).map((tens) => tens * 10),
    fc.double({ min: -limit, max: limit, noNaN: true }).map((value) => (Math.abs(value) < LEAST ? 0 : value)),
  );

const position: fc.Arbitrary<Position> = fc
  .tuple(degrees(180), degrees(90), fc.option(fc.integer({ min: -100, max: 9000 }), { nil: undefined }))
  .map(([x, y, z]) => (z === undefined ? [x, y] : [x, y, z]));

const line = fc.array(position, { minLength: 2, maxLength: 5 });
const ring = fc.array(position, { minLength: 3, maxLength: 6 }).map((open) => [...open, open[0]!]);
const rings = fc.array(ring, { minLength: 1, maxLength: 2 });

const simple: fc.Arbitrary<Geometry> = fc.oneof(
  position.map((coordinates) => ({ type: 'Point' as const, coordinates })),
  fc.array(position, { maxLength: 4 }).map((coordinates) => ({ type: 'MultiPoint' as const, coordinates })),
  line.map((coordinates) => ({ type: 'LineString' as const, coordinates })),
  fc.array(line, { maxLength: 2 }).map((coordinates) => ({ type: 'MultiLineString' as const, coordinates })),
  rings.map((coordinates) => ({ type: 'Polygon' as const, coordinates })),
  fc.array(rings, { maxLength: 2 }).map((coordinates) => ({ type: 'MultiPolygon' as const, coordinates })),
);

/** Any geometry that is one. */
export const geometry: fc.Arbitrary<Geometry> = fc.oneof(
  { weight: 9, arbitrary: simple },
  {
    weight: 1,
    arbitrary: fc
      .array(simple, { maxLength: 3 })
      .map((geometries) => ({ type: 'GeometryCollection' as const, geometries })),
  },
);
