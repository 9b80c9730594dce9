import fc from 'fast-check';
import type { BBox } from '../bbox.ts';
import type { Geometry, LineString, MultiPolygon, Polygon, Position } from '../geojson.ts';

/** Positions of a coarse grid, where touching, overlapping and collapsing are the rule rather than the exception. */
export const gridPosition: fc.Arbitrary<Position> = fc.tuple(
  fc.integer({ min: -6, max: 6 }),
  fc.integer({ min: -6, max: 6 }),
);

/** Positions with seven decimals, as surveys and tracks have them. */
const decimal = fc.integer({ min: -8e7, max: 8e7 }).map((units) => units / 1e7);

export const anyPosition: fc.Arbitrary<Position> = fc.tuple(decimal, decimal);

const position = fc.oneof(gridPosition, anyPosition);

/** Any closed ring: it may cross itself, turn back, or have one position only. */
const anyRing = fc.array(position, { minLength: 3, maxLength: 9 }).map((ring) => [...ring, ring[0]!]);

/** The corners of a polygon around a centre: whatever the radii, its outline never meets itself. */
function star([x, y]: Position, radii: number[]): Position[] {
  const ring = radii.map((radius, i): Position => {
    const angle = (i / radii.length) * 2 * Math.PI;
    return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)];
  });
  return [...ring, ring[0]!];
}

const radii = (minLength: number, maxLength: number) =>
  fc.array(fc.double({ min: 1.5, max: 8, noNaN: true }), { minLength, maxLength });

/** A polygon that is valid, with or without a hole, and with as many corners as asked. */
export const validPolygon = (corners = 12): fc.Arbitrary<Polygon> =>
  fc.tuple(anyPosition, radii(5, corners), fc.boolean()).map(([centre, outer, hole]) => ({
    type: 'Polygon',
    coordinates: hole
      ? [
          star(centre, outer),
          star(
            centre,
            outer.map((radius) => radius * 0.6),
          ).reverse(),
        ]
      : [star(centre, outer)],
  }));

const anyPolygon: fc.Arbitrary<Polygon> = fc
  .array(anyRing, { minLength: 1, maxLength: 3 })
  .map((coordinates) => ({ type: 'Polygon', coordinates }));

export const anyLine: fc.Arbitrary<LineString> = fc
  .array(position, { minLength: 2, maxLength: 8 })
  .map((coordinates) => ({ type: 'LineString', coordinates }));

const multiPolygon: fc.Arbitrary<MultiPolygon> = fc
  .array(fc.oneof(anyPolygon, validPolygon()), { maxLength: 3 })
  .map((polygons) => ({ type: 'MultiPolygon', coordinates: polygons.map((polygon) => polygon.coordinates) }));

const simple: fc.Arbitrary<Geometry> = fc.oneof(
  position.map((coordinates): Geometry => ({ type: 'Point', coordinates })),
  fc.array(position, { maxLength: 4 }).map((coordinates): Geometry => ({ type: 'MultiPoint', coordinates })),
  anyLine,
  fc
    .array(anyLine, { maxLength: 3 })
    .map(
      (lines): Geometry => ({ type: 'MultiLineString', coordinates: lines.map((line) => line.coordinates) }),
    ),
  anyPolygon,
  validPolygon(),
  multiPolygon,
);

/** Every type of geometry, valid or not. */
export const anyGeometry: fc.Arbitrary<Geometry> = fc.oneof(
  { weight: 8, arbitrary: simple },
  {
    weight: 1,
    arbitrary: fc
      .array(simple, { maxLength: 3 })
      .map((geometries): Geometry => ({ type: 'GeometryCollection', geometries })),
  },
);

/** Numbers that no survey has, down to the smallest there is. */
const oddPosition: fc.Arbitrary<Position> = fc.tuple(
  fc.double({ min: -180, max: 180, noNaN: true }),
  fc.double({ min: -90, max: 90, noNaN: true }),
);

export const oddPolygon: fc.Arbitrary<Geometry> = fc
  .array(fc.array(fc.oneof(oddPosition, gridPosition), { minLength: 3, maxLength: 9 }), {
    minLength: 1,
    maxLength: 3,
  })
  .map((rings) => ({ type: 'Polygon', coordinates: rings.map((ring) => [...ring, ring[0]!]) }));

/** The same geometry with a height on each position: a plane, so that interpolated heights are known. */
export function lifted(geometry: Geometry): Geometry {
  if (geometry.type === 'GeometryCollection')
    return { ...geometry, geometries: geometry.geometries.map(lifted) };
  return { ...geometry, coordinates: lift(geometry.coordinates) } as Geometry;
}

export const heightAt = (x: number, y: number) => 100 + 3 * x - 7 * y;

type Nested = number | Nested[];

function lift(coordinates: Nested[]): Nested[] {
  if (typeof coordinates[0] !== 'number') return coordinates.map((part) => lift(part as Nested[]));
  const [x, y] = coordinates as number[];
  return [x!, y!, heightAt(x!, y!)];
}

/** Boxes with their edges on and off the grid, some of them no wider than a line. */
export const anyBox: fc.Arbitrary<BBox> = fc.tuple(position, position).map(([a, b]) => ({
  west: Math.min(a[0], b[0]),
  south: Math.min(a[1], b[1]),
  east: Math.max(a[0], b[0]),
  north: Math.max(a[1], b[1]),
}));

export function boxPolygon({ west, south, east, north }: BBox): Polygon {
  return {
    type: 'Polygon',
    coordinates: [
      [
        [west, south],
        [east, south],
        [east, north],
        [west, north],
        [west, south],
      ],
    ],
  };
}
