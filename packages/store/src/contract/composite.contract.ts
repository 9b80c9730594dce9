import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { CompositeMode } from '../model/source.ts';
import type { FreshStore } from './engine.ts';
import { SpaceUnderTest } from './space-under-test.ts';

const point = (x: number, y: number) => ({ type: 'Point', coordinates: [x, y] });

/** Two spaces that share `b`. */
async function pair(store: FreshStore['store'], mode: CompositeMode) {
  const base = await SpaceUnderTest.create(store, 'base');
  const later = await SpaceUnderTest.create(store, 'later');
  await base.put([
    { id: 'a', geometry: point(1, 1), properties: { v: 1 } },
    {
      id: 'b',
      geometry: point(2, 2),
      properties: { v: 1, deep: { x: 1, y: 1 }, '@ns:com:here:xyz': { tags: ['old'] } },
    },
  ]);
  await later.put([
    { id: 'c', properties: { v: 2 } },
    {
      id: 'b',
      properties: { deep: { y: 2, z: null }, list: [1], '@ns:com:here:xyz': { tags: ['new'] } },
      more: 1,
    },
  ]);
  const source = { mode, parts: [base.ref, later.ref] };
  return { base, later, both: new SpaceUnderTest(store, base.ref, source) };
}

export function compositeContract(fresh: () => FreshStore): void {
  describe('several spaces read as one', () => {
    const orders: [mode: CompositeMode, ids: string[]][] = [
      ['group', ['a', 'b', 'c', 'b']],
      ['override', ['a', 'b', 'c']],
      ['merge', ['a', 'b', 'c']],
    ];
    for (const [mode, ids] of orders)
      test(`${mode}: ${ids}, page by page too`, async () => {
        const { both } = await pair(fresh().store, mode);
        assert.deepEqual((await both.page()).ids, ids);
        for (const limit of [1, 2, 3])
          assert.deepEqual(
            (await both.pages({ limit })).flatMap((page) => page.ids),
            ids,
          );
        assert.equal(await both.count(), ids.length);
        assert.equal((await both.statistics()).count, ids.length);
      });

    test('merge joins what there is of one id, and belongs to no space', async () => {
      const { both } = await pair(fresh().store, 'merge');
      const [found] = await both.byId(['b']);
      const { '@ns:com:here:xyz': namespace, ...properties } = found!.properties as Record<string, object>;
      assert.deepEqual(properties, { v: 1, deep: { x: 1, y: 2, z: null }, list: [1] });
      assert.deepEqual(Object.keys(namespace!), ['createdAt', 'updatedAt', 'tags']);
      assert.deepEqual((namespace as { tags: string[] }).tags, ['new']);
      assert.deepEqual([found!.geometry, found!.more], [point(2, 2), 1]);
    });

    test('merge is searched as merged: a condition may be met in one space, another in another', async () => {
      const { both } = await pair(fresh().store, 'merge');
      const equals = (path: string[], operand: number) => ({
        root: 'properties' as const,
        path,
        comparison: '=' as const,
        operands: [operand],
      });
      const filter = { tags: [['new']], tests: [equals(['deep', 'x'], 1), equals(['deep', 'y'], 2)] };
      const area = { boxes: [{ west: 1.5, south: 1.5, east: 3, north: 3 }] };
      assert.deepEqual((await both.page({ filter, area })).ids, ['b']);
      assert.deepEqual((await both.page({ filter: { tags: [['old']], tests: [] } })).ids, []);
    });

    test('a walk goes on where it was while later spaces override what is to come', async () => {
      const { both, later } = await pair(fresh().store, 'override');
      const seen: string[] = [];
      const pages = await both.pages({ limit: 1 }, () => later.put([{ id: 'a', properties: { v: 3 } }]));
      for (const page of pages) seen.push(...page.ids);
      assert.deepEqual(seen, ['a', 'b', 'c']);
    });

    test('vector tiles and clusters are of all of them', async () => {
      const { both } = await pair(fresh().store, 'override');
      const world = { boxes: [{ west: -180, south: -85, east: 180, north: 85 }] };
      const { cells } = await both.clusters({ area: world, clustering: { kind: 'quadbin', zoom: 0 } });
      assert.deepEqual(
        cells.map(({ properties }) => (properties as { count: number }).count),
        [1],
      );
    });

    test('all of them, where there are more than a step holds', async () => {
      const { store } = fresh();
      const many = (from: number) => Array.from({ length: 5000 }, (_, i) => ({ id: `f${from + i}` }));
      const spaces = await Promise.all(
        ['one', 'two', 'three'].map((id) => SpaceUnderTest.create(store, `large ${id}`)),
      );
      for (const [i, space] of spaces.entries()) await space.put(many(i * 4000));
      const parts = spaces.map(({ ref: storageKey }) => storageKey);
      const ids = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => `f${from + i}`);
      const expected: [mode: CompositeMode, ids: string[]][] = [
        ['group', [...ids(0, 5000), ...ids(4000, 9000), ...ids(8000, 13_000)]],
        ['override', ids(0, 13_000)],
        ['merge', ids(0, 13_000)],
      ];
      for (const [mode, shown] of expected) {
        const all = new SpaceUnderTest(store, parts[0]!, { mode, parts });
        assert.deepEqual((await all.page()).ids, shown, mode);
        const pages = await all.pages({ limit: 3001 });
        assert.deepEqual(
          pages.flatMap((page) => page.ids),
          shown,
          mode,
        );
        assert.equal(await all.count(), shown.length);
      }
    });

    test('a dry run keeps nothing', async () => {
      const { base } = await pair(fresh().store, 'group');
      const before = await base.content();
      const result = await base.put([{ id: 'new' }, { id: 'a', properties: { v: 9 } }], { dryRun: true });
      assert.deepEqual([result.inserted, result.updated], [['new'], ['a']]);
      assert.deepEqual(await base.content(), before);
      assert.deepEqual((await base.page()).ids, ['a', 'b']);
      await base.put([{ id: 'new' }]);
      assert.deepEqual((await base.page()).ids, ['a', 'b', 'new']);
      assert.equal((await base.statistics()).count, 3);
    });
  });
}
