import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Feature, type FeatureCollection, feature, idsOf, withoutNamespace } from './harness/geojson.ts';
import { sharedHub } from './harness/hub.ts';
import { assertMissing, assertRefused } from './harness/refusal.ts';
import { newSpace } from './harness/space.ts';

const hub = await sharedHub();

const space = await newSpace(hub);
const { features: stored } = await space.load(
  feature('a', { n: 1 }),
  feature('b', { n: 2 }),
  feature('c', { n: 3 }),
  feature('e f', { n: 4 }),
  feature('g+h', { n: 5 }),
  feature('i,j', { n: 6 }),
);
const byId = new Map(stored.map((one) => [one.id, one]));

describe('GET features/{id}', () => {
  test('answers the Feature as it was acknowledged', async () => {
    const response = await hub.get<Feature>(`${space.features}/a`);
    assert.equal(response.status, 200);
    assert.match(response.headers['content-type'] ?? '', /^application\/geo\+json; ?charset=utf-8$/i);
    assert.deepEqual(response.body, byId.get('a'));
    assert.deepEqual(withoutNamespace(response.body), feature('a', { n: 1 }));
  });

  test('finds an id with a comma in it', async () => {
    assert.equal((await space.read('i,j')).id, 'i,j');
  });

  for (const path of ['/none', '/A', '/a%20', '/%00', "/a'", '/a%2Fb', `/${'x'.repeat(2000)}`]) {
    test(`a feature that does not exist is a 404: ${path.slice(0, 20)}`, async () => {
      assertMissing(await hub.get(space.features + path));
    });
  }

  test('a space that does not exist is a 404', async () => {
    assertMissing(await hub.get('/hub/spaces/never-created/features/a'));
  });
});

describe('GET features?id=…', () => {
  const CASES: [string, string, string[]][] = [
    ['one id', 'id=a', ['a']],
    ['repeated parameter', 'id=a&id=b', ['a', 'b']],
    ['raw comma', 'id=a,b', ['a', 'b']],
    ['encoded comma', 'id=a%2Cb', ['a', 'b']],
    ['all three', 'id=a,b&id=c%2Ce%20f', ['a', 'b', 'c', 'e f']],
    ['in the order of the request', 'id=c,a,b', ['c', 'a', 'b']],
    ['in the order of the request, repeated', 'id=c&id=a&id=b', ['c', 'a', 'b']],
    ['missing ids are silently absent', 'id=none,b,nothing', ['b']],
    ['only missing ids', 'id=none', []],
    ['a repeated id comes once', 'id=b,a,b&id=a', ['b', 'a']],
    ['a plus is a blank', 'id=e+f', ['e f']],
    ['an encoded plus is a plus', 'id=g%2Bh', ['g+h']],
    ['limit does not apply', 'id=a,b,c&limit=1', ['a', 'b', 'c']],
    ['skipCache', 'id=a&skipCache=true', ['a']],
    ['clientId', 'id=a&clientId=me', ['a']],
  ];
  for (const [name, query, ids] of CASES) {
    test(name, async () => {
      const response = await hub.get<FeatureCollection>(`${space.features}?${query}`);
      assert.equal(response.status, 200, response.text);
      assert.deepEqual(response.body, { type: 'FeatureCollection', features: ids.map((id) => byId.get(id)) });
      assert.match(response.headers['content-type'] ?? '', /^application\/geo\+json; ?charset=utf-8$/i);
    });
  }

  test('works with a slash behind features', async () => {
    const response = await hub.get<FeatureCollection>(`${space.features}/?id=a,b`);
    assert.deepEqual(idsOf(response.body), ['a', 'b']);
  });

  for (const query of ['', '?', '?force2D=true', '?clientId=x']) {
    test(`is refused without id: features${query}`, async () => {
      assertRefused(await hub.get(space.features + query), 400, 'id');
    });
  }

  test('reads as many as are asked for', async () => {
    const many = await newSpace(hub);
    const ids = Array.from({ length: 1200 }, (_, n) => `f${n}`);
    await many.load(...ids.map((id) => feature(id)));
    const asked = ids.toReversed();
    const response = await hub.get<FeatureCollection>(`${many.features}?id=${asked.join(',')}`);
    assert.deepEqual(idsOf(response.body), asked);
  });

  test('a space that does not exist is a 404', async () => {
    assertMissing(await hub.get('/hub/spaces/never-created/features?id=a'));
  });
});
