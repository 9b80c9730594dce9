import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { feature, idsOf } from '../harness/geojson.ts';
import { startHub } from '../harness/hub.ts';
import { ADMIN_SETTINGS, newPerson } from '../harness/people.ts';
import { newSpace } from '../harness/space.ts';
import type { Items } from './support.ts';

const hub = await startHub({ settings: { ...ADMIN_SETTINGS, MERIDIAN_ANONYMOUS: 'on' } });
const closed = await startHub();
const nobody = { token: null };

describe('where the operator lets everybody in', async () => {
  const open = await newSpace(hub, { public: true });
  const own = await newSpace(hub);
  const shared = await newSpace(hub, { shared: true });
  for (const space of [open, own, shared]) await space.load(feature('a', { n: 1 }));

  const READS = [
    '',
    '/features/a',
    '/features?id=a',
    '/search',
    '/iterate',
    '/count',
    '/statistics',
    '/bbox?west=0&south=0&east=20&north=60',
    '/tile/web/0/0/0.mvt',
    '/tile/web.json',
    '/export',
    '/spatial?lat=50&lon=8&radius=10',
  ];
  for (const read of READS)
    test(`GET …${read} of a public space needs no token, that of others does`, async () => {
      assert.equal((await hub.get(open.path + read, nobody)).status, 200);
      for (const { path } of [own, shared]) assert.equal((await hub.get(path + read, nobody)).status, 401);
    });

  test('the OGC API shows public spaces only', async () => {
    const { body } = await hub.get<{ collections: { id: string }[] }>('/ogc/collections', nobody);
    assert.deepEqual(
      body.collections.map(({ id }) => id),
      [open.id],
    );
    const items = await hub.get<Items>(`/ogc/collections/${open.id}/items`, nobody);
    assert.deepEqual(idsOf(items.body), ['a']);
    const options = await hub.request('OPTIONS', `/ogc/collections/${open.id}/items`, nobody);
    assert.equal(options.headers.allow, 'OPTIONS, GET, HEAD');
    assert.equal((await hub.get(`/ogc/collections/${own.id}/items`, nobody)).status, 401);
  });

  test('nothing can be changed, and nothing else read', async () => {
    const tries: [string, string, unknown?][] = [
      ['PUT', open.features, { type: 'FeatureCollection', features: [feature('b')] }],
      ['POST', open.features, { type: 'FeatureCollection', features: [feature('b')] }],
      ['DELETE', `${open.features}?id=a`],
      ['PATCH', open.path, { title: 'Mine' }],
      ['DELETE', open.path],
      ['POST', '/hub/spaces', { title: 'New' }],
      ['POST', `/ogc/collections/${open.id}/items`, feature('b')],
      ['DELETE', `/ogc/collections/${open.id}/items/a`],
      ['GET', '/project-api/projects'],
    ];
    for (const [method, path, body] of tries)
      assert.equal((await hub.request(method, path, { ...nobody, body })).status, 401, `${method} ${path}`);
    assert.deepEqual(await open.search(), ['a']);
  });

  test('a virtual space is public only with all that it combines', async () => {
    const over = async (...group: string[]) =>
      newSpace(hub, { public: true, storage: { id: 'virtualspace', params: { virtualspace: { group } } } });
    const [whole, part] = [await over(open.id), await over(open.id, own.id)];
    assert.equal((await hub.get(`${whole.path}/search`, nobody)).status, 200);
    assert.equal((await hub.get(`${part.path}/search`, nobody)).status, 401);
  });

  test('everybody with a token reads public spaces, too; a bad token is refused', async () => {
    const token = await (await newPerson(hub)).token();
    assert.equal((await hub.get(`${open.path}/search`, { token })).status, 200);
    assert.equal((await hub.get(`${open.path}/search`, { token: 'nonsense' })).status, 401);
  });

  test('what is public is no longer so once its owner says so', async () => {
    await hub.patch(open.path, { public: null });
    assert.equal((await hub.get(`${open.path}/search`, nobody)).status, 401);
  });
});

test('by default nobody reads a public space without a token', async () => {
  const space = await newSpace(closed, { public: true });
  for (const path of [`${space.path}/search`, `/ogc/collections/${space.id}/items`, '/ogc/collections'])
    assert.equal((await closed.get(path, nobody)).status, 401);
});
