import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { JsonObject } from '../model/json/own.ts';
import type { ActivityLogTarget } from '../rules/activity/activity-log.ts';
import type { FreshStore } from './engine.ts';
import { SpaceUnderTest } from './space-under-test.ts';

const activityLogs: ActivityLogTarget[] = [{ spaceId: 'log', storageMode: 'FULL' }];

type Log = { id: string; action: string; original: { space: string }; diff?: { ops: JsonObject[] } };

export function activityContract(fresh: () => FreshStore): void {
  describe('what waits to be logged', () => {
    const entriesOf = async (space: SpaceUnderTest) => {
      const entries = await space.store.features.outbox(space.ref);
      return entries.map(({ seq, spaceId, feature, text }) => {
        const { id, geometry, properties } = JSON.parse(text);
        const { '@ns:com:here:xyz:log': log, ...rest } = properties;
        return { seq, spaceId, feature, id, geometry, log: log as Log, rest };
      });
    };
    const actions = async (space: SpaceUnderTest) =>
      (await entriesOf(space)).map(({ feature, log }) => `${log.action} ${feature}`);

    test('is every change, in order, and nothing else', async () => {
      const space = await SpaceUnderTest.create(fresh().store, 'logged');
      await space.put([{ id: 'before' }]);
      await space.put([{ id: 'a', properties: { v: 1 } }, { id: 'b' }], { activityLogs });
      await space.put([{ id: 'a', properties: { v: 2, w: 3 } }, { id: 'b' }], { activityLogs });
      await space.delete({ ids: ['b'], activityLogs });
      assert.deepEqual(await actions(space), ['SAVE a', 'SAVE b', 'UPDATE a', 'DELETE b']);
      const [, , updated] = await entriesOf(space);
      assert.deepEqual(updated!.log.diff!.ops, [
        { op: 'replace', path: '/properties/v', value: 2 },
        { op: 'add', path: '/properties/w', value: 3 },
      ]);
      assert.deepEqual(updated!.rest, { v: 2, w: 3, '@ns:com:here:xyz': { tags: [] } });
      assert.deepEqual(
        [updated!.spaceId, updated!.log.id, updated!.log.original.space],
        ['log', 'a', space.ref.id],
      );
    });

    test('is forgotten once it is told that it was written, and not before', async () => {
      const { store } = fresh();
      const space = await SpaceUnderTest.create(store, 'cleared');
      await space.put([{ id: 'a' }, { id: 'b' }], { activityLogs });
      const [first] = await entriesOf(space);
      await store.features.clearOutbox(space.ref, first!.seq);
      assert.deepEqual(await actions(space), ['SAVE b']);
      await space.put([{ id: 'c' }], { activityLogs });
      const left = await entriesOf(space);
      assert.ok(left.every(({ seq }) => seq > first!.seq));
      await store.features.clearOutbox(space.ref, left.at(-1)!.seq);
      assert.deepEqual(await actions(space), []);
    });

    test('has nothing of a request that failed or was a dry run', async () => {
      const space = await SpaceUnderTest.create(fresh().store, 'undone');
      await assert.rejects(space.put([{ id: 'a' }, { id: 'a' }], { activityLogs }));
      await space.put([{ id: 'a' }], { activityLogs, dryRun: true });
      assert.deepEqual(await actions(space), []);
    });

    test('has each feature of those deleted by tags or all at once', async () => {
      const space = await SpaceUnderTest.create(fresh().store, 'emptied');
      const tagged = { id: 'a', properties: { '@ns:com:here:xyz': { tags: ['x'] } } };
      await space.put([tagged, { id: 'b' }, { id: 'c' }]);
      await space.delete({ tags: [['x']], activityLogs });
      await space.delete({ returning: false, activityLogs });
      assert.deepEqual(await actions(space), ['DELETE a', 'DELETE b', 'DELETE c']);
      assert.equal(await space.count(), 0);
    });

    test('is as much as each log wants', async () => {
      const space = await SpaceUnderTest.create(fresh().store, 'twice');
      const bare: ActivityLogTarget = { spaceId: 'bare', storageMode: 'DIFF_ONLY' };
      const geometry = { type: 'Point', coordinates: [1, 2] };
      await space.put([{ id: 'a', geometry, properties: { v: 1 } }], {
        activityLogs: [...activityLogs, bare],
      });
      const [full, short] = await entriesOf(space);
      assert.deepEqual([full!.geometry, full!.rest.v], [geometry, 1]);
      assert.deepEqual([short!.geometry, short!.rest, short!.log.action], [null, {}, 'SAVE']);
    });
  });
}
