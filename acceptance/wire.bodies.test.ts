import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { collection, type FeatureCollection, feature, withoutNamespace } from './harness/geojson.ts';
import { sharedHub } from './harness/hub.ts';
import { assertRefused } from './harness/refusal.ts';
import { newSpace, newSpaceId } from './harness/space.ts';

const hub = await sharedHub();

const MODIFICATIONS = 'application/vnd.here.feature-modification-list';

describe('a JSON body is read', () => {
  for (const type of [
    'application/json',
    'application/geo+json',
    MODIFICATIONS,
    'application/json; charset=utf-8',
    'application/geo+json;charset=UTF-8',
    'Application/JSON',
    undefined,
  ]) {
    test(`as ${type ?? 'no content type'}`, async () => {
      const space = await newSpace(hub);
      const headers = { 'content-type': type };
      const written = await hub.put<FeatureCollection>(space.features, collection(feature('a', { n: 1 })), {
        headers,
      });
      assert.equal(written.status, 200, written.text);
      assert.equal((await hub.post(space.features, feature('b'), { headers })).status, 200);
      assert.equal((await hub.put(`${space.features}/c`, feature('c'), { headers })).status, 200);
      assert.equal(
        (await hub.patch(`${space.features}/a`, { properties: { n: 2 } }, { headers })).status,
        200,
      );
      assert.deepEqual(await space.search(), ['a', 'b', 'c']);
      const created = await hub.post('/hub/spaces', { id: newSpaceId(), title: 'x' }, { headers });
      assert.equal(created.status, 200, created.text);
    });
  }

  for (const type of [
    'text/xml',
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'image/png',
    'application/jsonx',
    'nonsense',
  ]) {
    test(`not as ${type}`, async () => {
      const space = await newSpace(hub);
      const headers = { 'content-type': type };
      assertRefused(
        await hub.put(space.features, collection(feature('a')), { headers }),
        415,
        type.split(';')[0]!,
      );
      assertRefused(await hub.post('/hub/spaces', { title: 'x' }, { headers }), 415);
      assert.deepEqual(await space.search(), []);
    });
  }

  for (const type of ['application/json', 'application/geo+json', 'application/x-ndjson', MODIFICATIONS]) {
    test(`and where there is none, ${type} does not matter`, async () => {
      const space = await newSpace(hub);
      await space.load(feature('a'), feature('b'));
      const ask = { headers: { 'content-type': type } };
      assert.equal((await hub.get(space.path, ask)).status, 200);
      assert.equal((await hub.get(`${space.path}/search`, ask)).status, 200);
      assert.equal((await hub.delete(`${space.features}/a`, ask)).status, 204);
      assert.equal((await hub.delete(`${space.features}?id=b`, ask)).status, 204);
      assert.equal((await hub.delete(space.path, ask)).status, 204);
    });
  }

  test('as UTF-8', async () => {
    const space = await newSpace(hub);
    await space.load(feature('é', { größe: '東京 😀' }));
    const response = await hub.get(`${space.features}/%C3%A9`);
    assert.ok(response.bytes.includes(Buffer.from('東京 😀', 'utf8')));
  });
});

describe('a gzip body', () => {
  const headers = { 'content-encoding': 'gzip' };

  test('is read on every write', async () => {
    const space = await newSpace(hub);
    const zip = (value: unknown) => gzipSync(JSON.stringify(value));
    assert.equal(
      (await hub.put(space.features, zip(collection(feature('a', { n: 1 }))), { headers })).status,
      200,
    );
    assert.equal((await hub.post(space.features, zip(feature('b')), { headers })).status, 200);
    assert.equal((await hub.put(`${space.features}/c`, zip(feature('c')), { headers })).status, 200);
    assert.equal(
      (await hub.patch(`${space.features}/a`, zip({ properties: { n: 2 } }), { headers })).status,
      200,
    );
    assert.deepEqual(await space.search(), ['a', 'b', 'c']);
    assert.deepEqual(withoutNamespace(await space.read('a')).properties, { n: 2 });
    const created = await hub.post('/hub/spaces', zip({ title: 'x' }), { headers });
    assert.equal(created.status, 200, created.text);
  });

  test('of newline-delimited features is read', async () => {
    const space = await newSpace(hub);
    const body = gzipSync(`${JSON.stringify(feature('a'))}\n${JSON.stringify(feature('b'))}\n`);
    const response = await hub.put(space.features, body, {
      headers: { ...headers, 'content-type': 'application/x-ndjson' },
    });
    assert.equal(response.status, 200, response.text);
    assert.deepEqual(await space.search(), ['a', 'b']);
  });

  const whole = gzipSync(
    JSON.stringify(collection(...Array.from({ length: 200 }, (_, n) => feature(`f${n}`)))),
  );
  const damaged = Buffer.from(whole);
  damaged.fill(0xff, 40, 80);
  for (const [name, body] of [
    ['cut short', whole.subarray(0, whole.length / 2)],
    ['without its checksum', whole.subarray(0, whole.length - 8)],
    ['damaged', damaged],
    ['that is none', Buffer.from(JSON.stringify(feature('a')))],
    ['that is empty', Buffer.alloc(0)],
  ] as const) {
    test(`${name} is refused`, async () => {
      const space = await newSpace(hub);
      assertRefused(await hub.put(space.features, body, { headers }), 400);
      assert.deepEqual(await space.search(), []);
    });
  }

  test('in an encoding that is not read is refused', async () => {
    const space = await newSpace(hub);
    const response = await hub.put(space.features, feature('a'), {
      headers: { 'content-encoding': 'compress' },
    });
    assert.ok(response.status === 400 || response.status === 415, response.text);
    assertRefused(response, response.status);
  });
});

describe('JSON nested deeply', () => {
  const nested = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;
  const lists = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;
  const withProperty = (value: string) =>
    `{"type":"Feature","id":"a","geometry":null,"properties":{"deep":${value}}}`;

  for (const value of [nested(150), lists(150)]) {
    test(`is stored at 150 levels of ${value[0]}`, async () => {
      const space = await newSpace(hub);
      const written = await hub.put(space.features, withProperty(value));
      assert.equal(written.status, 200, written.text);
      assert.ok((await hub.get(`${space.features}/a`)).text.includes(value));
    });
  }

  for (const depth of [201, 20_000, 150_000]) {
    test(`is refused at ${depth} levels`, async () => {
      const space = await newSpace(hub);
      for (const value of [nested(depth), lists(depth)]) {
        assertRefused(await hub.put(space.features, withProperty(value)), 400);
        assertRefused(await hub.put(`${space.features}/a`, withProperty(value)), 400);
        assertRefused(await hub.patch(space.path, `{"client":${value}}`), 400);
      }
      assert.deepEqual(await space.search(), []);
    });
  }
});
