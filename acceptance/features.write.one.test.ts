import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  collection,
  type Feature,
  type FeatureCollection,
  feature,
  idsOf,
  NAMESPACE,
  namespaceOf,
  POINT,
  withoutNamespace,
} from './harness/geojson.ts';
import { sharedHub } from './harness/hub.ts';
import { assertMissing, assertRefused } from './harness/refusal.ts';
import { newSpace, nextMillisecond } from './harness/space.ts';

const hub = await sharedHub();

describe('PUT features/{id}', () => {
  test('creates, then replaces, and responses the Feature', async () => {
    const space = await newSpace(hub);
    const created = await hub.put<Feature>(`${space.features}/a`, feature('a', { n: 1, m: 1 }));
    assert.equal(created.status, 200);
    assert.match(created.headers['content-type'] ?? '', /^application\/geo\+json; ?charset=utf-8$/i);
    assert.deepEqual(withoutNamespace(created.body), feature('a', { n: 1, m: 1 }));
    await nextMillisecond();
    const replaced = await hub.put<Feature>(`${space.features}/a`, feature('a', { n: 2 }));
    assert.deepEqual(withoutNamespace(replaced.body), feature('a', { n: 2 }));
    assert.equal(namespaceOf(replaced.body).createdAt, namespaceOf(created.body).createdAt);
    assert.deepEqual(await space.read('a'), replaced.body);
  });

  test('the id of the path wins over that of the body', async () => {
    const space = await newSpace(hub);
    for (const id of ['other', 5, null, undefined]) {
      const response = await hub.put<Feature>(`${space.features}/mine`, { ...feature(''), id });
      assert.equal(response.body.id, 'mine', response.text);
    }
    assert.deepEqual(await space.search(), ['mine']);
  });

  test('refuses a FeatureCollection', async () => {
    const space = await newSpace(hub);
    assertRefused(await hub.put(`${space.features}/a`, collection(feature('a'))), 400, 'Feature');
  });

  const IDS = [
    'a b',
    'a/b',
    '..',
    '.',
    'ünï',
    '東京',
    '😀',
    '%',
    '%2F',
    'a,b',
    "'; DROP TABLE features; --",
    'a?b#c',
    '__proto__',
    'x'.repeat(500),
  ];
  for (const id of IDS) {
    test(`any text can be an id: ${id.slice(0, 30)}`, async () => {
      const space = await newSpace(hub);
      // Dots too, because `%2E%2E` must stay a name on its way through the server.
      const path = `${space.features}/${encodeURIComponent(id).replaceAll('.', '%2E')}`;
      const written = await hub.put<Feature>(path, {
        type: 'Feature',
        geometry: POINT,
        properties: { n: 1 },
      });
      assert.equal(written.status, 200, written.text);
      assert.equal(written.body.id, id);
      assert.deepEqual((await hub.get<Feature>(path)).body, written.body);
      assert.deepEqual(await space.search(), [id]);
      assert.equal((await hub.delete(path)).status, 204);
      assert.deepEqual(await space.search(), []);
    });
  }
});

describe('PUT features/ without an id', () => {
  test('creates the Feature under a new id and responses it', async () => {
    const space = await newSpace(hub);
    const response = await hub.put<Feature>(`${space.features}/`, {
      type: 'Feature',
      geometry: POINT,
      properties: { n: 1 },
    });
    assert.equal(response.status, 200, response.text);
    assert.equal(response.body.type, 'Feature');
    assert.match(response.body.id, /^[A-Za-z0-9]{16}$/);
    assert.deepEqual(await space.read(response.body.id), response.body);
  });

  test('keeps an id that is given, and replaces where it exists', async () => {
    const space = await newSpace(hub);
    assert.equal((await hub.put<Feature>(`${space.features}/`, feature('a', { n: 1, m: 1 }))).body.id, 'a');
    const again = await hub.put<Feature>(`${space.features}/`, feature('a', { n: 2 }));
    assert.deepEqual(withoutNamespace(again.body), feature('a', { n: 2 }));
    assert.deepEqual(await space.search(), ['a']);
  });

  test('treats a FeatureCollection as PUT features', async () => {
    const space = await newSpace(hub);
    const response = await hub.put<FeatureCollection>(
      `${space.features}/`,
      collection(feature('a'), feature('b')),
    );
    assert.equal(response.status, 200, response.text);
    assert.deepEqual(idsOf(response.body), ['a', 'b']);
    assert.deepEqual(response.body.inserted, ['a', 'b']);
  });
});

