import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { collection, point } from './harness/geojson.ts';
import { startHub } from './harness/hub.ts';
import { assertRefused } from './harness/refusal.ts';
import { newSpace } from './harness/space.ts';

const MAX = 256;

const properties = (count: number, name: string) =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [`${name}${i}`, true]));
const values = (count: number, name: string) =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [`${name}${i}`, `value ${i} of a feature`]));

describe('searchable properties', async () => {
  const hub = await startHub();

  test('can be as many as one feature can have a value for each of', async () => {
    const space = await newSpace(hub, { searchableProperties: properties(MAX, 'p') });
    const all = { ...point('all', 1, 2), properties: values(MAX, 'p') };
    assert.equal((await hub.put(space.features, collection(all, point('none', 3, 4)))).status, 200);
    assert.deepEqual(
      await space.search(`p.p${MAX - 1}=${encodeURIComponent(`value ${MAX - 1} of a feature`)}`),
      ['all'],
    );
  });

  test('that are more are refused, in a new space and in one that is changed', async () => {
    const tooMany = { searchableProperties: properties(MAX + 1, 'p') };
    const expected = /searchableProperties: 257 properties are true, but a space can have indexes for 256/;
    assertRefused(await hub.post('/hub/spaces', { title: 'many', ...tooMany }), 400, expected);
    const space = await newSpace(hub, { searchableProperties: properties(MAX, 'p') });
    const more = { searchableProperties: { more: true } };
    assertRefused(await hub.patch(space.path, more), 400, expected);
    const unused = { searchableProperties: { p0: false, more: true } };
    assert.equal((await hub.patch(space.path, unused)).status, 200);
  });

  test('can be replaced again and again', async () => {
    const space = await newSpace(hub, { searchableProperties: properties(250, 'a') });
    const names = [...'abcdefghi'];
    for (const [i, name] of names.entries()) {
      const before = Object.keys(properties(250, names[i - 1] ?? 'z')).map((path) => [path, null]);
      const change = { searchableProperties: { ...Object.fromEntries(before), ...properties(250, name) } };
      assert.equal((await hub.patch(space.path, change)).status, 200, name);
    }
    const feature = (id: string, n: number) => ({ ...point(id, n, n), properties: { i7: n, h7: n } });
    assert.equal((await hub.put(space.features, collection(feature('x', 1), feature('y', 2)))).status, 200);
    assert.deepEqual(await space.search('p.i7=2'), ['y']);
    assert.deepEqual(await space.search('p.h7=1'), ['x']);
  });
});
