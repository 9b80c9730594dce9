import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { isFault } from '../../contract/is-fault.ts';
import { SpaceUnderTest } from '../../contract/space-under-test.ts';
import type { SpaceRef } from '../../model/source.ts';
import { openMemoryStore } from './memory-store.ts';

const MiB = 1024 * 1024;
const isFull = isFault('full', /the memory store is full: it may take .* MiB \(MERIDIAN_MEMORY_STORE_MAX\)/);

/** So large that about ten of them fill a store of a MiB. */
const large = (id: string) => ({ id, properties: { text: 'x'.repeat(80 * 1024) } });

async function withStore(maxBytes: number, work: (space: SpaceUnderTest) => Promise<void>): Promise<void> {
  const store = await openMemoryStore(maxBytes);
  try {
    await work(await SpaceUnderTest.create(store, 'bounded'));
  } finally {
    await store.close();
  }
}

/** The ids of features that were written one by one until there was no more room. */
async function fill(space: SpaceUnderTest, versioning?: { uuids: boolean; versionsToKeep: number }) {
  const ids: string[] = [];
  for (;;) {
    const id = `f${ids.length}`;
    try {
      await space.put([large(id)], { returning: false, versioning });
      ids.push(id);
    } catch (error) {
      isFull(error);
      return ids;
    }
    assert.ok(ids.length < 100, 'it is full at some time');
  }
}

describe('a store in memory that is full', () => {
  test('refuses a write as a whole, and stays as it was', () =>
    withStore(MiB, async (space) => {
      const ids = await fill(space);
      assert.ok(ids.length >= 5, `${ids.length} features fit`);
      const before = { content: await space.content(), statistics: await space.statistics() };
      await assert.rejects(space.put([{ id: 'small' }, large('late'), large('later')]), isFull);
      assert.deepEqual({ content: await space.content(), statistics: await space.statistics() }, before);
      assert.deepEqual((await space.page()).ids, ids);
    }));

  test('has room again when something was deleted', () =>
    withStore(MiB, async (space) => {
      const [first, second] = await fill(space);
      await space.delete({ ids: [first!, second!] });
      await space.put([large('again')]);
      await space.delete({});
      assert.equal((await fill(space)).length > 5, true);
      await space.store.features.drop(space.ref);
      const other = await SpaceUnderTest.create(space.store, 'other');
      assert.equal((await fill(other)).length > 5, true);
    }));

  test('counts what a history keeps, until it expires', () =>
    withStore(MiB, async (space) => {
      const kept = { uuids: false, versionsToKeep: 1000 };
      const ids = await fill(space, kept);
      await space.delete({ ids, versioning: kept });
      await assert.rejects(space.put([large('late')], { versioning: kept }), isFull);
      await space.put([{ id: 'small' }], { versioning: { uuids: false, versionsToKeep: 1 } });
      await space.put([large('late')], { versioning: { uuids: false, versionsToKeep: 1 } });
    }));

  test('has no room for projects without end either', () =>
    withStore(MiB, async ({ store }) => {
      const add = async () => {
        for (let i = 0; i < 100; i++)
          await store.catalogue.projects.add(`p${i}`, {
            ...{ owner: 'o', published: false, text: 'x'.repeat(10_000) },
          });
      };
      await assert.rejects(add(), isFull);
      assert.equal(await store.catalogue.projects.get('p99'), undefined);
      assert.equal((await store.catalogue.projects.get('p0'))?.text.length, 10_000);
    }));
});

test('a store in memory is empty when it is opened again', async () => {
  let ref: SpaceRef | undefined;
  await withStore(MiB, async (space) => {
    ref = space.ref;
    await space.store.catalogue.spaces.add(ref, { id: ref.id });
    assert.equal((await space.store.catalogue.spaces.all()).length, 1);
  });
  await withStore(MiB, async ({ store }) => {
    assert.deepEqual(await store.catalogue.spaces.all(), []);
    await assert.rejects(async () => store.features.content(ref!), isFault('notFound', /does not exist/));
  });
});
