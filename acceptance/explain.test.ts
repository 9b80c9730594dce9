import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ADMIN_PASSWORD, newPerson, signIn } from './harness/account.ts';
import { feature } from './harness/geojson.ts';
import { startHub } from './harness/hub.ts';
import { assertRefused } from './harness/refusal.ts';
import { newSpaceId } from './harness/space.ts';

const hub = await startHub({ settings: { MERIDIAN_ADMIN_PASSWORD: ADMIN_PASSWORD } });
const admin = await signIn(hub);
const ana = await newPerson(hub, admin);
const bob = await newPerson(hub, admin);
const token = (await ana.newToken()).token;
const id = newSpaceId();
const path = `/hub/spaces/${id}`;
await hub.post('/hub/spaces', { id, title: 'Planned', shared: true }, { token });
await hub.put(`${path}/features/a`, feature('a', { n: 1 }), { token });

type ReadPlan = { type: string; read: string; plan: string; steps: string } & Record<string, unknown>;

const BOX = 'west=5&south=45&east=15&north=55';

describe('explain=true gives the plan', () => {
  const PLANS: [what: string, call: string, expected: Partial<ReadPlan>][] = [
    ['of a search', '/search?', { read: 'features', plan: 'joined texts' }],
    ['of a search by a property', '/search?p.n=1&', { plan: 'rows', tests: { tags: 0, conditions: 1 } }],
    [
      'of a search by CQL2 in a box',
      '/search?filter=S_INTERSECTS(geometry,BBOX(5,45,15,55))&',
      { area: 'boxes' },
    ],
    ['of a page', '/iterate?tags=x,y&', { plan: 'joined texts', tests: { tags: 2, conditions: 0 } }],
    ['of a sorted page', '/iterate?sort=p.n&', { plan: 'sorted' }],
    ['of a box', `/bbox?${BOX}&`, { read: 'features', area: 'boxes' }],
    ['of hexbins', `/bbox?${BOX}&clustering=hexbin&`, { read: 'clusters', plan: 'rows' }],
    ['of a tile', '/tile/web/5_16_11?', { read: 'features', area: 'boxes' }],
    ['of a vector tile', '/tile/web/5/16/11.mvt?', { read: 'tile', steps: 'tile blocks, else rows' }],
    ['of a sampled map', '/tile/web/5_16_11?mode=viz&vizSampling=high&', { sampledFrom: 15001 }],
    ['of what is around a point', '/spatial?lat=50&lon=10&radius=1000&', { area: 'shape' }],
    ['of a count', '/count?', { read: 'count', plan: 'counter' }],
    ['of a count of tags', '/count?tags=x&', { read: 'count', plan: 'index only' }],
    ['of a count by a property', '/count?p.n=1&', { read: 'count', plan: 'rows' }],
    [
      'of a count by CQL2 in a box',
      '/count?filter=n>0%20AND%20S_INTERSECTS(geometry,BBOX(5,45,15,55))&',
      { read: 'count', area: 'boxes', rowsFrom: ['columns', 'rows'] },
    ],
  ];
  for (const [what, call, expected] of PLANS)
    test(what, async () => {
      const response = await hub.get<ReadPlan>(`${path}${call}explain=true`, { token });
      assert.equal(response.status, 200, response.text);
      assert.equal(response.headers['content-type'], 'application/json; charset=utf-8');
      assert.equal(response.headers['cache-control'], 'no-store');
      assert.equal(response.body.type, 'ReadPlan');
      const shown = Object.fromEntries(Object.keys(expected).map((key) => [key, response.body[key]]));
      assert.deepEqual(shown, expected, response.text);
    });

  test('of what is around a geometry that is sent', async () => {
    const shape = { type: 'Point', coordinates: [10, 50] };
    const response = await hub.post<ReadPlan>(`${path}/spatial?radius=5&explain=true`, shape, { token });
    assert.equal(response.body.area, 'shape', response.text);
  });

  test('of a virtual space with the number of spaces that it is made of', async () => {
    const virtual = newSpaceId();
    const storage = { id: 'virtualspace', params: { virtualspace: { group: [id] } } };
    const made = await hub.post('/hub/spaces', { id: virtual, title: 'Virtual', storage }, { token });
    assert.equal(made.status, 200, made.text);
    const response = await hub.get<ReadPlan>(`/hub/spaces/${virtual}/search?explain=true`, { token });
    assert.equal(response.body.spaces, 1, response.text);
  });
});

describe('explain', () => {
  test('with false gives what is read', async () => {
    const response = await hub.get<{ type: string }>(`${path}/search?explain=false`, { token });
    assert.equal(response.body.type, 'FeatureCollection');
  });

  test('is answered after a response to the same URL was cached, and does not take its place', async () => {
    const read = () => hub.get<{ type: string }>(`${path}/bbox?${BOX}`, { token });
    await read();
    assert.equal(
      (await hub.get<ReadPlan>(`${path}/bbox?${BOX}&explain=true`, { token })).body.type,
      'ReadPlan',
    );
    assert.equal((await read()).body.type, 'FeatureCollection');
  });

  test('is for administrators', async () => {
    const response = await hub.get<ReadPlan>(`${path}/search?explain=true`);
    assert.equal(response.body.type, 'ReadPlan', response.text);
  });

  test('is not for others who may read the space', async () => {
    const others = (await bob.newToken()).token;
    assert.equal((await hub.get(`${path}/search`, { token: others })).status, 200);
    for (const call of [
      '/search?',
      '/iterate?',
      `/bbox?${BOX}&`,
      '/tile/web/1_0_0.mvt?',
      '/spatial?lat=1&lon=1&',
      '/count?',
    ])
      assertRefused(await hub.get(`${path}${call}explain=true`, { token: others }), 403, 'manageSpaces', id);
  });

  test('is not for a token of the owner that may only read, such as that of a public map', async () => {
    const reader = await ana.newToken({ urm: { 'xyz-hub': { readFeatures: [{ space: id }] } } });
    const response = await hub.get(`${path}/search?explain=true`, { token: reader.token });
    assertRefused(response, 403, 'manageSpaces', id);
  });

  test('that is no boolean is refused', async () =>
    assertRefused(await hub.get(`${path}/search?explain=yes`, { token }), 400, 'explain', 'yes'));

  test('is refused by calls that have no plan', async () => {
    for (const call of ['/statistics?', '/features?id=a&', '/features/a?', '/export?'])
      assertRefused(await hub.get(`${path}${call}explain=true`, { token }), 400, 'explain');
  });
});
