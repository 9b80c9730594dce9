import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { randomCases } from '../../../../testing/effort.ts';
import type { BBox } from '../bbox.ts';
import type { Geometry, Position } from '../geojson.ts';
import { intersects } from '../planar/intersects.ts';
import { anyBox, anyGeometry, boxPolygon, validPolygon } from '../testing/arbitrary-geometry.ts';
import { intersectsBox } from './intersects-box.ts';

const box: BBox = { west: 0, south: 0, east: 10, north: 10 };
const square = (x: number, y: number, size: number): Position[] => [
  [x, y],
  [x + size, y],
  [x + size, y + size],
  [x, y + size],
  [x, y],
];
const line = (...coordinates: Position[]): Geometry => ({ type: 'LineString', coordinates });
const polygon = (...coordinates: Position[][]): Geometry => ({ type: 'Polygon', coordinates });

const cases: [what: string, geometry: Geometry, meets: boolean][] = [
  ['a point inside', { type: 'Point', coordinates: [5, 5] }, true],
  ['a point on an edge', { type: 'Point', coordinates: [10, 5] }, true],
  ['a point on a corner', { type: 'Point', coordinates: [0, 0] }, true],
  ['a point outside', { type: 'Point', coordinates: [10.0000001, 5] }, false],
  [
    'one point of several',
    {
      type: 'MultiPoint',
      coordinates: [
        [20, 20],
        [3, 3],
      ],
    },
    true,
  ],
  ['no point at all', { type: 'MultiPoint', coordinates: [] }, false],
  ['a line through it', line([-5, 5], [15, 6]), true],
  ['a line past a corner', line([-5, 4], [4, 16]), false],
  ['a line through a corner', line([-5, 5], [5, 15]), true],
  ['a line along an edge', line([-5, 10], [15, 10]), true],
  ['a line that ends on an edge', line([15, 5], [10, 5]), true],
  ['a line of one position inside', line([5, 5], [5, 5]), true],
  ['a line of one position outside', line([15, 5], [15, 5]), false],
  [
    'the second of two lines',
    {
      type: 'MultiLineString',
      coordinates: [
        [
          [20, 20],
          [21, 21],
        ],
        [
          [-1, -1],
          [1, 1],
        ],
      ],
    },
    true,
  ],
  ['a polygon around it', polygon(square(-5, -5, 30)), true],
  ['a polygon with it in the hole', polygon(square(-5, -5, 30), square(-2, -2, 20)), false],
  ['a polygon whose hole is its very edge', polygon(square(-5, -5, 30), square(0, 0, 10)), true],
  [
    'a polygon with an island in the hole around it',
    polygon(square(-5, -5, 30), square(-4, -4, 25), square(-2, -2, 20)),
    true,
  ],
  ['a polygon inside', polygon(square(4, 4, 1)), true],
  ['a polygon touching a corner', polygon(square(10, 10, 5)), true],
  ['a polygon beside it', polygon(square(10.5, 0, 5)), false],
  [
    'a polygon whose box covers it',
    polygon([
      [-10, -10],
      [40, -10],
      [40, 40],
      [-10, -10],
    ]),
    true,
  ],
  [
    'a polygon whose box covers it but not itself',
    polygon([
      [-20, 5],
      [5, 40],
      [-20, 40],
      [-20, 5],
    ]),
    false,
  ],
  [
    'the second of two polygons',
    { type: 'MultiPolygon', coordinates: [[square(20, 20, 1)], [square(2, 2, 1)]] },
    true,
  ],
  [
    'a member of a collection',
    { type: 'GeometryCollection', geometries: [line([20, 20], [21, 21]), polygon(square(2, 2, 1))] },
    true,
  ],
  ['an empty collection', { type: 'GeometryCollection', geometries: [] }, false],
];

describe('a box meets', () => {
  for (const [what, geometry, meets] of cases)
    test(`${what}: ${meets}`, () => assert.equal(intersectsBox(geometry, box), meets));
});

test('a line that misses a corner by the last bit of a number misses it', () => {
  const corner = { west: 0, south: 0, east: 0.1, north: 0.1 };
  assert.equal(intersectsBox(line([0, 0.2], [0.2, 0]), corner), true);
  assert.equal(intersectsBox(line([0, 0.2], [0.2, Number.MIN_VALUE]), corner), true);
  assert.equal(intersectsBox(line([0, 0.2 + 2 ** -54], [0.2 + 2 ** -54, 0]), corner), false);
});

test('a box is met exactly when its polygon is', () =>
  fc.assert(
    fc.property(fc.oneof(anyGeometry, validPolygon(40)), anyBox, (geometry, any) => {
      assert.equal(intersectsBox(geometry, any), intersects(geometry, boxPolygon(any)));
    }),
    { numRuns: randomCases(3000) },
  ));
