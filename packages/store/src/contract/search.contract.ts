import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { PropertyTest, TagFilter } from '../model/query/query.ts';
import type { FreshStore } from './engine.ts';
import { SpaceUnderTest } from './space-under-test.ts';

const tagged = (id: string, ...tags: string[]) => ({ id, properties: { '@ns:com:here:xyz': { tags } } });
const equals = (path: string[], ...operands: PropertyTest['operands'][number][]): PropertyTest => ({
  root: 'properties',
  path,
  comparison: '=',
  operands,
});

export function searchContract(fresh: () => FreshStore): void {
  describe('tags', () => {
    const features = [
      tagged('a', 'x'),
      tagged('b', 'x', 'y'),
      tagged('c', 'y', 'z'),
      tagged('d'),
      tagged('e', "x'; --", '🜨', '%'),
    ];
    const filters: [tags: TagFilter, ids: string[]][] = [
      [[], ['a', 'b', 'c', 'd', 'e']],
      [[['x']], ['a', 'b']],
      [
        [['x'], ['z']],
        ['a', 'b', 'c'],
      ],
      [[['x', 'y']], ['b']],
      [
        [['x', 'y'], ['z']],
        ['b', 'c'],
      ],
      [[['x', 'z']], []],
      [
        [['y'], ['y']],
        ['b', 'c'],
      ],
      [[["x'; --"]], ['e']],
      [[['🜨', '%']], ['e']],
      [[['X']], []],
    ];
    test('let pass those that have them', async () => {
      const space = await SpaceUnderTest.create(fresh().store, 'tags');
      await space.put(features);
      for (const [tags, ids] of filters) {
        const filter = { tags, tests: [] };
        assert.deepEqual((await space.page({ filter })).ids, ids, JSON.stringify(tags));
        assert.equal(await space.count(filter), ids.length, JSON.stringify(tags));
      }
    });
  });

  describe('property tests', () => {
    test('look at the feature itself too', async () => {
      const space = await SpaceUnderTest.create(fresh().store, 'roots');
      await space.put([
        { id: 'a', geometry: { type: 'Point', coordinates: [1, 2] }, rank: 1 },
        { id: 'b', rank: 2, properties: { '@ns:com:here:xyz': { tags: ['t'] } } },
      ]);
      const { updatedAt } = await space.content();
      const root = (
        path: string,
        comparison: PropertyTest['comparison'],
        ...operands: PropertyTest['operands']
      ): PropertyTest => ({ root: 'feature', path: path.split('.'), comparison, operands });
      const cases: [test: PropertyTest, ids: string[]][] = [
        [root('id', '=', 'b'), ['b']],
        [root('id', '=', 'b', 'a', 'b', 'zz'), ['a', 'b']],
        [root('id', '=', 5), []],
        [root('id', '!=', 'b'), ['a']],
        [root('id', '>', 'a'), ['b']],
        [root('rank', '>=', 2), ['b']],
        [root('geometry.type', '=', 'Point'), ['a']],
        [root('geometry', '=', null), ['b']],
        [root('tags', '=', 't'), ['b']],
        [root('updatedAt', '<=', updatedAt), ['a', 'b']],
        [root('createdAt', '>', updatedAt + 60_000), []],
      ];
      for (const [one, ids] of cases) {
        const filter = { tags: [], tests: [one] };
        assert.deepEqual((await space.page({ filter })).ids, ids, JSON.stringify(one));
        assert.equal(await space.count(filter), ids.length);
      }
    });

    test('combine with tags, limit and handle', async () => {
      const space = await SpaceUnderTest.create(fresh().store, 'combined', [['n']]);
      await space.put(
        Array.from({ length: 30 }, (_, i) => ({
          id: `f${i}`,
          properties: { n: i % 3, '@ns:com:here:xyz': { tags: [i % 2 ? 'odd' : 'even'] } },
        })),
      );
      const filter = { tags: [['odd']], tests: [equals(['n'], 1)] };
      assert.deepEqual(
        (await space.pages({ filter, limit: 2 })).map(({ ids }) => ids),
        [['f1', 'f7'], ['f13', 'f19'], ['f25']],
      );
      assert.equal(await space.count(filter), 5);
    });

    test('take hostile names and values for names and values', async () => {
      const hostile = [
        "'; DROP TABLE feature; --",
        '"',
        '%',
        '_',
        '$.a',
        '[0]',
        '\u0000',
        '__proto__',
        'constructor',
        'a"."b',
        '\\u0061',
        '🜨',
        '\u2028',
      ];
      const bare = await SpaceUnderTest.create(fresh().store, 'hostile');
      const indexed = await SpaceUnderTest.create(
        fresh().store,
        'hostile indexed',
        hostile.map((name) => [name]),
      );
      const features = hostile.map(
        (name) =>
          `{"id":${JSON.stringify(name)},"properties":{${JSON.stringify(name)}:${JSON.stringify(name)}}}`,
      );
      for (const space of [bare, indexed]) {
        await space.send(`{"type":"FeatureCollection","features":[${features.join(',')}]}`);
        for (const name of hostile)
          assert.deepEqual((await space.page({ filter: { tags: [], tests: [equals([name], name)] } })).ids, [
            name,
          ]);
        assert.equal(await space.count(), hostile.length);
      }
    });
  });

  describe('indexes', () => {
    const n = equals(['n'], 7);
    const find = (space: SpaceUnderTest) =>
      space.page({ filter: { tags: [], tests: [n] } }).then(({ ids }) => ids);

    test('can be asked for when there is data already, while more is written', async () => {
      const { store, indexed } = fresh();
      const space = await SpaceUnderTest.create(store, 'late index');
      await space.put(Array.from({ length: 5000 }, (_, i) => ({ id: `f${i}`, properties: { n: i % 1000 } })));
      await store.features.defineIndexes(space.ref, [['n'], ['other']]);
      await Promise.all([
        space.put([{ id: 'f7', properties: { n: 8 } }]),
        space.put([{ id: 'late', properties: { n: 7 } }]),
        space.delete({ ids: ['f1007'] }),
      ]);
      const found = ['f2007', 'f3007', 'f4007', 'late'];
      assert.deepEqual(await find(space), found);
      await indexed(space.ref);
      assert.deepEqual(await find(space), found);
    });

    test('can be dropped and asked for again', async () => {
      const { store, indexed } = fresh();
      const space = await SpaceUnderTest.create(store, 'index again', [['n']]);
      await space.put([{ id: 'a', properties: { n: 7 } }]);
      await store.features.defineIndexes(space.ref, []);
      await space.put([
        { id: 'b', properties: { n: 7 } },
        { id: 'a', properties: { n: 6 } },
      ]);
      assert.deepEqual(await find(space), ['b']);
      await store.features.defineIndexes(space.ref, [['n']]);
      await space.put([{ id: 'c', properties: { n: 7 } }]);
      await indexed(space.ref);
      assert.deepEqual(await find(space), ['b', 'c']);
    });

    test('change no content', async () => {
      const { store } = fresh();
      const space = await SpaceUnderTest.create(store, 'index only');
      await space.put([{ id: 'a' }]);
      const before = await space.content();
      await store.features.defineIndexes(space.ref, [['n']]);
      assert.deepEqual(await space.content(), before);
    });
  });
}
