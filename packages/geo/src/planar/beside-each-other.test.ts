import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { randomCases } from '../../../../testing/effort.ts';
import type { Geometry, Position } from '../geojson.ts';
import { anyGeometry, gridPosition } from '../testing/arbitrary-geometry.ts';
import { coast, numbers, scribble, teeth, thinTeeth } from '../testing/scribble.ts';
import { someStartCovered } from './covered-starts.ts';
import { edgesMeet } from './edges-meet.ts';
import { effortFor } from './effort.ts';
import { intersects } from './intersects.ts';
import { partsOf } from './parts.ts';
import { RingIndex } from './ring-index.ts';
import { ringsCover } from './rings.ts';
import { SegmentTree } from './segment-tree.ts';
import { segmentsMeet } from './segments-meet.ts';
import { endsOfChains } from './segments-of.ts';

const lines = (...coordinates: Position[][]): Geometry => ({ type: 'MultiLineString', coordinates });
const treeOf = (geometry: Geometry) =>
  new SegmentTree(endsOfChains(partsOf(geometry).flatMap(({ chains }) => chains)));

/** Every edge against every other. */
function plainlyMeet(p: Float64Array, q: Float64Array): boolean {
  for (let i = 0; i < p.length; i += 4)
    for (let j = 0; j < q.length; j += 4) {
      const [ax, ay, bx, by] = p.subarray(i, i + 4);
      const [cx, cy, dx, dy] = q.subarray(j, j + 4);
      if (segmentsMeet(ax!, ay!, bx!, by!, cx!, cy!, dx!, dy!)) return true;
    }
  return false;
}

function work(a: Geometry, b: Geometry): number {
  const effort = effortFor(0);
  const before = effort.left;
  assert.equal(edgesMeet(treeOf(a), treeOf(b), effort), false);
  return before - effort.left;
}

/** Many short lines, so that some sets meet and others do not. */
const manyLines = fc
  .tuple(fc.integer({ min: 1, max: 1e6 }), fc.integer({ min: 1, max: 120 }), fc.constantFrom(0.3, 4, 60))
  .map(([seed, count, length]): Geometry => {
    const next = numbers(seed);
    return lines(
      ...Array.from({ length: count }, (): Position[] => {
        const [x, y] = [next() * 100 - 50, next() * 100 - 50];
        return [
          [x, y],
          [x + (next() - 0.5) * length, y + (next() - 0.5) * length],
        ];
      }),
    );
  });

describe('edges in trees', () => {
  for (const [what, arbitrary] of [
    ['any geometries', anyGeometry],
    ['many lines', manyLines],
  ] as const)
    test(`of ${what} meet where one of one meets one of the other`, () =>
      fc.assert(
        fc.property(arbitrary, arbitrary, (a, b) => {
          const [p, q] = [treeOf(a), treeOf(b)];
          const plain = plainlyMeet(p.segments, q.segments);
          assert.equal(edgesMeet(p, q, effortFor(0)), plain);
        }),
        { numRuns: randomCases(500) },
      ));

  test('that run side by side are told apart by work that follows their number', () => {
    const [once, twice] = [1000, 2000].map((count) => work(teeth(count, 0), teeth(count, 0.5)));
    assert.ok(once! < 20_000, `${once}`);
    assert.ok(twice! < 2.5 * once!, `${twice} after ${once}`);
  });

  test('that lie between lines which all cross each other are told apart by less than all pairs', () => {
    const crossing = lines(scribble(1000));
    const tree = treeOf(crossing);
    const next = numbers(5);
    const dots = lines(
      ...Array.from({ length: 1000 }, (): Position[] => {
        const [x, y] = [next() * 300 - 150, next() * 160 - 80];
        return [
          [x, y],
          [x + 1e-9, y],
        ];
      }).filter((dot) => !edgesMeet(tree, treeOf(lines(dot)), effortFor(0))),
    );
    const spent = work(crossing, dots);
    assert.ok(spent < 200_000, `${spent}`);
  });

  test('meet where all effort is spent', () =>
    assert.equal(edgesMeet(treeOf(teeth(100, 0)), treeOf(teeth(100, 0.5)), { left: 10 }), true));
});

describe('an index of rings', () => {
  test('covers what the rings cover', () =>
    fc.assert(
      fc.property(
        anyGeometry,
        fc.array(gridPosition, { minLength: 1, maxLength: 20 }),
        (geometry, points) => {
          for (const { dimension, chains } of partsOf(geometry)) {
            if (dimension !== 2) continue;
            const index = new RingIndex(chains);
            for (const [x, y] of [...points, ...chains.flat()])
              assert.equal(index.covers(x, y, effortFor(0)), ringsCover(chains, x, y), `${x} ${y}`);
          }
        },
      ),
      { numRuns: randomCases(1000) },
    ));

  for (const [what, ring] of [
    ['a scribble', scribble(700)],
    ['a coast', coast(3000)],
    ['teeth', thinTeeth(500, 0).coordinates[0]![0]!],
  ] as const)
    test(`covers what ${what} covers`, () => {
      const index = new RingIndex([ring]);
      const next = numbers(3);
      for (let i = 0; i < 500; i++) {
        const [x, y] = [next() * 200 - 100, next() * 160 - 80];
        assert.equal(index.covers(x, y, effortFor(0)), ringsCover([ring], x, y), `${x} ${y}`);
      }
    });

  test('is asked for a position with far less work than a look at every edge', () => {
    const ring: Position[] = Array.from({ length: 20_000 }, (_, i) => [
      i / 2000 + 40 * (i % 2),
      40 * (i % 2),
    ]);
    const index = new RingIndex([[...ring, [10, -1], [0, -1], ring[0]!]]);
    const effort = effortFor(0);
    const before = effort.left;
    for (let i = 0; i < 100; i++) index.covers(20 + i / 100, 20.3, effort);
    assert.ok(before - effort.left < 100 * 1000, `${before - effort.left}`);
  });
});

describe('starts', () => {
  const points = (count: number, radius: number): Geometry => ({
    type: 'MultiPoint',
    coordinates: coast(count).map(([x, y]) => [(x * radius) / 29, (y * radius) / 29]),
  });
  const area: Geometry = { type: 'Polygon', coordinates: [coast(5000)] };

  test('are found in an area, however many of either there are', () => {
    for (const [radius, covered] of [
      [20, true],
      [34, false],
    ] as const)
      assert.equal(someStartCovered(partsOf(points(5000, radius)), partsOf(area)), covered);
  });

  test('many make no difference to what meets', () => {
    for (const radius of [20, 34]) {
      assert.equal(intersects(points(5000, radius), area), radius === 20);
      assert.equal(intersects(area, points(5000, radius)), radius === 20);
    }
    assert.equal(intersects(thinTeeth(2000, 0), thinTeeth(2000, 0.5)), false);
    assert.equal(intersects(thinTeeth(2000, 0), teeth(2000, 0.02)), true);
  });
});
