import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertStatistics } from './brute-statistics.ts';
import type { Engine } from './engine.ts';
import { SpaceUnderTest } from './space-under-test.ts';

export function reopenContract(engine: Engine): void {
  test('a store that is closed and opened again has everything as it was', async (t) => {
    const opened = await engine.open();
    try {
      if (opened.isVolatile) return t.skip('nothing outlasts this engine');
      const space = await SpaceUnderTest.create(opened.store, 'kept', [['n']]);
      const record = await opened.store.catalogue.spaces.add(space.ref, { id: 'kept', title: 'Kept' });
      await space.put(
        Array.from({ length: 500 }, (_, i) => ({
          id: `f${i}`,
          properties: { n: i % 10 },
          geometry: { type: 'Point', coordinates: [i / 10, 0] },
        })),
        { addTags: ['t'] },
      );
      await space.delete({ ids: ['f0', 'f499'] });
      const look = async (one: SpaceUnderTest) => ({
        page: await one.page(),
        statistics: await one.statistics(),
        content: await one.content(),
        found: await one.count({
          tests: [{ root: 'properties', path: ['n'], comparison: '=', operands: [3] }],
        }),
        tagged: await one.count({ tags: [['t']] }),
      });
      const before = await look(space);

      const store = await opened.reopen();
      const [known] = await store.catalogue.spaces.all();
      assert.deepEqual(known, record);
      const again = new SpaceUnderTest(store, known!);
      assert.deepEqual(await look(again), before);

      await again.put([{ id: 'f0' }, { id: 'f1', properties: { n: 3 } }]);
      const { ids, texts } = await again.page();
      assert.deepEqual([ids.at(0), ids.at(-1), ids.length], ['f1', 'f0', 499]);
      assertStatistics(await again.statistics(), texts);
      assert.ok((await again.content()).version > before.content.version);
    } finally {
      await opened.discard();
    }
  });

  test('a closed store refuses what comes late', async () => {
    const opened = await engine.open();
    const space = await SpaceUnderTest.create(opened.store, 'late');
    await space.put([{ id: 'a' }]);
    const late = opened.store;
    await opened.reopen();
    await assert.rejects(async () => late.features.write(space.ref, {} as never));
    await opened.discard();
  });
}
