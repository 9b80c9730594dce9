import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type FeatureCollection, feature, tagged } from './harness/geojson.ts';
import { sharedHub } from './harness/hub.ts';
import { assertMissing, assertRefused } from './harness/refusal.ts';
import { newSpace } from './harness/space.ts';

const hub = await sharedHub();

async function filledSpace() {
  const space = await newSpace(hub);
  await space.load(
    tagged('a', 'red', 'big'),
    tagged('b', 'red'),
    tagged('c', 'big'),
    feature('d'),
    feature('e f'),
  );
  return space;
}
const ALL = ['a', 'b', 'c', 'd', 'e f'];

describe('DELETE features/{id}', () => {
  test('answers 204 and nothing', async () => {
    const space = await filledSpace();
    const response = await hub.delete(`${space.features}/a`);
    assert.equal(response.status, 204);
    assert.equal(response.bytes.length, 0);
    assertMissing(await hub.get(`${space.features}/a`));
    assert.deepEqual(await space.search(), ['b', 'c', 'd', 'e f']);
  });

  test('a feature or a space that does not exist is a 404', async () => {
    const space = await filledSpace();
    assertMissing(await hub.delete(`${space.features}/none`));
    assertMissing(await hub.delete('/hub/spaces/never-created/features/none'));
  });
});

describe('DELETE features by query', () => {
  const CASES: [string, string, string[]][] = [
    ['by id', 'id=a', ['a']],
    ['by ids, comma', 'id=a,c', ['a', 'c']],
    ['by ids, encoded comma', 'id=a%2Cc', ['a', 'c']],
    ['by ids, repeated', 'id=a&id=c', ['a', 'c']],
    ['by an id with a blank', 'id=e%20f', ['e f']],
    ['by an id with a plus for the blank', 'id=e+f', ['e f']],
    ['missing ids are ignored', 'id=a,none', ['a']],
    ['an id given twice', 'id=a,a', ['a']],
    ['by tag', 'tags=red', ['a', 'b']],
    ['by either tag', 'tags=red,big', ['a', 'b', 'c']],
    ['by either tag, repeated', 'tags=red&tags=big', ['a', 'b', 'c']],
    ['by both tags', 'tags=red+big', ['a']],
    ['by a tag in another case', 'tags=RED', ['a', 'b']],
    ['by a tag that none has', 'tags=blue', []],
    ['id and tags must both match', 'id=a,c,d&tags=red', ['a']],
    ['id with empty tags', 'id=a&tags=', ['a']],
    ['all, by tags', 'tags=*', ALL],
    ['all, by id', 'id=*', ALL],
  ];
  for (const [name, query, gone] of CASES) {
    test(`${name}: ${query}`, async () => {
      const space = await filledSpace();
      const response = await hub.delete(`${space.features}?${query}`);
      assert.equal(response.status, 204, response.text);
      assert.equal(response.bytes.length, 0);
      assert.deepEqual(
        await space.search(),
        ALL.filter((id) => !gone.includes(id)),
      );
    });

    for (const accept of ['application/json', 'application/geo+json']) {
      test(`${name}: ${query} with Accept ${accept}`, async () => {
        const space = await filledSpace();
        const response = await hub.delete<FeatureCollection>(`${space.features}?${query}`, {
          headers: { accept },
        });
        assert.equal(response.status, 200, response.text);
        const { deleted = [], ...rest } = response.body;
        const count = query.includes('tags=') ? { count: gone.length } : {};
        assert.deepEqual(rest, { type: 'FeatureCollection', features: [], ...count });
        assert.deepEqual(deleted.toSorted(), gone);
        assert.match(response.headers['content-type'] ?? '', /^application\/geo\+json/);
      });
    }
  }

  for (const accept of ['*/*', 'application/json, text/plain, */*', 'text/html', 'application/*']) {
    test(`answers 204 with Accept ${accept}`, async () => {
      const space = await filledSpace();
      const response = await hub.delete(`${space.features}?id=a`, { headers: { accept } });
      assert.equal(response.status, 204, response.text);
    });
  }

  for (const query of ['', 'tags=', 'id=', 'tags=&id=', 'clientId=x']) {
    test(`refuses to delete with ${query || 'no parameter'}`, async () => {
      const space = await filledSpace();
      assertRefused(await hub.delete(`${space.features}?${query}`), 400, /id|tags/);
      assert.deepEqual(await space.search(), ALL);
    });
  }

  test('reaches any number of ids', async () => {
    const space = await newSpace(hub);
    const ids = Array.from({ length: 1500 }, (_, n) => `f${n}`);
    await space.load(...ids.map((id) => feature(id)));
    const response = await hub.delete(`${space.features}?id=${ids.slice(1).join(',')}`);
    assert.equal(response.status, 204, response.text);
    assert.deepEqual(await space.search(), ['f0']);
  });

  test('a space that does not exist is a 404', async () => {
    assertMissing(await hub.delete('/hub/spaces/never-created/features?id=a'));
  });

  test('what was deleted can be created again, at the end', async () => {
    const space = await filledSpace();
    await hub.delete(`${space.features}?id=a`);
    assert.deepEqual((await space.load(feature('a'))).inserted, ['a']);
    assert.deepEqual(await space.search(), ['b', 'c', 'd', 'e f', 'a']);
  });
});
