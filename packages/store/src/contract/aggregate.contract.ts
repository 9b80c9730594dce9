import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { AggregateQuery, BinMethod, GroupKey } from '../model/query/aggregate.ts';
import type { FeaturePath } from '../model/query/query.ts';
import type { FreshStore } from './engine.ts';
import { isFault } from './is-fault.ts';
import { SpaceUnderTest, UNHURRIED } from './space-under-test.ts';

const n: FeaturePath = { root: 'properties', path: ['n'] };

/** One every ten degrees along a parallel, west to east, with the numbers 0 to 8; the last one lies nowhere. */
const POINTS = Array.from({ length: 9 }, (_, i) => ({
  id: `p${i}`,
  geometry: i === 8 ? null : { type: 'Point', coordinates: [10 * i + 0.5, 1.5] },
  properties: { n: i, at: `2024-0${i + 1}-15T12:00:00Z`, ...(i % 2 ? { kind: 'odd' } : {}) },
}));

const square = (west: number, east: number) => ({
  type: 'Polygon',
  coordinates: [
    [
      [west, 0],
      [east, 0],
      [east, 5],
      [west, 5],
      [west, 0],
    ],
  ],
});

export function aggregateContract(fresh: () => FreshStore): void {
  describe('an aggregate', () => {
    let space: SpaceUnderTest;
    let districts: SpaceUnderTest;
    before(async () => {
      const { store } = fresh();
      space = await SpaceUnderTest.create(store, 'measured');
      await space.put(POINTS);
      districts = await SpaceUnderTest.create(store, 'districts');
      await districts.put([
        { id: 'west', geometry: square(0, 25), properties: { name: 'half' } },
        { id: 'middle', geometry: square(20, 45), properties: { name: 'half' } },
        { id: 'far', geometry: square(100, 110), properties: { name: 'far' } },
        { id: 'nowhere', geometry: null, properties: {} },
      ]);
    });

    /** Keys with the number of features in each. */
    const counts = async (key: Omit<GroupKey, 'name'>, further: Partial<AggregateQuery> = {}) => {
      const { groups } = await space.aggregate({ groupBy: [{ name: 'k', ...key } as GroupKey], ...further });
      return groups.map((group) => [(group.key as { k: unknown }).k, group.count]);
    };

    test('by month names the months in order', async () => {
      const path: FeaturePath = { root: 'properties', path: ['at'] };
      const quarters = await counts({ kind: 'time', path, unit: 'quarter', timeZone: 'UTC' } as never);
      assert.deepEqual(quarters, [
        ['2024-Q1', 3],
        ['2024-Q2', 3],
        ['2024-Q3', 3],
      ]);
    });

    test('by features of another space counts points in each, and apart those in none', async () => {
      const key = { kind: 'features', source: districts.ref } as never;
      assert.deepEqual(await counts(key), [
        ['middle', 3],
        ['west', 3],
        [null, 4],
      ]);
    });

    test('by a property of those features counts each point once', async () => {
      const key = { kind: 'features', source: districts.ref, property: ['name'] } as never;
      assert.deepEqual(await counts(key), [
        ['half', 5],
        [null, 4],
      ]);
    });

    test('by features holds lines and polygons against them as they are', async () => {
      const { store } = fresh();
      const lines = await SpaceUnderTest.create(store, 'lines');
      const line = (id: string, coordinates: number[][]) => ({
        id,
        geometry: { type: 'LineString', coordinates },
      });
      await lines.put([
        line('across', [
          [-10, 1],
          [30, 1],
        ]),
        line('around', [
          [-10, -1],
          [-10, 6],
          [50, 6],
        ]),
      ]);
      const groupBy: GroupKey[] = [{ name: 'k', kind: 'features', source: districts.ref }];
      const { groups } = await lines.aggregate({ groupBy });
      assert.deepEqual(groups, [
        { key: { k: 'middle' }, count: 1 },
        { key: { k: 'west' }, count: 1 },
        { key: { k: null }, count: 1 },
      ]);
    });

    test('by cells puts what has no place aside', async () => {
      const quads = await counts({ kind: 'quad', zoom: 1 } as never);
      assert.deepEqual(quads, [
        ['1', 8],
        [null, 1],
      ]);
      const cells = await counts({ kind: 'h3', resolution: 0 } as never);
      assert.equal(cells.at(-1)![0], null);
      assert.ok(cells.every(([cell]) => cell === null || /^80[0-9a-f]+f{10}$/.test(cell as string)));
    });

    const METHODS: [method: BinMethod, limits: number[], counts: number[]][] = [
      ['equal', [0, 5, 10], [5, 4]],
      ['quantile', [0, 4, 8], [4, 5]],
      ['natural', [0, 4, 8], [4, 5]],
    ];
    for (const [method, limits, expected] of METHODS)
      test(`by ${method} classes has every number in one of them`, async () => {
        const found = await counts({ kind: 'bins', path: n, count: 2, method } as never);
        assert.deepEqual(
          found,
          expected.map((count, i) => [{ from: limits[i], to: limits[i + 1] }, count]),
        );
      });

    test('looks only at what is in the area', async () => {
      const area = { boxes: [{ west: 5, south: 0, east: 35, north: 5 }] };
      const { groups, end } = await space.aggregate({
        area,
        measures: [{ name: 'sum', kind: 'sum', path: n }],
      });
      assert.deepEqual(groups, [{ key: {}, count: 3, sum: 6 }]);
      assert.equal(end.count, 3);
    });

    test('of nothing is one group without values', async () => {
      const filter = { tags: [['nobody']], tests: [] };
      const measures = (['sum', 'mean', 'min', 'distinct'] as const).map((kind) => ({
        name: kind,
        kind,
        path: n,
      }));
      const { groups } = await space.aggregate({ filter, measures });
      assert.deepEqual(groups, [{ key: {}, count: 0, sum: null, mean: null, min: null, distinct: 0 }]);
    });

    test('ends where its time is over, and where nobody waits for it', async () => {
      const groupBy: GroupKey[] = [{ name: 'k', kind: 'value', path: n }];
      const ended = space.aggregate({ groupBy }, { ...UNHURRIED, timeLimitMs: 0 });
      await assert.rejects(ended, isFault('timeout', /took more than the 0 ms allowed/));
      const gone = space.aggregate({ groupBy }, { ...UNHURRIED, signal: AbortSignal.abort() });
      await assert.rejects(gone, isFault('cancelled', /./));
    });
  });
}
