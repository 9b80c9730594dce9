import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { randomCases } from '../../../../testing/effort.ts';
import type { Position } from '../geojson.ts';
import { anyGeometry, gridPosition, validPolygon } from '../testing/arbitrary-geometry.ts';
import { intersects } from './intersects.ts';
import { isSimpleRing } from './is-simple-ring.ts';
import { boxOf, geometryOfParts, highestParts, partsOf } from './parts.ts';
import { ringsCover } from './rings.ts';
import { segmentsMeet } from './segments-meet.ts';

describe('two segments', () => {
  /** The same question in whole numbers, which need no rounding. */
  function meetInWholeNumbers([a, b, c, d]: Position[]): boolean {
    const side = (p: Position, q: Position, r: Position) =>
      Math.sign((q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0]));
    const on = (p: Position, q: Position, r: Position) =>
      side(p, q, r) === 0 &&
      Math.min(p[0], q[0]) <= r[0] &&
      r[0] <= Math.max(p[0], q[0]) &&
      Math.min(p[1], q[1]) <= r[1] &&
      r[1] <= Math.max(p[1], q[1]);
    if (on(a!, b!, c!) || on(a!, b!, d!) || on(c!, d!, a!) || on(c!, d!, b!)) return true;
    return side(a!, b!, c!) * side(a!, b!, d!) < 0 && side(c!, d!, a!) * side(c!, d!, b!) < 0;
  }

  test('meet when whole numbers say so', () =>
    fc.assert(
      fc.property(fc.array(gridPosition, { minLength: 4, maxLength: 4 }), (ends) => {
        const [[ax, ay], [bx, by], [cx, cy], [dx, dy]] = ends as [Position, Position, Position, Position];
        assert.equal(segmentsMeet(ax, ay, bx, by, cx, cy, dx, dy), meetInWholeNumbers(ends));
      }),
      { numRuns: randomCases(3000) },
    ));
});

describe('rings', () => {
  const outer: Position[] = [
    [0, 0],
    [10, 0],
    [10, 10],
    [0, 10],
    [0, 0],
  ];
  const hole: Position[] = [
    [2, 2],
    [4, 2],
    [4, 4],
    [2, 4],
    [2, 2],
  ];
  const points: [x: number, y: number, covered: boolean][] = [
    [5, 5, true],
    [0, 0, true],
    [10, 5, true],
    [5, 10, true],
    [3, 3, false],
    [2, 3, true],
    [3, 4, true],
    [11, 5, false],
    [-1, 0, false],
    [-1, 10, false],
    [5, 2, true],
  ];
  for (const [x, y, covered] of points)
    test(`${covered ? 'cover' : 'leave out'} ${x}, ${y}`, () =>
      assert.equal(ringsCover([outer, hole], x, y), covered));

  test('are simple when no edge meets another', () => {
    assert.equal(isSimpleRing(outer), true);
    assert.equal(
      isSimpleRing([
        [0, 0],
        [4, 4],
        [4, 0],
        [0, 4],
        [0, 0],
      ]),
      false,
    );
    assert.equal(
      isSimpleRing([
        [0, 0],
        [4, 0],
        [2, 0],
        [2, 4],
        [0, 0],
      ]),
      false,
    );
    assert.equal(
      isSimpleRing([
        [0, 0],
        [4, 0],
        [4, 0],
        [2, 4],
        [0, 0],
      ]),
      false,
    );
    assert.equal(
      isSimpleRing([
        [0, 0],
        [4, 0],
        [2, 0],
        [0, 0],
      ]),
      false,
    );
    assert.equal(
      isSimpleRing([
        [2, 0],
        [4, 0],
        [2, 4],
        [0, 0],
        [2, 0],
      ]),
      true,
    );
  });
});

describe('two geometries', () => {
  test('meet one way as they do the other way', () =>
    fc.assert(
      fc.property(anyGeometry, anyGeometry, (a, b) => assert.equal(intersects(a, b), intersects(b, a))),
      {
        numRuns: randomCases(1000),
      },
    ));

  test('are apart when one is in the other’s hole', () =>
    fc.assert(
      fc.property(validPolygon(), (polygon) => {
        const [, hole] = polygon.coordinates;
        if (!hole) return;
        const centre: Position = [0, 1].map(
          (axis) => hole.slice(1).reduce((sum, position) => sum + position[axis]!, 0) / (hole.length - 1),
        ) as Position;
        if (ringsCover([hole], ...(centre as [number, number])))
          assert.equal(intersects(polygon, { type: 'Point', coordinates: centre }), false);
      }),
    ));
});

test('the parts of a geometry make the geometry', () =>
  fc.assert(
    fc.property(anyGeometry, (geometry) => {
      const parts = partsOf(geometry);
      if (geometry.type === 'GeometryCollection') return;
      const again = geometryOfParts(parts);
      if (parts.length === 0) assert.equal(again, null);
      else assert.deepEqual(partsOf(again!), parts);
      assert.equal(highestParts(parts), parts);
    }),
  ));

test('of parts of several dimensions those of the highest dimension remain', () => {
  const parts = partsOf({
    type: 'GeometryCollection',
    geometries: [
      { type: 'Point', coordinates: [1, 1] },
      {
        type: 'LineString',
        coordinates: [
          [0, 0],
          [1, 2],
        ],
      },
    ],
  });
  assert.deepEqual(highestParts(parts), [
    {
      dimension: 1,
      chains: [
        [
          [0, 0],
          [1, 2],
        ],
      ],
    },
  ]);
  assert.deepEqual(
    boxOf({
      type: 'MultiPoint',
      coordinates: [
        [1, 5],
        [-2, 3],
      ],
    }),
    { west: -2, south: 3, east: 1, north: 5 },
  );
});
