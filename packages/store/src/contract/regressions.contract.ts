import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { parseStored } from '../model/json/exact-json.ts';
import type { PropertyTest } from '../model/query/query.ts';
import type { FreshStore } from './engine.ts';
import { SpaceUnderTest, UNHURRIED, walkOf } from './space-under-test.ts';

const MANY_SPACES = 80;
const point = (id: string, x: number) => ({ id, geometry: { type: 'Point', coordinates: [x, 0] } });

/** Faults that were there once. */
export function regressionsContract(fresh: () => FreshStore): void {
  describe('more spaces than files are kept open', () => {
    test('can be read in one turn, and while one of them is streamed slowly', async () => {
      const { store } = fresh();
      const large = await SpaceUnderTest.create(store, 'large');
      const text = 'x'.repeat(300);
      await large.put(Array.from({ length: 5000 }, (_, i) => ({ id: `f${i}`, properties: { text } })));
      const spaces = await Promise.all(
        Array.from({ length: MANY_SPACES }, (_, i) => SpaceUnderTest.create(store, `many-${i}`)),
      );
      await Promise.all(spaces.map((space) => space.put([point('here', 1)])));
      const stream = store.features.stream(large.ref, walkOf({}), UNHURRIED);
      await stream.next();
      for (let round = 0; round < 2; round++) {
        const found = await Promise.all(spaces.map((space) => space.byId(['here'])));
        assert.ok(found.every(([feature]) => feature?.id === 'here'));
        assert.deepEqual(
          await Promise.all(spaces.map((space) => space.count())),
          spaces.map(() => 1),
        );
      }
      let next = await stream.next();
      while (!next.done) next = await stream.next();
      assert.equal(next.value.more, false);
    });
  });

  test('statistics are of one moment, whatever is written meanwhile', async () => {
    const space = await SpaceUnderTest.create(fresh().store, 'moment');
    await space.put([point('stays', 10)]);
    let isOver = false;
    const writing = (async () => {
      while (!isOver) {
        await space.put([point('far', -100)]);
        await space.delete({ ids: ['far'] });
      }
    })();
    for (let i = 0; i < 200; i++) {
      const { count, extent } = await space.statistics();
      assert.equal(extent?.bbox.west, count === 2 ? -100 : 10);
    }
    isOver = true;
    await writing;
  });

  test('an index is built though nothing else happens in its space', async () => {
    const { store, indexed } = fresh();
    const space = await SpaceUnderTest.create(store, 'idle');
    await space.put(Array.from({ length: 10 }, (_, i) => ({ id: `f${i}`, properties: { n: i } })));
    await store.features.defineIndexes(space.ref, [['n']]);
    await indexed(space.ref);
    const test: PropertyTest = { root: 'properties', path: ['n'], comparison: '>', operands: [7] };
    assert.equal(await space.count({ tests: [test] }), 2);
  });

  test('filters may have hundreds of alternatives', async () => {
    const space = await SpaceUnderTest.create(fresh().store, 'alternatives');
    const tags = Array.from({ length: 600 }, (_, i) => [`t${i}`]);
    await space.put([point('a', 1), point('b', 2)], { addTags: ['t599'] });
    assert.equal(await space.count({ tags }), 2);
    const tests: PropertyTest[] = [
      { root: 'properties', path: ['n'], comparison: '=', operands: tags.map((_, i) => i) },
    ];
    assert.equal(await space.count({ tags, tests }), 0);
    assert.deepEqual((await space.delete({ tags })).sort(), ['a', 'b']);
  });

  test('definitions keep numbers that no JavaScript number can hold', async () => {
    const { store } = fresh();
    const ref = await store.catalogue.spaces.reserve('digits');
    const definition = parseStored('{"id":"digits","owner":"o","client":{"n":9007199254740993}}');
    await store.catalogue.spaces.add(ref, definition as never);
    const stored = (await store.catalogue.spaces.all()).find(({ id }) => id === 'digits');
    assert.match(JSON.stringify(stored?.definition), /"n":9007199254740993/);
  });
}
