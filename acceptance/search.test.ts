import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Feature, type FeatureCollection, feature, idsOf, tagged } from './harness/geojson.ts';
import { sharedHub } from './harness/hub.ts';
import { assertMissing, assertRefused } from './harness/refusal.ts';
import { newSpace } from './harness/space.ts';

const hub = await sharedHub();

describe('search', () => {
  test('without a filter answers the features as stored, in insertion order', async () => {
    const space = await newSpace(hub);
    const { features } = await space.load(feature('z'), feature('m'), feature('a'));
    const response = await hub.get<FeatureCollection>(`${space.path}/search`);
    assert.equal(response.status, 200);
    assert.match(response.headers['content-type'] ?? '', /^application\/geo\+json; ?charset=utf-8$/i);
    assert.deepEqual(response.body, { type: 'FeatureCollection', features });
  });

  test('of an empty space answers an empty collection', async () => {
    const space = await newSpace(hub);
    assert.deepEqual((await hub.get(`${space.path}/search`)).body, {
      type: 'FeatureCollection',
      features: [],
    });
  });

  test('a replaced or patched feature keeps its position', async () => {
    const space = await newSpace(hub);
    await space.load(feature('a'), feature('b'), feature('c'), feature('d'));
    await space.load(feature('a', { n: 1 }));
    await hub.patch(`${space.features}/b`, { properties: { n: 'x'.repeat(5000) } });
    await hub.post(space.features, feature('c', { n: 1 }));
    await hub.put(`${space.features}/d`, feature('d', { n: 1 }));
    assert.deepEqual(await space.search(), ['a', 'b', 'c', 'd']);
  });

  test('sees a write as soon as it is answered, with and without skipCache', async () => {
    const space = await newSpace(hub);
    for (const query of ['', 'skipCache=true', 'skipCache=false']) {
      const before = await space.search(query);
      await space.load(feature(`f${query}`));
      assert.deepEqual(await space.search(query), [...before, `f${query}`]);
    }
  });

  test('a space that does not exist is a 404', async () => {
    assertMissing(await hub.get('/hub/spaces/never-created/search'));
  });
});

describe('limit', async () => {
  const space = await newSpace(hub);
  await space.load(...['a', 'b', 'c', 'd'].map((id, n) => feature(id, { n })));
  const search = (query: string) => hub.get<FeatureCollection>(`${space.path}/search?${query}`);

  const CASES: [string, string[], boolean][] = [
    ['limit=1', ['a'], true],
    ['limit=3', ['a', 'b', 'c'], true],
    ['limit=4', ['a', 'b', 'c', 'd'], false],
    ['limit=5', ['a', 'b', 'c', 'd'], false],
    ['limit=100000', ['a', 'b', 'c', 'd'], false],
    ['limit=2&p.n>0', ['b', 'c'], true],
    ['limit=2&p.n>1', ['c', 'd'], false],
    ['limit=2&p.n>2', ['d'], false],
  ];
  for (const [query, ids, cut] of CASES) {
    test(`${query} ${cut ? 'says that it cut' : 'says nothing of a cut'}`, async () => {
      const { body } = await search(query);
      assert.deepEqual(idsOf(body), ids);
      assert.deepEqual(
        Object.keys(body).sort(),
        cut ? ['features', 'partial', 'type'] : ['features', 'type'],
      );
      assert.equal(body.partial, cut ? true : undefined);
    });
  }

  for (const value of [
    '0',
    '-1',
    '100001',
    '1.5',
    'abc',
    '',
    '1e3x',
    'NaN',
    'Infinity',
    '0x10',
    '1,2',
    '%00',
  ]) {
    test(`limit=${value} is refused by search and iterate`, async () => {
      assertRefused(await search(`limit=${value}`), 400, 'limit');
      assertRefused(await hub.get(`${space.path}/iterate?limit=${value}`), 400, 'limit');
    });
  }
});

describe('tags as a filter', async () => {
  const space = await newSpace(hub);
  await space.load(
    tagged('a', 'red'),
    tagged('b', 'big'),
    tagged('c', 'red', 'big'),
    tagged('d', 'red', 'big', 'old'),
    tagged('e', 'two words', 'c++', '@As Is'),
    feature('f'),
  );
  const CASES: [string, string[]][] = [
    ['tags=red', ['a', 'c', 'd']],
    ['tags=RED', ['a', 'c', 'd']],
    ['tags=r%C3%A9d', ['a', 'c', 'd']],
    ['tags=red,old', ['a', 'c', 'd']],
    ['tags=big,old', ['b', 'c', 'd']],
    ['tags=big%2Cold', ['b', 'c', 'd']],
    ['tags=big&tags=old', ['b', 'c', 'd']],
    ['tags=red+big', ['c', 'd']],
    ['tags=red+big+old', ['d']],
    ['tags=red+old,big', ['b', 'c', 'd']],
    ['tags=red+old&tags=big', ['b', 'c', 'd']],
    ['tags=two%20words', ['e']],
    ['tags=c%2B%2B', ['e']],
    ['tags=@As%20Is', ['e']],
    ['tags=@as%20is', []],
    ['tags=none', []],
    ['tags=none,old', ['d']],
    ['tags=none+old', []],
    ['tags=', ['a', 'b', 'c', 'd', 'e', 'f']],
    ['tags=red&limit=2', ['a', 'c']],
  ];
  for (const [query, ids] of CASES) {
    test(query, async () => {
      assert.deepEqual(await space.search(query), ids, 'search');
      const page = await hub.get<FeatureCollection>(`${space.path}/iterate?${query}`);
      assert.deepEqual(idsOf(page.body), ids, 'iterate');
      if (query.includes('limit')) return;
      const { body } = await hub.get<{ count: number }>(`${space.path}/count?${query}`);
      assert.equal(body.count, ids.length, 'count');
    });
  }

  test('match the feature as it is now', async () => {
    const own = await newSpace(hub);
    await own.load(tagged('a', 'old'));
    await own.load(tagged('a', 'new'));
    assert.deepEqual(await own.search('tags=old'), []);
    assert.deepEqual(await own.search('tags=new'), ['a']);
    await hub.patch<Feature>(`${own.features}/a?removeTags=new`, {});
    assert.deepEqual(await own.search('tags=new'), []);
  });
});
