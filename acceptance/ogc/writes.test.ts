import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Feature, feature, idsOf } from '../harness/geojson.ts';
import { startHub } from '../harness/hub.ts';
import { ADMIN, ADMIN_SETTINGS, signedIn } from '../harness/people.ts';
import { newSpace } from '../harness/space.ts';
import { assertException, type Items } from './support.ts';

const hub = await startHub({ settings: ADMIN_SETTINGS });
const space = await newSpace(hub);
const items = `/ogc/collections/${space.id}/items`;
const merge = { headers: { 'content-type': 'application/merge-patch+json' } };
const etagOf = async (id: string, headers = {}) =>
  (await hub.get(`${items}/${id}`, { headers })).headers.etag!;

describe('creating', () => {
  test('says where the feature is, with an id of its own or a new one', async () => {
    for (const [sent, id] of [
      [feature('a', { n: 1 }), 'a'],
      [{ ...feature('x', { n: 2 }), id: undefined }, undefined],
    ] as const) {
      const made = await hub.post(items, sent);
      assert.equal(made.status, 201, made.text);
      const { pathname } = new URL(made.headers.location!);
      if (id) assert.equal(pathname, `${items}/${id}`);
      const read = await hub.get<Feature>(pathname);
      assert.equal(read.body.properties.n, sent.properties && (sent.properties as { n?: number }).n);
      assert.equal(read.headers.etag, made.headers.etag);
    }
  });

  test('is a conflict where the id is taken, and refuses what is not one feature', async () => {
    await space.load(feature('taken', { n: 1 }));
    assertException(await hub.post(items, feature('taken', { n: 2 })), 409, 'taken');
    assert.equal((await space.read('taken')).properties.n, 1);
    const many = { type: 'FeatureCollection', features: [feature('m1'), feature('m2')] };
    assertException(await hub.post(items, many), 400, 'Feature');
    assert.deepEqual(await space.search('f.id=m1'), []);
    assertException(await hub.post(items, '{"type":'), 400);
    const plain = { headers: { 'content-type': 'text/plain' } };
    assertException(await hub.post(items, 'text', plain), 415, 'text/plain');
  });
});

describe('replacing, patching and deleting', () => {
  test('does what it says', async () => {
    await space.load(feature('r', { a: 1, b: { c: 1, d: 2 } }));
    const put = await hub.put(`${items}/r`, feature('r', { a: 2, b: { c: 1, d: 2 } }));
    assert.equal(put.status, 204, put.text);
    assert.equal(put.headers.etag, await etagOf('r'));
    const patch = await hub.patch(`${items}/r`, { properties: { a: null, b: { d: 3 } } }, merge);
    assert.equal(patch.status, 204, patch.text);
    assert.equal(patch.headers.etag, await etagOf('r'));
    assert.partialDeepStrictEqual((await space.read('r')).properties, { b: { c: 1, d: 3 } });
    assert.equal('a' in (await space.read('r')).properties, false);
    assert.equal((await hub.delete(`${items}/r`)).status, 204);
    assertException(await hub.get(`${items}/r`), 404);
  });

  test('leaves alone what the hub notes of a feature, which is not shown', async () => {
    const noted = feature('noted', { a: 1, '@ns:com:here:xyz': { tags: ['one', 'two'] } });
    await space.load(noted);
    const own = async () => (await hub.get<Feature>(`${items}/noted`)).body;
    const [listed] = (await hub.get<Items>(`${items}?id=noted`)).body.features;
    for (const shown of [await own(), listed!]) assert.deepEqual(shown.properties, { a: 1 });
    assert.equal((await hub.put(`${items}/noted`, { ...(await own()), properties: { a: 2 } })).status, 204);
    assert.equal((await hub.patch(`${items}/noted`, { properties: { b: 3 } }, merge)).status, 204);
    const { '@ns:com:here:xyz': hubs, ...properties } = (await space.read('noted')).properties;
    assert.deepEqual(properties, { a: 2, b: 3 });
    assert.deepEqual((hubs as { tags: string[] }).tags, ['one', 'two']);
  });

  test('of a feature that is not there is 404, and creates nothing', async () => {
    assertException(await hub.put(`${items}/none`, feature('none')), 404);
    assertException(await hub.patch(`${items}/none`, { properties: {} }, merge), 404);
    assertException(await hub.delete(`${items}/none`), 404);
    assert.deepEqual(await space.search('f.id=none'), []);
  });

  test('takes back what it has given: links are not stored', async () => {
    await space.load(feature('l', { n: 1 }));
    const { body } = await hub.get<Feature>(`${items}/l`);
    assert.ok(body.links);
    assert.equal((await hub.put(`${items}/l`, { ...body, properties: { n: 2 } })).status, 204);
    const stored = await space.read('l');
    assert.equal(stored.links, undefined);
    assert.equal(stored.properties.n, 2);
  });
});

