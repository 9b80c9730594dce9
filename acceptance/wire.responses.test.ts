import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { collection, feature } from './harness/geojson.ts';
import { startHub } from './harness/hub.ts';
import { newSpace } from './harness/space.ts';

const hub = await startHub();

const space = await newSpace(hub);
await space.load(...Array.from({ length: 20 }, (_, n) => feature(`f${n}`, { t: 'text '.repeat(20) })));
await space.load(feature('small'));

const GEO = /^application\/geo\+json; ?charset=utf-8$/i;
const JSON_TYPE = /^application\/json; ?charset=utf-8$/i;

describe('the content type', () => {
  const CASES: [string, string, unknown, RegExp][] = [
    ['GET', '/hub', undefined, JSON_TYPE],
    ['GET', '/hub/spaces', undefined, JSON_TYPE],
    ['GET', space.path, undefined, JSON_TYPE],
    ['PATCH', space.path, {}, JSON_TYPE],
    ['GET', `${space.path}/statistics`, undefined, JSON_TYPE],
    ['GET', `${space.path}/count`, undefined, JSON_TYPE],
    ['GET', `${space.path}/nope`, undefined, JSON_TYPE],
    ['GET', `${space.path}/search?limit=x`, undefined, JSON_TYPE],
    ['GET', `${space.path}/search`, undefined, GEO],
    ['GET', `${space.path}/iterate`, undefined, GEO],
    ['GET', `${space.features}?id=small`, undefined, GEO],
    ['GET', `${space.features}/small`, undefined, GEO],
    ['PUT', space.features, collection(feature('small')), GEO],
    ['POST', space.features, collection(feature('small')), GEO],
    ['PUT', `${space.features}/small`, feature('small'), GEO],
    ['PATCH', `${space.features}/small`, {}, GEO],
  ];
  for (const [method, path, body, type] of CASES) {
    test(`of ${method} ${path.replace(space.path, '…')}`, async () => {
      assert.match((await hub.request(method, path, { body })).headers['content-type'] ?? '', type);
    });
  }
});

describe('compression', () => {
  const large = [
    `${space.path}/search`,
    `${space.path}/iterate`,
    `${space.features}?id=f0,f1,f2,f3,f4,f5,f6,f7,f8,f9`,
  ];
  for (const path of large) {
    for (const accept of ['gzip', 'gzip, deflate', '*;q=0, gzip;q=1', 'GZIP']) {
      test(`${path.replace(space.path, '…')} is gzip for Accept-Encoding: ${accept}`, async () => {
        const plain = await hub.get(path);
        const zipped = await hub.get(path, { headers: { 'accept-encoding': accept } });
        assert.equal(plain.headers['content-encoding'], undefined);
        assert.equal(zipped.headers['content-encoding'], 'gzip');
        assert.ok(zipped.bytes.length < plain.bytes.length);
        assert.deepEqual(gunzipSync(zipped.bytes), plain.bytes);
      });
    }

    for (const accept of [undefined, 'identity', 'gzip;q=0', 'nonsense']) {
      test(`${path.replace(space.path, '…')} is plain for Accept-Encoding: ${accept}`, async () => {
        const response = await hub.get(path, { headers: { 'accept-encoding': accept } });
        assert.equal(response.headers['content-encoding'], undefined);
        assert.equal(typeof response.body, 'object');
      });
    }
  }

  test('is for write answers too', async () => {
    const body = collection(
      ...Array.from({ length: 20 }, (_, n) => feature(`w${n}`, { t: 'text '.repeat(20) })),
    );
    const response = await hub.put(space.features, body, { headers: { 'accept-encoding': 'gzip' } });
    assert.equal(response.headers['content-encoding'], 'gzip');
    assert.equal(JSON.parse(gunzipSync(response.bytes).toString()).features.length, 20);
  });

  for (const path of [`${space.features}/small`, `${space.path}/count`, '/hub']) {
    test(`is not for the few bytes of ${path.replace(space.path, '…')}`, async () => {
      const response = await hub.get(path, { headers: { 'accept-encoding': 'gzip' } });
      assert.ok(response.bytes.length < 1024);
      assert.equal(response.headers['content-encoding'], undefined);
    });
  }
});

