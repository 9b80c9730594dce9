import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Expression } from '@meridian/filter';
import { sampleRank, tileAt, VIZ_SAMPLING, type VizSampling, vizFraction } from '@meridian/geo';
import { tileArea } from '../model/query/area.ts';
import type { CountQuery } from '../model/query/query.ts';
import type { FreshStore } from './engine.ts';
import { isFault } from './is-fault.ts';
import { HEXBIN, tileQuery } from './plain-queries.ts';
import { SpaceUnderTest, UNHURRIED } from './space-under-test.ts';

/** So many that every sampling but `low` leaves some out. */
const COUNT = 31_000;
const WORLD = tileAt('web', 0, 0, 0);

export function areaContract(fresh: () => FreshStore): void {
  describe('a read of an area that holds much', () => {
    let space: SpaceUnderTest;
    const ids = Array.from({ length: COUNT }, (_, i) => `f${i}`);
    before(async () => {
      space = await SpaceUnderTest.create(fresh().store, 'much');
      for (let from = 0; from < COUNT; from += 10_000)
        await space.put(
          ids.slice(from, from + 10_000).map((id, i) => ({
            id,
            geometry: { type: 'Point', coordinates: [((from + i) % 360) - 180, ((from + i) % 170) - 85] },
            properties: { n: from + i },
          })),
          { returning: false },
        );
    });

    for (const sampling of ['off', ...Object.keys(VIZ_SAMPLING)] as VizSampling[])
      test(`shows the same part every time with the sampling ${sampling}`, async () => {
        const part = vizFraction(COUNT, sampling);
        const expected = ids.filter((id) => sampleRank(id) < part);
        const found = await space.page({ area: tileArea(WORLD, 0), sampling, view: { selection: [] } });
        assert.deepEqual(found.ids, expected);
        assert.equal(found.end.more, part < 1);
        const { more } = await space.tile(tileQuery(WORLD, { sampling }));
        assert.equal(more, part < 1);
        const few = { tags: [], tests: [{ ...N, operands: [1000] }] };
        const filtered = await space.page({ area: tileArea(WORLD, 0), sampling, filter: few });
        assert.equal(filtered.ids.length, 1000, 'what does not match is not counted');
        assert.equal(filtered.end.more, false);
      });

    test('says that there is more than the limit', async () => {
      assert.equal((await space.tile(tileQuery(WORLD, { limit: 10 }))).more, true);
      const { cells, more } = await space.clusters({
        area: tileArea(WORLD, 0),
        clustering: HEXBIN,
        limit: 3,
      });
      assert.deepEqual([cells.length, more], [3, true]);
    });

    test('counts every feature once', async () => {
      const { cells } = await space.clusters({ area: tileArea(WORLD, 0), clustering: HEXBIN });
      const sum = cells.reduce((total, { properties }) => total + quantity(properties), 0);
      assert.equal(sum, COUNT);
    });

    test('knows what is out of it by less than single precision can tell', async () => {
      const edge = await SpaceUnderTest.create(fresh().store, 'edge');
      const at = (latitude: number) => ({ type: 'Point' as const, coordinates: [0, latitude] });
      await edge.put([
        { id: 'on it', geometry: at(0) },
        { id: 'out of it', geometry: at(5e-324) },
      ]);
      const box = { west: 0, south: -1, east: 0, north: 0 };
      assert.deepEqual((await edge.page({ area: { boxes: [box] } })).ids, ['on it']);
    });

    test('is counted at a bounded cost, or not at all', async () => {
      const box = { west: 0.5, south: -90, east: 3.5, north: 90 };
      const inBox = (await space.page({ area: { boxes: [box] } })).ids;
      const all = { tags: [], tests: [] };
      const few = { tags: [], tests: [{ ...N, operands: [1000] }] };
      const literal = { kind: 'bbox', bbox: [0.5, -90, 3.5, 90] } as const;
      const near: Expression = {
        kind: 'spatial',
        op: 's_intersects',
        left: { kind: 'property', name: 'geometry' },
        right: literal,
      };
      const fewInBox = { tags: [], tests: [...few.tests, { root: 'expression', expression: near } as const] };
      const expected = inBox.filter((id) => Number(id.slice(1)) < 1000).length;
      const count = (query: CountQuery) =>
        space.store.features.countIfCheap(space.source, { ...query, maxRows: 500 }, UNHURRIED);
      assert.equal(await count({ filter: all }), COUNT);
      assert.equal(await count({ filter: all, area: { boxes: [box] } }), inBox.length);
      assert.equal(await count({ filter: few, area: { boxes: [box] } }), expected);
      assert.equal(await count({ filter: fewInBox }), expected);
      assert.equal(await space.count(fewInBox), expected);
      // Columns, where an engine has built them meanwhile, give it all the same.
      assert.ok([undefined, 1000].includes(await count({ filter: few })));
    });

    test('has the first and the last of its times where few rows have to be read for it', async () => {
      const times = (maxRows: number) =>
        space.store.features.timeExtent(space.source, { start: ['n'], maxRows }, UNHURRIED);
      const all = { from: 0, to: COUNT - 1 };
      assert.deepEqual(await times(COUNT), all);
      const cheap = await times(10);
      if (cheap !== undefined) assert.deepEqual(cheap, all);
    });

    test('draws cells where cells are asked for', async () => {
      const { bytes } = await space.tile(tileQuery(WORLD, { clustering: HEXBIN }));
      assert.ok(Buffer.from(bytes).includes('kind_detail'));
    });

    test('refuses what is no number, and more cells than anybody can use', async () => {
      await space.put([
        { id: 'odd', geometry: { type: 'Point', coordinates: [0, 0] }, properties: { n: 'x' } },
      ]);
      const asked = space.clusters({ area: tileArea(WORLD, 0), clustering: { ...HEXBIN, property: ['n'] } });
      await assert.rejects(asked, isFault('invalid', /clustering\.property: "n" of feature "odd"/));
      await space.put([{ id: 'odd', geometry: HALF_THE_WORLD }]);
      const fine = space.clusters({ area: tileArea(WORLD, 0), clustering: { ...HEXBIN, resolution: 12 } });
      await assert.rejects(fine, isFault('invalid', /clustering: .*lower/));
      await space.delete({ ids: ['odd'] });
    });

    test('that takes too long is a fault; and it can be cancelled', async () => {
      const hurried = { ...UNHURRIED, timeLimitMs: 1 };
      const timeout = isFault('timeout', /took more than the 1 ms allowed/);
      await assert.rejects(space.tile(tileQuery(WORLD), hurried), timeout);
      await assert.rejects(
        space.clusters({ area: tileArea(WORLD, 0), clustering: { ...HEXBIN, singlecoord: true } }, hurried),
        timeout,
      );
      const caller = new AbortController();
      const drawing = space.tile(tileQuery(WORLD), { ...UNHURRIED, signal: caller.signal });
      caller.abort();
      await assert.rejects(drawing, isFault('cancelled', /closed the connection/));
    });
  });
}

const N = { root: 'properties', path: ['n'], comparison: '<' } as const;

const HALF_THE_WORLD = {
  type: 'Polygon',
  coordinates: [
    [
      [-90, -80],
      [90, -80],
      [90, 80],
      [-90, 80],
      [-90, -80],
    ],
  ],
};

function quantity(properties: unknown): number {
  return (properties as { aggregation: { qty: number } }).aggregation.qty;
}
