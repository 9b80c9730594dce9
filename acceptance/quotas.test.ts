import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ADMIN_PASSWORD, newPerson, signIn } from './harness/account.ts';
import { collection, type FeatureCollection, feature, tagged } from './harness/geojson.ts';
import { startHub } from './harness/hub.ts';
import { assertRefused } from './harness/refusal.ts';
import { newSpaceId, type SpaceDefinition } from './harness/space.ts';

const hub = await startHub({ settings: { MERIDIAN_ADMIN_PASSWORD: ADMIN_PASSWORD } });
const admin = await signIn(hub);
const ana = await newPerson(hub, admin);
const anas = (await ana.newToken()).token;

async function space(): Promise<string> {
  const path = `/hub/spaces/${newSpaceId()}`;
  const made = await hub.post('/hub/spaces', { id: path.split('/').at(-1), title: 'x' }, { token: anas });
  assert.equal(made.status, 200, made.text);
  await hub.put(`${path}/features`, collection(feature('old'), tagged('t', 'x')), { token: anas });
  return path;
}
const ids = async (path: string) =>
  (await hub.get<FeatureCollection>(`${path}/search`, { token: anas })).body.features.map(({ id }) => id);

describe('a quota', () => {
  test('of spaces counts those of the account', async () => {
    const person = await newPerson(hub, admin);
    const free = (await person.newToken()).token;
    const { token } = await person.newToken({ limits: { maxSpaces: 2 } });
    const make = (by: string) => hub.post<SpaceDefinition>('/hub/spaces', { title: 'x' }, { token: by });
    await make(free);
    const second = await make(token);
    assert.equal(second.status, 200);
    assertRefused(await make(token), 403, 'maxSpaces', '2');
    assert.equal((await make(free)).status, 200, 'it is a limit of the token, not of the account');
    await hub.delete(`/hub/spaces/${second.body.id}`, { token });
    assertRefused(await make(token), 403, 'maxSpaces');
  });

  test('of spaces holds when many are made at once', async () => {
    const person = await newPerson(hub, admin);
    const { token } = await person.newToken({ limits: { maxSpaces: 3 } });
    const responses = await Promise.all(
      Array.from({ length: 12 }, () => hub.post('/hub/spaces', { title: 'x' }, { token })),
    );
    assert.deepEqual(responses.map(({ status }) => status).sort(), [
      200,
      200,
      200,
      ...Array<number>(9).fill(403),
    ]);
    assert.equal((await hub.get<unknown[]>('/hub/spaces', { token })).body.length, 3);
  });

  test('of features is exact, whole and names itself', async () => {
    const path = await space();
    const { token } = await ana.newToken({ limits: { maxFeaturesPerSpace: 4 } });
    const put = (...features: unknown[]) => hub.put(`${path}/features`, collection(...features), { token });
    assertRefused(await put(feature('a'), feature('b'), feature('c')), 403, 'maxFeaturesPerSpace', '4');
    assert.deepEqual(await ids(path), ['old', 't']);
    assert.equal((await put(feature('a'), feature('b'))).status, 200);
    assertRefused(await put(feature('c')), 403, 'maxFeaturesPerSpace');
    assertRefused(
      await hub.post(`${path}/features?transactional=false`, collection(feature('c')), { token }),
      403,
      'maxFeaturesPerSpace',
    );
    assert.equal((await put(feature('a', { n: 2 }))).status, 200, 'replacing adds none');
    await hub.delete(`${path}/features/a`, { token });
    assert.equal((await put(feature('c'))).status, 200);
    await hub.put(`${path}/features/d`, feature('d'), { token: anas });
    assert.equal((await put(feature('c', { n: 2 }))).status, 200, 'above the quota one can still change');
    assertRefused(await put(feature('e')), 403, 'maxFeaturesPerSpace');
    await hub.delete(`${path}/features?id=*`, { token });
    assert.equal((await put(feature('e'))).status, 200);
  });

  test('of features holds when many are written at once', async () => {
    const path = await space();
    const { token } = await ana.newToken({ limits: { maxFeaturesPerSpace: 7 } });
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, i) => hub.put(`${path}/features/n${i}`, feature(`n${i}`), { token })),
    );
    assert.equal(responses.filter(({ status }) => status === 200).length, 5);
    assert.equal((await ids(path)).length, 7);
  });
});
