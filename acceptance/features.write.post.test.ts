import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  collection,
  type Feature,
  type FeatureCollection,
  feature,
  idsOf,
  namespaceOf,
  POINT,
  withoutNamespace,
} from './harness/geojson.ts';
import { sharedHub } from './harness/hub.ts';
import { assertMissing, assertRefused } from './harness/refusal.ts';
import { newSpace, nextMillisecond, type Space } from './harness/space.ts';

const hub = await sharedHub();

const post = (space: Space, query: string, ...features: unknown[]) =>
  hub.post<FeatureCollection>(`${space.features}?${query}`, collection(...features));

const BAD = feature('bad', {}, { geometry: { type: 'Point', coordinates: [200, 0] } });

describe('POST features', () => {
  test('creates what is missing and patches what exists, in request order', async () => {
    const space = await newSpace(hub);
    await space.load(feature('b', { n: 1, m: 1 }), feature('c', { n: 1 }));
    const response = await post(space, '', feature('c', { n: 1 }), feature('a'), {
      id: 'b',
      properties: { n: 2 },
    });
    assert.equal(response.status, 200);
    assert.match(response.headers['content-type'] ?? '', /^application\/geo\+json; ?charset=utf-8$/i);
    assert.deepEqual(idsOf(response.body), ['c', 'a', 'b']);
    assert.deepEqual(response.body.inserted, ['a']);
    assert.deepEqual(response.body.updated, ['b']);
    assert.deepEqual(withoutNamespace(await space.read('b')), feature('b', { n: 2, m: 1 }));
  });

  test('a patch replaces the geometry whole', async () => {
    const space = await newSpace(hub);
    await space.load(feature('a', { n: 1 }, { geometry: { type: 'Point', coordinates: [1, 2, 3] } }));
    await post(space, '', { id: 'a', type: 'Feature', geometry: { type: 'Point', coordinates: [4, 5] } });
    const expected = feature('a', { n: 1 }, { geometry: { type: 'Point', coordinates: [4, 5] } });
    assert.deepEqual(withoutNamespace(await space.read('a')), expected);
  });

  test('a patch keeps createdAt and moves updatedAt only on a real change', async () => {
    const space = await newSpace(hub);
    const first = namespaceOf((await space.load(feature('a', { n: 1 }))).features[0]!);
    await nextMillisecond();
    const same = await post(space, '', feature('a', { n: 1 }));
    assert.deepEqual(namespaceOf(same.body.features[0]!), first);
    assert.equal('updated' in same.body, false);
    const changed = namespaceOf((await post(space, '', feature('a', { n: 2 }))).body.features[0]!);
    assert.equal(changed.createdAt, first.createdAt);
    assert.ok(changed.updatedAt > first.updatedAt);
  });

  test('a replacement by POST keeps createdAt too', async () => {
    const space = await newSpace(hub);
    const first = namespaceOf((await space.load(feature('a', { n: 1 }))).features[0]!);
    await nextMillisecond();
    const response = await post(space, 'e=replace', feature('a', { m: 1 }));
    assert.equal(namespaceOf(response.body.features[0]!).createdAt, first.createdAt);
  });

  test('generates ids of 16 alphanumerics', async () => {
    const space = await newSpace(hub);
    const response = await post(space, '', { geometry: POINT }, { geometry: POINT });
    assert.deepEqual(response.body.inserted, idsOf(response.body));
    assert.equal(new Set(idsOf(response.body)).size, 2);
    for (const id of idsOf(response.body)) assert.match(id, /^[A-Za-z0-9]{16}$/);
  });

  test('a space that does not exist is a 404', async () => {
    assertMissing(await hub.post('/hub/spaces/never-created/features', feature('a')));
  });
});

describe('prefixId', () => {
  test('is put before given and generated ids', async () => {
    const space = await newSpace(hub);
    const response = await post(
      space,
      'prefixId=pre_',
      feature('a'),
      { ...feature(''), id: 5 },
      { geometry: POINT },
    );
    assert.equal(response.status, 200, response.text);
    const [given, number, generated] = idsOf(response.body);
    assert.equal(given, 'pre_a');
    assert.equal(number, 'pre_5');
    assert.match(generated ?? '', /^pre_[A-Za-z0-9]{16}$/);
    assert.deepEqual(await space.search(), idsOf(response.body));
  });

  test('finds what exists under the prefixed id', async () => {
    const space = await newSpace(hub);
    await space.load(feature('pre_a', { n: 1 }), feature('a', { n: 1 }));
    const response = await post(space, 'prefixId=pre_', feature('a', { m: 2 }));
    assert.deepEqual(response.body.updated, ['pre_a']);
    assert.deepEqual(withoutNamespace(await space.read('a')).properties, { n: 1 });
  });
});

describe('prefixId on other calls', () => {
  test('is put before every id of a PUT of many', async () => {
    const space = await newSpace(hub);
    const response = await hub.put<FeatureCollection>(
      `${space.features}?prefixId=pre_`,
      collection(feature('a'), { geometry: POINT }),
    );
    const [given, generated] = idsOf(response.body);
    assert.equal(given, 'pre_a');
    assert.match(generated ?? '', /^pre_[A-Za-z0-9]{16}$/);
    assert.deepEqual(await space.search(), [given, generated]);
  });

  test('is put before the id of the path, and of a feature without one', async () => {
    const space = await newSpace(hub);
    const put = await hub.put<Feature>(`${space.features}/Q1?prefixId=foo:`, feature('other', { n: 1 }));
    assert.equal(put.body.id, 'foo:Q1');
    const patched = await hub.patch<Feature>(`${space.features}/Q1?prefixId=foo:`, { properties: { m: 2 } });
    assert.deepEqual(withoutNamespace(patched.body).properties, { n: 1, m: 2 });
    assertMissing(await hub.patch(`${space.features}/foo:Q1?prefixId=foo:`, {}));
    const made = await hub.put<Feature>(`${space.features}/?prefixId=foo:`, feature('Q2'));
    assert.equal(made.body.id, 'foo:Q2');
    assert.deepEqual(await space.search(), ['foo:Q1', 'foo:Q2']);
  });
});

