import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { SpaceRecord } from '../catalogue.ts';
import type { JsonObject } from '../model/json/own.ts';
import type { FreshStore } from './engine.ts';

export function spaceTableContract(opened: () => FreshStore): void {
  const spaces = () => opened().store.catalogue.spaces;
  const added = async (id: string, definition: JsonObject = {}) => {
    const record = await spaces().add(await spaces().reserve(id), { id, ...definition });
    assert.ok(record instanceof Object);
    return record;
  };

  describe('spaces', () => {
    test('are listed in the order they were made, as they were defined', async () => {
      const definition = JSON.parse(
        '{"title":"né 🜨","__proto__":{"a":1},"client":{"deep":[1,null,{"x":false}]}}',
      );
      const records = [await added('listed-b', definition), await added('listed-a')];
      const all = await spaces().all();
      assert.deepEqual(all.slice(-2), records);
      assert.equal(JSON.stringify(all.at(-2)!.definition), JSON.stringify({ id: 'listed-b', ...definition }));
    });

    test('have an id of their own, to the letter', async () => {
      const first = await added('Taken');
      const ref = await spaces().reserve('Taken');
      assert.equal(await spaces().add(ref, { id: 'Taken', title: 'second' }), 'taken');
      assert.deepEqual(
        (await spaces().all()).filter(({ id }) => id === 'Taken'),
        [first],
      );
      await spaces().forget(ref.storageKey);
      await added('taken');
    });

    test('change in their definition', async () => {
      const record = await added('changed', { title: 'before' });
      const after = { ...record, definition: { id: 'changed', title: 'after' } };
      assert.deepEqual(await spaces().update(record, after.definition), after);
      const [found] = (await spaces().all()).filter(({ id }) => id === 'changed');
      assert.deepEqual(found, after);
      assert.deepEqual(spaces().known.get('changed'), after);
    });

    test('do not change where they have changed since they were read', async () => {
      const record = await added('contested-change', { title: 'before' });
      const one = await spaces().update(record, { ...record.definition, title: 'one' });
      assert.equal(await spaces().update(record, { ...record.definition, title: 'other' }), undefined);
      assert.equal(spaces().known.get(record.id)?.definition.title, 'one');
      assert.equal(await spaces().remove(one!), true);
      assert.equal(await spaces().remove(one!), false);
      assert.equal(await spaces().update(one!, { title: 'late' }), undefined);
      assert.equal(spaces().known.has(record.id), false);
    });

    test('are known in memory as they are listed', async () => {
      await added('known-b');
      await added('known-a');
      await spaces().remove(await added('known-c'));
      assert.deepEqual([...spaces().known.values()], await spaces().all());
    });

    test('get higher and higher numbers, none of them twice', async () => {
      const first = await added('numbered');
      await spaces().remove(first);
      const second = await added('numbered');
      assert.ok(second.serial > first.serial);
      assert.notEqual(second.storageKey, first.storageKey);
    });

    test('are held to a number for each owner where one is given', async () => {
      const add = async (id: string, most: number) =>
        spaces().add(await spaces().reserve(id), { id, owner: 'limited' }, most);
      assert.ok((await add('limited1', 2)) instanceof Object);
      assert.ok((await add('limited2', 2)) instanceof Object);
      assert.equal(await add('limited3', 2), 'tooMany');
      assert.ok((await add('limited4', 3)) instanceof Object);
      await spaces().remove((await spaces().all()).find(({ id }) => id === 'limited1') as SpaceRecord);
      assert.ok((await add('limited5', 3)) instanceof Object);
    });

    test('of one id are made by one of many who try at once', async () => {
      const outcomes = await Promise.all(
        Array.from({ length: 10 }, async () =>
          spaces().add(await spaces().reserve('contested'), { id: 'contested' }),
        ),
      );
      assert.equal(outcomes.filter((outcome) => outcome === 'taken').length, 9);
    });
  });

  describe('a storage key', () => {
    const isOrphan = async (storageKey: string) => (await spaces().orphans()).includes(storageKey);

    test('is orphaned before its space is there and after it is gone', async () => {
      const ref = await spaces().reserve('wandering');
      assert.equal(await isOrphan(ref.storageKey), true);
      await spaces().add(ref, { id: 'wandering' });
      assert.equal(await isOrphan(ref.storageKey), false);
      await spaces().remove(ref);
      assert.equal(await isOrphan(ref.storageKey), true);
      await spaces().forget(ref.storageKey);
      assert.equal(await isOrphan(ref.storageKey), false);
    });

    test('that was given up makes no space any more', async () => {
      const ref = await spaces().reserve('given up');
      await spaces().forget(ref.storageKey);
      await assert.rejects(spaces().add(ref, { id: 'given up' }), { kind: 'unavailable' });
      assert.deepEqual(
        (await spaces().all()).filter(({ id }) => id === 'given up'),
        [],
      );
    });

    test('that is orphaned is cleared away when the store opens again', async () => {
      const { store } = opened();
      const ref = await spaces().reserve('cut short');
      await store.features.create(ref, []);
      const again = await opened().reopen();
      assert.deepEqual(await again.catalogue.spaces.orphans(), []);
      await assert.rejects(async () => again.features.content(ref));
    });
  });
}
