import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { BBox } from '@meridian/geo';
import type { FreshStore } from './engine.ts';
import { SpaceUnderTest } from './space-under-test.ts';

const point = (id: string, longitude: number, tag = 'some') => ({
  id,
  geometry: { type: 'Point', coordinates: [longitude, 0] },
  properties: { '@ns:com:here:xyz': { tags: [tag] } },
});

const around = (longitude: number): BBox => ({
  west: longitude - 1,
  south: -1,
  east: longitude + 1,
  north: 1,
});

export function touchedContract(fresh: () => FreshStore): void {
  const createSpace = (id: string) => SpaceUnderTest.create(fresh().store, id);

  const versionIn = async ({ store, ref }: SpaceUnderTest, longitude: number) =>
    (await store.features.contentIn(ref, [around(longitude)])).version;

  describe('the state of an area', () => {
    test('moves with writes there, and only with those', async () => {
      const space = await createSpace('touched');
      const states = async () => [await versionIn(space, 0), await versionIn(space, 20)];
      await space.put([point('a', 0)]);
      assert.deepEqual(await states(), [1, 0]);
      await space.put([point('b', 20)]);
      assert.deepEqual(await states(), [1, 2]);
      await space.put([{ ...point('b', 20), properties: { n: 1 } }]);
      assert.deepEqual(await states(), [1, 3], 'another property at the same position');
      await space.put([{ id: 'c' }]);
      assert.deepEqual(await states(), [1, 3], 'without a geometry');
      await space.put([point('a', 20)]);
      assert.deepEqual(await states(), [5, 5], 'where the feature was and where it is');
      await space.put([point('d', 50)]);
      await space.delete({ ids: ['d'] });
      assert.deepEqual(await states(), [5, 5]);
      await space.delete({ ids: ['b'] });
      assert.deepEqual(await states(), [5, 8]);
      assert.equal((await space.content()).version, 8);
    });

    test('moves everywhere when everything is deleted', async () => {
      const space = await createSpace('emptied');
      await space.put([point('a', 0)]);
      await space.put([point('b', 20)]);
      await space.delete({ returning: false });
      assert.equal(await versionIn(space, 0), 3);
      assert.equal(await versionIn(space, 20), 3);
      await space.put([point('c', 20)]);
      assert.equal(await versionIn(space, 0), 3);
    });

    test('moves where features are deleted by a tag', async () => {
      const space = await createSpace('deleted by tag');
      await space.put([point('a', 0, 'x'), point('b', 20)]);
      await space.delete({ tags: [['x']] });
      assert.equal(await versionIn(space, 0), 2);
    });

    test('stays with a write that fails', async () => {
      const space = await createSpace('failed');
      await space.put([point('a', 0)]);
      const broken = { id: 'b', geometry: { type: 'Point', coordinates: ['x'] } };
      await assert.rejects(space.put([point('a', 20), broken], { transactional: true }));
      assert.equal(await versionIn(space, 0), 1);
      assert.equal(await versionIn(space, 20), 0);
    });

    test('never lags behind, through more versions than are noted one by one', async () => {
      const space = await createSpace('many versions');
      const last = new Map<number, number>();
      for (let version = 1; version <= 100; version++) {
        const longitude = (version % 7) * 10;
        await space.put([point(`f${version}`, longitude)]);
        last.set(longitude, version);
      }
      for (const [longitude, version] of last) assert.equal(await versionIn(space, longitude), version);
      assert.equal(await versionIn(space, -50), 0);
    });
  });
}
