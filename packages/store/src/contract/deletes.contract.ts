import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { DeleteRequest } from '../rules/write/write-request.ts';
import type { FreshStore } from './engine.ts';
import { SpaceUnderTest } from './space-under-test.ts';

const tagged = (id: string, ...tags: string[]) => ({ id, properties: { '@ns:com:here:xyz': { tags } } });

export function deletesContract(fresh: () => FreshStore): void {
  describe('deleting', () => {
    const features = [tagged('a', 'x'), tagged('b', 'x', 'y'), tagged('c', 'y'), tagged('d')];
    const cases: [what: string, request: Partial<DeleteRequest>, deleted: string[]][] = [
      ['by ids, those that are there', { ids: ['d', 'zz', 'a', 'a'] }, ['d', 'a']],
      ['by no ids, nothing', { ids: [] }, []],
      ['by a tag', { tags: [['x']] }, ['a', 'b']],
      ['by one tag or another', { tags: [['x'], ['y']] }, ['a', 'b', 'c']],
      ['by one tag and another', { tags: [['x', 'y']] }, ['b']],
      ['by a tag nobody has', { tags: [['z']] }, []],
      ['by ids and tags, those that match both', { ids: ['a', 'c', 'd'], tags: [['y']] }, ['c']],
      ['everything', {}, ['a', 'b', 'c', 'd']],
    ];
    for (const [what, request, deleted] of cases)
      test(what, async () => {
        const space = await SpaceUnderTest.create(fresh().store, 'deleting');
        await space.put(features);
        assert.deepEqual(await space.delete(request), deleted);
        const left = ['a', 'b', 'c', 'd'].filter((id) => !deleted.includes(id));
        assert.deepEqual((await space.page()).ids, left);
        assert.equal(await space.count(), left.length);
        assert.equal((await space.statistics()).count, left.length);
        await space.put(features);
        assert.equal(await space.count({ tags: [['x']] }), 2, 'and all can be written again');
      });

    test('by ids, only those that were not written since', async () => {
      const space = await SpaceUnderTest.create(fresh().store, 'found before');
      await space.put(features);
      const found = await fresh().store.features.locateMatching(space.source, {
        tags: [['x'], ['y']],
        tests: [],
      });
      const writtenAt = new Map(found.map(({ id, updatedAt }) => [id, updatedAt]));
      writtenAt.set('b', writtenAt.get('b')! - 1);
      assert.deepEqual([...writtenAt.keys()], ['a', 'b', 'c']);
      assert.deepEqual(await space.delete({ ids: ['a', 'b', 'c', 'd'], writtenAt }), ['a', 'c']);
      assert.deepEqual((await space.page()).ids, ['b', 'd']);
    });

    test('everything need not list what went', async () => {
      const space = await SpaceUnderTest.create(fresh().store, 'emptying');
      await space.put(features);
      assert.deepEqual(await space.delete({ returning: false }), []);
      assert.equal(await space.count(), 0);
    });

    test('more features than one step holds', async () => {
      const space = await SpaceUnderTest.create(fresh().store, 'many');
      await space.put(Array.from({ length: 2500 }, (_, i) => tagged(`f${i}`, i % 5 === 0 ? 'kept' : 'gone')));
      assert.equal((await space.delete({ tags: [['gone']] })).length, 2000);
      assert.equal(await space.count(), 500);
      assert.deepEqual((await space.statistics()).tags.value, [{ key: 'kept', count: 500 }]);
    });
  });
}