describe('PATCH features/{id}', () => {
  const LINE = {
    type: 'LineString',
    coordinates: [
      [1, 2],
      [3, 4],
    ],
  };
  const stored = { a: 1, list: [1, 2], deep: { x: 1, y: { z: 1 } } };
  const CASES: [string, object, object][] = [
    ['adds and replaces', { properties: { a: 2, b: 3 } }, feature('f', { ...stored, a: 2, b: 3 })],
    [
      'merges objects',
      { properties: { deep: { y: { w: 2 } } } },
      feature('f', { ...stored, deep: { x: 1, y: { z: 1, w: 2 } } }),
    ],
    ['replaces arrays', { properties: { list: [3] } }, feature('f', { ...stored, list: [3] })],
    [
      'removes with null',
      { properties: { a: null, deep: { x: null } } },
      feature('f', { list: [1, 2], deep: { y: { z: 1 } } }),
    ],
    ['replaces the geometry whole', { geometry: LINE }, feature('f', stored, { geometry: LINE })],
    ['sets root members', { colour: 'red' }, feature('f', stored, { colour: 'red' })],
    ['ignores the id of the body', { id: 'g', properties: { a: 2 } }, feature('f', { ...stored, a: 2 })],
    ['changes nothing with {}', {}, feature('f', stored)],
  ];
  for (const [rule, patch, expected] of CASES) {
    test(rule, async () => {
      const space = await newSpace(hub);
      await space.load(feature('f', stored));
      const response = await hub.patch<Feature>(`${space.features}/f`, patch);
      assert.equal(response.status, 200, response.text);
      assert.match(response.headers['content-type'] ?? '', /^application\/geo\+json; ?charset=utf-8$/i);
      assert.deepEqual(withoutNamespace(response.body), expected);
      assert.deepEqual(await space.read('f'), response.body);
    });
  }

  test('keeps tags unless it brings some', async () => {
    const space = await newSpace(hub);
    await space.load(feature('f', { [NAMESPACE]: { tags: ['one'] } }));
    const kept = await hub.patch<Feature>(`${space.features}/f`, { properties: { n: 1 } });
    assert.deepEqual(namespaceOf(kept.body).tags, ['one']);
    const replaced = await hub.patch<Feature>(`${space.features}/f`, {
      properties: { [NAMESPACE]: { tags: ['two'] } },
    });
    assert.deepEqual(namespaceOf(replaced.body).tags, ['two']);
  });

  test('does not rewrite what stays the same', async () => {
    const space = await newSpace(hub);
    const first = (await space.load(feature('f', stored))).features[0];
    await nextMillisecond();
    assert.deepEqual((await hub.patch<Feature>(`${space.features}/f`, { properties: { a: 1 } })).body, first);
  });

  test('refuses what would make the feature invalid, and leaves it alone', async () => {
    const space = await newSpace(hub);
    const first = (await space.load(feature('f', stored))).features[0];
    assertRefused(
      await hub.patch(`${space.features}/f`, { geometry: { type: 'Point', coordinates: [200, 0] } }),
      400,
      'f',
      'geometry',
    );
    assertRefused(await hub.patch(`${space.features}/f`, { type: 'Thing' }), 400, 'type');
    assertRefused(await hub.patch(`${space.features}/f`, []), 400);
    assert.deepEqual(await space.read('f'), first);
  });

  test('a feature or a space that does not exist is a 404', async () => {
    const space = await newSpace(hub);
    assertMissing(await hub.patch(`${space.features}/none`, { properties: {} }));
    assertMissing(await hub.patch('/hub/spaces/never-created/features/none', { properties: {} }));
    assert.deepEqual(await space.search(), []);
  });
});
