import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ADMIN_PASSWORD, newPerson, signIn } from './harness/account.ts';
import { collection, type Feature, type FeatureCollection, feature } from './harness/geojson.ts';
import { startHub } from './harness/hub.ts';
import { newSpaceId } from './harness/space.ts';

const hub = await startHub({ settings: { MERIDIAN_ADMIN_PASSWORD: ADMIN_PASSWORD } });
const admin = await signIn(hub);
const ana = await newPerson(hub, admin);
const limited = async (...rights: string[]) =>
  (await ana.newToken({ urm: { 'xyz-hub': Object.fromEntries(rights.map((right) => [right, [{}]])) } }))
    .token;

async function space(): Promise<string> {
  const id = newSpaceId();
  await ana.request('POST', '/hub/spaces', { body: { id, title: 'x', enableHistory: true } });
  await ana.request('PUT', `/hub/spaces/${id}/features`, {
    body: collection(feature('a', { ssn: 'secret' })),
  });
  return `/hub/spaces/${id}/features`;
}

const BARE = { type: 'Feature', id: 'a' };
const writers = await limited('createFeatures', 'updateFeatures');
const readers = await limited('createFeatures', 'updateFeatures', 'readFeatures');
const list = (onFeatureExists: string) => ({
  type: 'FeatureModificationList',
  modifications: [
    { type: 'FeatureModification', onFeatureExists, onFeatureNotExists: 'retain', featureIds: ['a'] },
  ],
});

describe('a feature that a write leaves as it is comes back as its id only without readFeatures', () => {
  const cases: [what: string, method: string, path: string, body: unknown][] = [
    ['retained', 'POST', '?e=retain', collection(feature('a'))],
    ['not changed by a patch', 'POST', '', collection({ type: 'Feature', id: 'a' })],
    ['not changed by a patch of one', 'PATCH', '/a', {}],
    ['named in a list of modifications', 'POST', '', list('retain')],
    [
      'retained in a conflict',
      'POST',
      '?e=patch&cr=retain',
      collection({ ...feature('a', { n: 1 }), properties: { n: 1, '@ns:com:here:xyz': { version: 99 } } }),
    ],
  ];
  for (const [what, method, path, body] of cases)
    test(`where it is ${what}`, async () => {
      const features = await space();
      const send = async (token: string) => {
        const response = await hub.request<FeatureCollection | Feature>(method, `${features}${path}`, {
          body,
          token,
        });
        assert.equal(response.status, 200, response.text);
        return response.body.type === 'FeatureCollection' ? response.body.features[0]! : response.body;
      };
      assert.deepEqual(await send(writers), BARE);
      assert.equal((await send(readers)).properties.ssn, 'secret');
    });

  test('but what a write made is shown to who wrote it', async () => {
    const features = await space();
    const put = await hub.put<Feature>(`${features}/a`, feature('a', { n: 1 }), { token: writers });
    assert.equal(put.body.properties.n, 1);
    const created = await hub.put<Feature>(`${features}/b`, feature('b', { n: 2 }), { token: writers });
    assert.equal(created.body.properties.n, 2);
  });
});