describe('HEAD', () => {
  const PATHS = [
    '/hub',
    '/hub/spaces',
    space.path,
    `${space.path}/search`,
    `${space.path}/iterate?limit=3`,
    `${space.path}/statistics`,
    `${space.path}/count`,
    `${space.features}?id=f0`,
    `${space.features}/f0`,
    `${space.features}/none`,
    `${space.path}/search?limit=no`,
    '/hub/spaces/never-created',
    '/nope',
  ];
  for (const path of PATHS) {
    test(`answers as GET, without the body: ${path.replace(space.path, '…')}`, async () => {
      const got = await hub.get(path);
      const head = await hub.head(path);
      assert.equal(head.status, got.status);
      assert.equal(head.bytes.length, 0);
      assert.equal(head.headers['content-type'], got.headers['content-type']);
      assert.equal(head.headers.etag, got.headers.etag);
      assert.ok(head.headers['stream-id']);
    });
  }

  test('needs a token as GET does', async () => {
    assert.equal((await hub.head(space.path, { token: null })).status, 401);
  });

  test('answers 304 as GET does', async () => {
    const { headers } = await hub.get(`${space.features}/f0`);
    const head = await hub.head(`${space.features}/f0`, { headers: { 'if-none-match': headers.etag } });
    assert.equal(head.status, 304);
  });
});

describe('Stream-Id', () => {
  const sane = ['a', 'A-b_c.9', 'x'.repeat(64), '0'];
  for (const id of sane) {
    test(`${id} is taken over`, async () => {
      const response = await hub.get(space.path, { headers: { 'stream-id': id } });
      assert.equal(response.headers['stream-id'], id);
    });
  }

  for (const id of ['x'.repeat(65), 'a b', 'a/b', 'a"b', 'ä', '<script>', 'a,b', '', '{}', "a';--"]) {
    test(`${JSON.stringify(id)} is not`, async () => {
      const response = await hub.get(space.path, {
        headers: { 'stream-id': Buffer.from(id).toString('latin1') },
      });
      assert.equal(response.status, 200);
      assert.notEqual(response.headers['stream-id'], id);
      assert.match(String(response.headers['stream-id']), /^[A-Za-z0-9._-]{1,64}$/);
    });
  }

  const EVERYWHERE: [string, string, unknown][] = [
    ['GET', '/hub', undefined],
    ['GET', space.path, undefined],
    ['GET', `${space.path}/search`, undefined],
    ['GET', '/hub/spaces/never-created', undefined],
    ['GET', '/nope', undefined],
    ['PUT', '/hub/spaces', undefined],
    ['PUT', space.features, '{'],
    ['DELETE', `${space.features}?id=none`, undefined],
    ['OPTIONS', space.path, undefined],
    ['GET', '/healthz', undefined],
    ['GET', '/readyz', undefined],
    ['GET', '/metrics', undefined],
    ['GET', '/openapi.json', undefined],
    ['GET', '/docs', undefined],
  ];
  for (const [method, path, body] of EVERYWHERE) {
    test(`is on the response to ${method} ${path.replace(space.path, '…')}`, async () => {
      for (const token of [hub.token, null]) {
        const made = await hub.request(method, path, { body, token });
        assert.match(String(made.headers['stream-id']), /^[A-Za-z0-9._-]{1,64}$/);
        const given = await hub.request(method, path, { body, token, headers: { 'stream-id': 'mine' } });
        assert.equal(given.headers['stream-id'], 'mine');
      }
    });
  }

  test('is a new one each time', async () => {
    const responses = await Promise.all(Array.from({ length: 50 }, () => hub.get('/hub')));
    assert.equal(new Set(responses.map((response) => response.headers['stream-id'])).size, 50);
  });
});
