import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { FreshStore } from './engine.ts';
import { isFault } from './is-fault.ts';
import { SpaceUnderTest, UNHURRIED } from './space-under-test.ts';

const hostileIds = [
  'A',
  'a',
  '../../outside',
  '..',
  'a/b\\c',
  "'; DROP TABLE feature; --",
  'a'.repeat(255),
  'né 🜨',
  'CON',
  'x.db-wal',
];

export function spacesContract(fresh: () => FreshStore): void {
  describe('a new space', () => {
    test('is empty', async () => {
      const space = await SpaceUnderTest.create(fresh().store, 'empty');
      assert.deepEqual((await space.page()).end, { more: false, last: 0, shown: 0 });
      assert.equal(await space.count(), 0);
      assert.deepEqual(await space.byId(['x']), []);
      assert.equal((await space.content()).version, 0);
      assert.deepEqual(await space.statistics(), {
        count: 0,
        bytes: 0,
        extent: undefined,
        geometryTypes: [],
        someWithoutGeometry: false,
        tags: { value: [], complete: true },
        properties: { value: [], complete: true },
      });
    });

    test('has a storage key of its own, whatever its id', async () => {
      const spaces = await Promise.all(hostileIds.map((id) => SpaceUnderTest.create(fresh().store, id)));
      await Promise.all(spaces.map((space) => space.put([{ id: space.ref.id }, { id: 'same' }])));
      for (const space of spaces) {
        const { ids, texts } = await space.page();
        assert.deepEqual(ids, [space.ref.id, 'same']);
        assert.equal(JSON.parse(texts[0]!).properties['@ns:com:here:xyz'].space, space.ref.id);
      }
      assert.equal(new Set(spaces.map(({ ref }) => ref.storageKey.toLowerCase())).size, spaces.length);
    });
  });

  describe('a dropped space', () => {
    test('is gone for every call', async () => {
      const space = await SpaceUnderTest.create(fresh().store, 'short-lived');
      await space.put([{ id: 'a' }]);
      await space.page();
      await fresh().store.features.drop(space.ref);
      const gone = isFault('notFound', /^The requested resource does not exist\.$/);
      const many = Array.from({ length: 50 }, (_, i) => `f${i}`);
      await assert.rejects(async () => space.put([{ id: 'b' }]), gone);
      await assert.rejects(async () => space.delete({ ids: ['a'] }), gone);
      await assert.rejects(async () => space.page(), gone);
      await assert.rejects(async () => space.byId(['a']), gone);
      await assert.rejects(async () => space.byId(many), gone);
      await assert.rejects(async () => space.count(), gone);
      await assert.rejects(async () => space.statistics(), gone);
      await assert.rejects(async () => space.content(), gone);
    });

    test('leaves others alone', async () => {
      const kept = await SpaceUnderTest.create(fresh().store, 'kept');
      const dropped = await SpaceUnderTest.create(fresh().store, 'dropped');
      await Promise.all([kept.put([{ id: 'a' }]), dropped.put([{ id: 'a' }])]);
      await fresh().store.features.drop(dropped.ref);
      assert.deepEqual((await kept.page()).ids, ['a']);
    });

    test('can be rebuilt, and starts empty', async () => {
      const { store } = fresh();
      for (let round = 0; round < 3; round++) {
        const space = await SpaceUnderTest.create(store, 'again', [['n']]);
        assert.equal(await space.count(), 0);
        assert.equal((await space.content()).version, 0);
        await space.put([{ id: `round${round}`, properties: { n: round } }]);
        assert.deepEqual((await space.page()).ids, [`round${round}`]);
        await store.features.drop(space.ref);
      }
    });
  });

  describe('the state of content', () => {
    test('moves with every change, and only then', async () => {
      const space = await SpaceUnderTest.create(fresh().store, 'states');
      const changes: [what: string, change: () => Promise<unknown>, moves: boolean][] = [
        ['an insert', () => space.put([{ id: 'a' }]), true],
        ['the same again', () => space.put([{ id: 'a' }]), false],
        ['an update', () => space.put([{ id: 'a', properties: { n: 1 } }]), true],
        ['an empty write', () => space.put([]), false],
        ['a delete', () => space.delete({ ids: ['a'] }), true],
        ['a delete of nothing', () => space.delete({ ids: ['a'] }), false],
        ['emptying what is empty', () => space.delete({}), false],
        ['a refused write', () => assert.rejects(space.put([{ id: 'b' }, { geometry: 5 }])), false],
      ];
      for (const [what, change, moves] of changes) {
        const before = await space.content();
        await change();
        const now = await space.content();
        assert.equal(now.version > before.version, moves, what);
        assert.ok(now.updatedAt >= before.updatedAt, what);
      }
    });

    test('is told for many spaces at once', async () => {
      const { store } = fresh();
      const spaces = await Promise.all(['one', 'two', 'three'].map((id) => SpaceUnderTest.create(store, id)));
      await spaces[1]!.put([{ id: 'a' }]);
      const contents = await store.features.contents(spaces.map(({ ref }) => ref));
      assert.deepEqual(contents, await Promise.all(spaces.map((space) => space.content())));
      assert.deepEqual(
        contents.map(({ version }) => version > 0),
        [false, true, false],
      );
      assert.deepEqual(await store.features.contents([]), []);
    });
  });

  test('a read that was begun before anything was written ends well', async () => {
    const space = await SpaceUnderTest.create(fresh().store, 'early');
    const [{ ids }] = await Promise.all([space.page({}, UNHURRIED), space.put([{ id: 'a' }])]);
    assert.ok(ids.length <= 1);
  });
}
