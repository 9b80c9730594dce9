import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Processing } from '../rules/processors/processing.ts';
import type { FreshStore } from './engine.ts';
import { isFault } from './is-fault.ts';
import { SpaceUnderTest } from './space-under-test.ts';

const processing: Processing = {
  rules: [{ tag: 'big', path: '$.features[?(@.properties.area>=500)]' }],
  schemas: [JSON.stringify({ properties: { properties: { properties: { area: { type: 'number' } } } } })],
};

const area = (id: string, value: unknown) => ({ id, properties: { area: value } });

export function processorsContract(fresh: () => FreshStore): void {
  describe('processors', () => {
    test('tags of rules are found, counted and kept up to date', async () => {
      const space = await SpaceUnderTest.create(fresh().store, 'ruled');
      await space.put([area('a', 600), area('b', 5)], { processing });
      assert.deepEqual((await space.page({ filter: { tags: [['big']], tests: [] } })).ids, ['a']);
      await space.put([area('a', 4)], { processing });
      assert.equal(await space.count({ tags: [['big']] }), 0);
      assert.deepEqual((await space.statistics()).tags.value, []);
    });

    test('writing the same again changes nothing', async () => {
      const space = await SpaceUnderTest.create(fresh().store, 'unchanged');
      await space.put([area('a', 600)], { processing });
      const before = await space.content();
      const answer = await space.put([area('a', 600)], { processing });
      assert.equal(answer.updated, undefined);
      assert.deepEqual(await space.content(), before);
    });

    test('one feature that is refused refuses the request', async () => {
      const space = await SpaceUnderTest.create(fresh().store, 'refusing');
      await assert.rejects(
        space.put([area('a', 1), area('b', 'x')], { processing }),
        isFault('invalid', /^feature "b" at position 1: does not match the schema .*#\/properties\/area/),
      );
      assert.equal(await space.count(), 0);
    });

    test('without a transaction the others are written', async () => {
      const space = await SpaceUnderTest.create(fresh().store, 'partly');
      const answer = await space.put([area('a', 1), area('b', 'x')], { processing, transactional: false });
      assert.deepEqual(answer.inserted, ['a']);
      assert.deepEqual(
        (answer.failed as { id: string; position: number }[]).map(({ id, position }) => [id, position]),
        [['b', 1]],
      );
    });
  });
}
