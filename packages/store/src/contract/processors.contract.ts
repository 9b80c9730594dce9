import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { JsonObject } from '../model/json/own.ts';
import { processSlice } from '../rules/processors/process-slice.ts';
import type { ProcessorEntry } from '../rules/processors/processing.ts';
import type { WriteRequest } from '../rules/write/write-request.ts';
import type { FreshStore } from './engine.ts';
import { isFault } from './is-fault.ts';
import { SpaceUnderTest } from './space-under-test.ts';
import { collectionOf, writeRequest } from './write-request.ts';

const entries: ProcessorEntry[] = [
  {
    kind: 'rule-tagger',
    params: { taggingRules: { big: '$.features[?(@.properties.area>=500)]' } },
    path: 'rule-tagger',
  },
  {
    kind: 'schema-validator',
    params: { schema: { properties: { properties: { properties: { area: { type: 'number' } } } } } },
    path: 'schema-validator',
  },
];
const processing = { text: JSON.stringify(entries) };

const area = (id: string, value: unknown) => ({ id, properties: { area: value } });

/** Writes features and gets verdicts for those that the writer asks for. How often it asked, and its response at last. */
async function write(
  { store, ref }: SpaceUnderTest,
  features: readonly object[],
  changes: Partial<WriteRequest> = {},
): Promise<{ asked: number; result: JsonObject }> {
  let request: WriteRequest = { ...writeRequest(collectionOf(features), changes), verdicts: [] };
  for (let asked = 0; ; asked++) {
    const { body, unprocessed } = await store.features.write(ref, request);
    if (!unprocessed) return { asked, result: body ? JSON.parse(Buffer.from(body).toString()) : {} };
    const verdicts = [...request.verdicts!];
    for (let from: number | undefined = 0; from !== undefined; ) {
      const { transactional } = request;
      const slice = { processing, features: unprocessed.features, from, limitMs: 10_000, transactional };
      const done = processSlice(slice);
      verdicts.push(done.verdicts);
      from = done.next;
    }
    const { newIds } = unprocessed;
    request = { ...request, body: { ...request.body, bytes: unprocessed.body }, verdicts, newIds };
  }
}

export function processorsContract(fresh: () => FreshStore): void {
  describe('processors', () => {
    test('what the writer has no verdict on is not written, and asked for once', async () => {
      const space = await SpaceUnderTest.create(fresh().store, 'asking');
      const before = await space.content();
      const request = { ...writeRequest(collectionOf([area('a', 600)])), verdicts: [] };
      const { unprocessed, body } = await space.store.features.write(space.ref, request);
      assert.equal(body, undefined);
      const [line] = Buffer.from(unprocessed!.features).toString().split('\n');
      assert.deepEqual(JSON.parse(line!).feature.properties, { area: 600 });
      assert.equal(await space.count(), 0);
      assert.deepEqual(await space.content(), before);
      assert.equal((await write(space, [area('a', 600)])).asked, 1);
    });

    test('tags of rules are found, counted and maintained', async () => {
      const space = await SpaceUnderTest.create(fresh().store, 'ruled');
      await write(space, [area('a', 600), area('b', 5)]);
      assert.deepEqual((await space.page({ filter: { tags: [['big']], tests: [] } })).ids, ['a']);
      await write(space, [area('a', 4)]);
      assert.equal(await space.count({ tags: [['big']] }), 0);
      assert.deepEqual((await space.statistics()).tags.value, []);
    });

    test('a feature without an id is asked about under the id that it gets', async () => {
      const space = await SpaceUnderTest.create(fresh().store, 'unnamed');
      const { asked, result } = await write(space, [{ properties: { area: 600 } }]);
      assert.equal(asked, 1);
      assert.equal((result.inserted as string[]).length, 1);
    });

    test('a feature that was patched meanwhile is asked about again', async () => {
      const space = await SpaceUnderTest.create(fresh().store, 'meanwhile');
      await write(space, [{ id: 'a', properties: { area: 1, name: 'x' } }]);
      const rule = { onExists: 'patch', onNotExists: 'create', onConflict: 'replace' } as const;
      const request = { ...writeRequest(collectionOf([area('a', 600)]), { rule }), verdicts: [] };
      const first = await space.store.features.write(space.ref, request);
      await write(space, [{ id: 'a', properties: { area: 1, name: 'y' } }]);
      const { features, body } = first.unprocessed!;
      const slice = { processing, features, from: 0, limitMs: 10_000, transactional: true };
      const { verdicts } = processSlice(slice);
      const again = { ...request, body: { ...request.body, bytes: body }, verdicts: [verdicts] };
      const second = await space.store.features.write(space.ref, again);
      assert.match(Buffer.from(second.unprocessed!.features).toString(), /"name":"y"/);
    });

    test('writing the same again changes nothing', async () => {
      const space = await SpaceUnderTest.create(fresh().store, 'unchanged');
      await write(space, [area('a', 600)]);
      const before = await space.content();
      const { result } = await write(space, [area('a', 600)]);
      assert.equal(result.updated, undefined);
      assert.deepEqual(await space.content(), before);
    });

    test('one feature that is refused refuses the request', async () => {
      const space = await SpaceUnderTest.create(fresh().store, 'refusing');
      await assert.rejects(
        write(space, [area('a', 1), area('b', 'x')]),
        isFault('invalid', /^feature "b" at position 1: does not match the schema .*#\/properties\/area/),
      );
      assert.equal(await space.count(), 0);
    });

    test('without a transaction the others are written', async () => {
      const space = await SpaceUnderTest.create(fresh().store, 'partly');
      const { result } = await write(space, [area('a', 1), area('b', 'x')], { transactional: false });
      assert.deepEqual(result.inserted, ['a']);
      assert.deepEqual(
        (result.failed as { id: string; position: number }[]).map(({ id, position }) => [id, position]),
        [['b', 1]],
      );
    });
  });
}