describe('If-Match', () => {
  const writes: [string, (id: string, match: string) => Promise<{ status: number }>][] = [
    [
      'PUT',
      (id, match) => hub.put(`${items}/${id}`, feature(id, { n: 9 }), { headers: { 'if-match': match } }),
    ],
    [
      'PATCH',
      (id, match) =>
        hub.patch(
          `${items}/${id}`,
          { properties: { n: 9 } },
          { headers: { ...merge.headers, 'if-match': match } },
        ),
    ],
    ['DELETE', (id, match) => hub.delete(`${items}/${id}`, { headers: { 'if-match': match } })],
  ];
  for (const [method, write] of writes)
    test(`${method} with the ETag of another state changes nothing`, async () => {
      const id = `if-${method}`;
      await space.load(feature(id, { n: 1 }));
      const old = await etagOf(id);
      const coded = await etagOf(id, { 'accept-encoding': 'gzip' });
      await space.load(feature(id, { n: 2 }));
      for (const match of [old, '"something-else"', `W/${await etagOf(id)}`, coded])
        assert.equal((await write(id, match)).status, 412, match);
      assert.equal((await space.read(id)).properties.n, 2);
      assert.equal((await write(id, `"other", ${await etagOf(id)}`)).status, 204);
    });

  test('of a feature that is not there is 404', async () =>
    assert.equal((await hub.delete(`${items}/never`, { headers: { 'if-match': '*' } })).status, 404));

  test('lets one of many writers through at a time', async () => {
    await space.load(feature('counter', { n: 0 }));
    const match = await etagOf('counter');
    const results = await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        hub.patch(
          `${items}/counter`,
          { properties: { n: i + 1 } },
          { headers: { ...merge.headers, 'if-match': match } },
        ),
      ),
    );
    const statuses = results.map(({ status }) => status).sort();
    assert.deepEqual(statuses, [204, ...Array.from({ length: 19 }, () => 412)]);
  });

  test('holds where the space keeps versions, too, and nothing is merged', async () => {
    const versioned = await newSpace(hub, { enableUUID: true, versionsToKeep: 5 });
    await versioned.load(feature('v', { a: 1, b: 1 }));
    const path = `/ogc/collections/${versioned.id}/items/v`;
    const first = await hub.get<Feature>(path);
    await versioned.load(feature('v', { a: 2, b: 1 }));
    const stale = { headers: { ...merge.headers, 'if-match': first.headers.etag } };
    assertException(await hub.patch(path, { properties: { b: 2 } }, stale), 412, '"v"');
    assert.partialDeepStrictEqual((await versioned.read('v')).properties, { a: 2, b: 1 });
  });
});

describe('OPTIONS', () => {
  const allowed = async (path: string, token = hub.token) => {
    const { status, headers } = await hub.request('OPTIONS', path, { token });
    assert.equal(status, 204);
    return headers.allow!.split(', ').sort();
  };

  test('tells what the caller may do', async () => {
    await space.load(feature('o'));
    const person = await signedIn(hub, ADMIN);
    const reader = await person.token({ urm: { 'xyz-hub': { readFeatures: [{ space: space.id }] } } });
    assert.deepEqual(await allowed(items), ['GET', 'HEAD', 'OPTIONS', 'POST']);
    assert.deepEqual(await allowed(`${items}/o`), ['DELETE', 'GET', 'HEAD', 'OPTIONS', 'PATCH', 'PUT']);
    const { headers } = await hub.request('OPTIONS', `${items}/o`);
    assert.equal(headers['accept-patch'], 'application/merge-patch+json');
    assert.deepEqual(await allowed(items, reader), ['GET', 'HEAD', 'OPTIONS']);
    assert.deepEqual(await allowed(`${items}/o`, reader), ['GET', 'HEAD', 'OPTIONS']);
    assertException(await hub.post(items, feature('no'), { token: reader }), 403, 'createFeatures');
    assertException(await hub.request('OPTIONS', items, { token: null }), 401);
  });

  test('offers no changes to a read-only space or a virtual one', async () => {
    const readOnly = await newSpace(hub, { readOnly: true });
    const path = `/ogc/collections/${readOnly.id}/items`;
    assert.deepEqual(await allowed(path), ['GET', 'HEAD', 'OPTIONS']);
    assertException(await hub.post(path, feature('a')), 405, 'read-only');
    const virtual = await newSpace(hub, {
      storage: { id: 'virtualspace', params: { virtualspace: { group: [space.id] } } },
    });
    const combined = `/ogc/collections/${virtual.id}/items`;
    assert.deepEqual(await allowed(combined), ['GET', 'HEAD', 'OPTIONS']);
    assertException(await hub.post(combined, feature('a')), 405);
    assert.ok(idsOf((await hub.get<Items>(combined)).body).includes('o'));
  });

  test('of a browser is the preflight that it always was', async () => {
    const { headers } = await hub.request('OPTIONS', items, {
      token: null,
      headers: { origin: 'https://a.example', 'access-control-request-method': 'PUT' },
    });
    assert.match(headers['access-control-allow-methods']!, /PUT/);
  });
});