describe('a transactional write', () => {
  test('writes nothing when one feature is invalid, and the response is 400', async () => {
    const space = await newSpace(hub);
    await space.load(feature('old', { n: 1 }));
    assertRefused(await post(space, '', feature('new'), BAD, feature('old', { n: 2 })), 400, 'bad', '1');
    assert.deepEqual(await space.search(), ['old']);
    assert.deepEqual(withoutNamespace(await space.read('old')).properties, { n: 1 });
  });

  test('answers 400 for an invalid feature even where another one conflicts', async () => {
    const space = await newSpace(hub);
    await space.load(feature('old'));
    assertRefused(await post(space, 'e=error', feature('old', { n: 2 }), BAD), 400, 'bad');
  });

  test('refuses two features with one id', async () => {
    const space = await newSpace(hub);
    assertRefused(await post(space, '', feature('twin'), feature('twin')), 400, 'twin');
    assert.deepEqual(await space.search(), []);
  });
});

describe('a write with transactional=false', () => {
  test('writes the good features and lists the bad ones with position and reason', async () => {
    const space = await newSpace(hub);
    const nameless = { type: 'Feature', geometry: { type: 'Dot' }, properties: {} };
    const response = await post(space, 'transactional=false', feature('a'), BAD, feature('b'), nameless);
    assert.equal(response.status, 200, response.text);
    assert.deepEqual(idsOf(response.body), ['a', 'b']);
    assert.deepEqual(response.body.inserted, ['a', 'b']);
    const failed = response.body.failed ?? [];
    assert.deepEqual(
      failed.map(({ message: _, ...rest }) => rest),
      [{ id: 'bad', position: 1 }, { position: 3 }],
    );
    for (const { message } of failed) assert.match(message, /geometry/);
    assert.deepEqual(await space.search(), ['a', 'b']);
  });

  test('lists the second of two features with one id', async () => {
    const space = await newSpace(hub);
    const response = await post(
      space,
      'transactional=false',
      feature('twin', { n: 1 }),
      feature('twin', { n: 2 }),
    );
    assert.equal(response.status, 200, response.text);
    assert.deepEqual(
      response.body.failed?.map(({ id, position }) => ({ id, position })),
      [{ id: 'twin', position: 1 }],
    );
    assert.deepEqual(withoutNamespace(await space.read('twin')).properties, { n: 1 });
  });

  test('answers 200 even if every feature failed', async () => {
    const space = await newSpace(hub);
    const response = await post(space, 'transactional=false', BAD);
    assert.equal(response.status, 200);
    assert.deepEqual(Object.keys(response.body).sort(), ['failed', 'features', 'type']);
    assert.deepEqual(response.body.features, []);
  });

  test('does not forgive a body that is no JSON', async () => {
    const space = await newSpace(hub);
    assertRefused(await hub.post(`${space.features}?transactional=false`, '{"type":'), 400);
  });
});

describe('Prefer: return=minimal', async () => {
  const space = await newSpace(hub);
  await space.load(feature('same'), feature('other'));
  const headers = { prefer: 'return=minimal' };
  for (const [method, query] of [
    ['PUT', ''],
    ['POST', '?e=replace'],
  ] as const)
    test(`${method} tells what happened, without the features`, async () => {
      const sent = collection(feature('same'), feature('other', { by: method }), feature(`new-${method}`));
      const {
        status,
        body,
        headers: answered,
      } = await hub.request(method, space.features + query, { body: sent, headers });
      assert.equal(status, 200);
      assert.deepEqual(body, {
        type: 'FeatureCollection',
        features: [],
        inserted: [`new-${method}`],
        updated: ['other'],
      });
      assert.equal(answered['preference-applied'], 'return=minimal');
    });

  test('a single feature is answered as ever', async () => {
    const response = await hub.request<{ id: string }>('PUT', `${space.features}/one`, {
      body: feature('one'),
      headers,
    });
    assert.equal(response.body.id, 'one');
  });
});

describe('Accept: application/x-empty', async () => {
  const space = await newSpace(hub);
  await space.load(feature('a'), feature('b'), feature('c'));
  const WRITES: [string, string, unknown][] = [
    ['PUT', '', collection(feature('a', { n: 1 }))],
    ['POST', '', collection(feature('a', { n: 2 }))],
    ['PUT', '/a', feature('a', { n: 3 })],
    ['PUT', '/', feature('d')],
    ['PATCH', '/a', { properties: { n: 4 } }],
    ['DELETE', '?id=b', undefined],
    ['DELETE', '/c', undefined],
  ];
  for (const [method, path, body] of WRITES) {
    test(`${method} features${path} answers 204 and nothing`, async () => {
      const headers = { accept: 'application/x-empty' };
      const response = await hub.request(method, space.features + path, { body, headers });
      assert.equal(response.status, 204, response.text);
      assert.equal(response.bytes.length, 0);
    });
  }

  test('and the writes were done', async () => {
    assert.deepEqual(await space.search(), ['a', 'd']);
    assert.deepEqual(withoutNamespace(await space.read('a')).properties, { n: 4 });
  });

  test('errors are answered as ever', async () => {
    const headers = { accept: 'application/x-empty' };
    assertRefused(await hub.put(space.features, collection(BAD), { headers }), 400, 'bad');
  });
});
