import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { NAMESPACE } from '../model/feature/feature.ts';
import type { JsonObject } from '../model/json/own.ts';
import type { Versioning, WriteRule } from '../rules/write/write-request.ts';
import type { FreshStore } from './engine.ts';
import { isFault } from './is-fault.ts';
import { namespaceOf, VersionedSpace } from './versioned-space.ts';

const ALL: Versioning = { uuids: false, versionsToKeep: Number.POSITIVE_INFINITY };
const feature = (id: string, n: number) => ({ id, properties: { n } });
const rule = (onExists: WriteRule['onExists'], onConflict: WriteRule['onConflict'] = 'error') => ({
  rule: { onExists, onNotExists: 'create', onConflict } as const,
});

/** Writes that are based on a state of a feature that is no longer the last. */
export function conflictsContract(fresh: () => FreshStore): void {
  const create = (id: string) => VersionedSpace.of(fresh().store, id);

  describe('states that changed meanwhile', () => {
    const both: Versioning = { uuids: true, versionsToKeep: Number.POSITIVE_INFINITY };

    test('are merged with a write that names the one it is based on', async () => {
      const space = await create('merged');
      const read = async () =>
        structuredClone((await space.byId(['a']))[0]!) as JsonObject & { properties: JsonObject };
      await space.put([{ id: 'a', properties: { n: 1, m: 1 } }], { versioning: both });
      const [mine, theirs] = [await read(), await read()];
      theirs.properties.n = 2;
      await space.put([theirs], { versioning: both, ...rule('merge') });
      mine.properties.m = 3;
      const head = namespaceOf(await read());
      await space.put([mine], { versioning: both, ...rule('merge') });
      const { [NAMESPACE]: revision, ...properties } = (await read()).properties;
      assert.deepEqual(properties, { n: 2, m: 3 });
      assert.equal((revision as JsonObject).puuid, head.uuid);
      assert.equal((revision as JsonObject).muuid, namespaceOf(mine).uuid);
    });

    test('are found by version where there are no uuids', async () => {
      const space = await create('merged by version');
      await space.put([{ id: 'a', properties: { n: 1, m: 1 } }], { versioning: ALL });
      await space.put([{ id: 'a', properties: { n: 2, m: 1 } }], { versioning: ALL });
      const mine = (m: number) => ({ id: 'a', properties: { n: 1, m, [NAMESPACE]: { version: 1 } } });
      await assert.rejects(
        space.put([mine(2)], { versioning: ALL }),
        isFault('conflict', /has changed since version 1/),
      );
      await space.put([mine(2)], { versioning: ALL, ...rule('merge') });
      const { [NAMESPACE]: _marks, ...properties } = (await space.byId(['a']))[0]!.properties as JsonObject;
      assert.deepEqual(properties, { n: 2, m: 2 });
    });

    test('are a conflict where they were deleted', async () => {
      const space = await create('deleted');
      await space.put([feature('a', 1)], { versioning: both });
      const [mine] = await space.byId(['a']);
      await space.delete({ ids: ['a'], versioning: both });
      await assert.rejects(space.put([mine], { versioning: both }), isFault('conflict', /was deleted/));
      await space.put([mine], { versioning: both, ...rule('patch', 'retain') });
      assert.deepEqual(await space.byId(['a']), []);
      await space.put([mine], { versioning: both, ...rule('patch', 'replace') });
      assert.equal((await space.byId(['a'])).length, 1);
    });
  });
}
