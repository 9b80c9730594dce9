import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { collection, type Feature, feature, withoutNamespace } from '../harness/geojson.ts';
import { startHub } from '../harness/hub.ts';
import { assertRefused } from '../harness/refusal.ts';
import { newSpace, newSpaceId, type Space } from '../harness/space.ts';

const MEBIBYTE = 1024 * 1024;

const hub = await startHub({ settings: { MERIDIAN_LOG_LEVEL: 'error' } });
let space: Space;
before(async () => {
  space = await newSpace(hub);
});

describe('a body is never coerced', () => {
  const values = { v: '12', w: 'true', x: '', y: 'null', n: 12, z: null, b: false, list: ['1', 1, null] };

  test('values of a feature keep their types; only a numeric id becomes its string', async () => {
    const response = await hub.put<Feature>(`${space.features}/`, {
      type: 'Feature',
      id: 5,
      geometry: null,
      properties: values,
    });
    assert.equal(response.status, 200, response.text);
    const stored = withoutNamespace(await space.read('5'));
    assert.deepEqual(stored, { type: 'Feature', id: '5', geometry: null, properties: values });
  });

  const wrong: [member: string, value: unknown][] = [
    ['title', 5],
    ['title', ['a']],
    ['title', true],
    ['description', 7],
    ['shared', 'yes'],
    ['shared', 1],
    ['readOnly', 'no'],
    ['client', 'text'],
    ['tags', 'a'],
    ['packages', [1]],
    ['copyright', { label: 'x' }],
    ['searchableProperties', ['a']],
    ['cacheTTL', '5'],
  ];
  for (const [member, value] of wrong) {
    test(`a space with ${member} ${JSON.stringify(value)} is refused`, async () => {
      const id = newSpaceId();
      const response = await hub.post('/hub/spaces', { id, title: 'A space', [member]: value });
      assertRefused(response, 400, member);
      assert.equal((await hub.get(`/hub/spaces/${id}`)).status, 404);
    });
  }
});

describe('content types', () => {
  for (const type of ['application/geo+json', 'application/json', 'application/x-ndjson']) {
    test(`${type} is ignored where there is no body`, async () => {
      await space.load({ id: 'gone' });
      const headers = { 'content-type': type };
      assert.equal((await hub.get(`${space.features}/gone`, { headers })).status, 200);
      assert.equal((await hub.delete(`${space.features}/gone`, { headers })).status, 204);
    });
  }

  for (const type of [
    'text/plain',
    'application/xml',
    'multipart/form-data; boundary=x',
    'application/x-www-form-urlencoded',
  ]) {
    test(`${type} is not read`, async () => {
      assertRefused(await hub.put(space.features, feature('a'), { headers: { 'content-type': type } }), 415);
    });
  }

  test('application/geo+json, parameters of a type and a missing type are read', async () => {
    for (const type of [
      'application/geo+json',
      'application/json; charset=utf-8',
      'APPLICATION/JSON',
      undefined,
    ]) {
      const response = await hub.put(space.features, feature('a'), { headers: { 'content-type': type } });
      assert.equal(response.status, 200, `${type}: ${response.text}`);
    }
  });
});

describe('gzip bodies', () => {
  const headers = { 'content-type': 'application/geo+json', 'content-encoding': 'gzip' };

  test('are inflated', async () => {
    const body = gzipSync(JSON.stringify(collection({ id: 'zipped' })));
    assert.equal((await hub.put(space.features, body, { headers })).status, 200);
    assert.equal((await space.read('zipped')).id, 'zipped');
  });

  test('that inflate beyond the limit are refused without being inflated whole', async () => {
    const bomb = gzipSync(Buffer.alloc(300 * MEBIBYTE, ' '));
    assert.ok(bomb.length < MEBIBYTE);
    for (const call of [space.features, `${space.features}/bomb`, '/hub/spaces']) {
      const method = call.endsWith('spaces') ? 'POST' : 'PUT';
      assertRefused(await hub.request(method, call, { body: bomb, headers }), 413);
    }
  });

  const whole = gzipSync(JSON.stringify(collection({ id: 'never' })));
  const broken: [fault: string, body: Buffer | string][] = [
    ['cut off', whole.subarray(0, -9)],
    ['plain JSON', '{"id":"never"}'],
    ['with a wrong checksum', Buffer.concat([whole.subarray(0, -8), Buffer.alloc(8, 1)])],
    ['noise', Buffer.from([0x1f, 0x8b, 8, 0, 255, 254, 253])],
    ['empty', ''],
  ];
  for (const [fault, body] of broken) {
    test(`that are broken are refused – ${fault}`, async () => {
      assertRefused(await hub.request('PUT', space.features, { body, headers }), 400);
      assert.equal((await hub.get(`${space.features}/never`)).status, 404);
    });
  }
});

describe('large bodies', () => {
  test('of more than a mebibyte are taken', async () => {
    const text = 'x'.repeat(3 * MEBIBYTE);
    const response = await hub.put(`${space.features}/large`, { properties: { text } });
    assert.equal(response.status, 200);
    assert.equal((await space.read('large')).properties.text, text);
  });

  test('beyond the limit are refused, with and without a length', async () => {
    const body = Buffer.alloc(33 * MEBIBYTE, ' ');
    assertRefused(await hub.put(space.features, body), 413);
    const chunked = { 'content-length': undefined, 'transfer-encoding': 'chunked' };
    assertRefused(await hub.put(space.features, body, { headers: chunked }), 413);
  });
});

describe('deeply nested JSON', () => {
  const nested = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;

  test('of 190 levels is stored and served', async () => {
    const body = `{"id":"deep","properties":${nested(188)}}`;
    assert.equal((await hub.put(`${space.features}/deep`, body)).status, 200);
    assert.ok((await hub.get(`${space.features}/deep`)).text.includes(nested(188).slice(1, -1)));
  });

  for (const levels of [201, 20_000, 100_000]) {
    test(`of ${levels} levels is refused wherever a body is read`, async () => {
      const body = nested(levels);
      assertRefused(await hub.put(`${space.features}/deeper`, `{"properties":${body}}`), 400);
      assertRefused(await hub.put(space.features, body), 400);
      assertRefused(await hub.post('/hub/spaces', `{"title":"x","client":${body}}`), 400);
      assertRefused(await hub.patch(space.path, body), 400);
    });
  }
});

describe('a very long name over many values', () => {
  const name = 'x'.repeat(20_000);
  const values = Object.fromEntries(Array.from({ length: 1500 }, (_, i) => [`k${i}`, i]));
  const input = feature('long', { [name]: values, plain: { a: 1 } });
  const maxLength = 4 * JSON.stringify(input).length;

  test('is not repeated for each of them', async () => {
    const { path, features } = await newSpace(hub);
    assert.equal((await hub.put(features, collection(input))).status, 200);
    const id = path.split('/').at(-1);
    for (const read of [
      `${path}/statistics`,
      `${path}/statistics?properties=full`,
      `${path}/tile/web/0_0_0.mvtf`,
      `${path}/tile/web/0_0_0.mvt?mode=auto&selection=*`,
      `/ogc/collections/${id}/queryables`,
    ]) {
      const { status, text } = await hub.get(read);
      assert.equal(status, 200, text.slice(0, 300));
      assert.ok(text.length < maxLength, `${read}: ${text.length} characters of ${maxLength / 4}`);
    }
    const { text } = await hub.get(`${path}/statistics`);
    assert.match(text, /"key":"plain\.a","count":1/);
  });
});
