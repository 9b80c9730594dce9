import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { describe, test } from 'node:test';
import { ADMIN_PASSWORD, newPerson, type Person, signIn } from './harness/account.ts';
import { collection, feature } from './harness/geojson.ts';
import { startHub } from './harness/hub.ts';
import { assertRefused } from './harness/refusal.ts';
import type { SpaceDefinition } from './harness/space.ts';

const DEFAULT_BYTES = 4 * 1024 ** 2;
const hub = await startHub({
  settings: {
    MERIDIAN_ADMIN_PASSWORD: ADMIN_PASSWORD,
    MERIDIAN_MAX_ACCOUNT_BYTES: String(DEFAULT_BYTES),
  },
});
const admin = await signIn(hub);

interface Usage {
  usedBytes: number;
  maxBytes?: number;
}

/** An account with a space, and what it can do there. */
async function owner() {
  const person = await newPerson(hub, admin);
  const { token } = await person.newToken();
  const { body } = await hub.post<SpaceDefinition>('/hub/spaces', { title: 'x' }, { token });
  const path = `/hub/spaces/${body.id}`;
  return {
    person,
    token,
    path,
    write: (bytes: number, id = 'a', by = token) =>
      hub.put(`${path}/features`, collection(feature(id, { text: randomBytes(bytes / 2).toString('hex') })), {
        token: by,
      }),
    usage: async () => (await person.request<Usage>('GET', '/account-api/accounts/me/usage')).body,
  };
}

function setQuota(person: Person, maxBytes: unknown) {
  return admin.request('PATCH', `/account-api/accounts/${person.aid}`, { body: { maxBytes } });
}

describe('a quota of bytes', () => {
  test('refuses what would go past it, and names what is used and allowed', async () => {
    const ana = await owner();
    assert.equal((await ana.write(1024 ** 2)).status, 200);
    const { usedBytes, maxBytes } = await ana.usage();
    assert.equal(maxBytes, DEFAULT_BYTES);
    assert.ok(usedBytes >= 1024 ** 2 && usedBytes < 2 * 1024 ** 2, `${usedBytes}`);
    assertRefused(await ana.write(DEFAULT_BYTES, 'b'), 507, String(usedBytes), String(DEFAULT_BYTES));
    assert.equal((await ana.write(1024, 'c')).status, 200, 'what fits is accepted');
  });

  test('is free again after a delete, which is always accepted', async () => {
    const ana = await owner();
    for (const id of ['a', 'b', 'c']) assert.equal((await ana.write(1024 ** 2, id)).status, 200);
    assertRefused(await ana.write(1024 ** 2, 'd'), 507, 'may store');
    const gone = await hub.delete(`${ana.path}/features?id=a,b`, { token: ana.token });
    assert.equal(gone.status, 204);
    assert.equal((await ana.write(1024 ** 2, 'd')).status, 200);
    await setQuota(ana.person, 0);
    assertRefused(await ana.write(1, 'e'), 507, 'may store 0');
    assertRefused(await hub.post('/hub/spaces', { title: 'x' }, { token: ana.token }), 507);
    assert.equal((await hub.delete(ana.path, { token: ana.token })).status, 204);
  });

  test('counts history', async () => {
    const ana = await owner();
    const versioned = { versionsToKeep: 100 };
    assert.equal((await hub.patch(ana.path, versioned, { token: ana.token })).status, 200);
    for (let n = 0; n < 3; n++) assert.equal((await ana.write(1024 ** 2 + n)).status, 200);
    const { usedBytes } = await ana.usage();
    assert.ok(usedBytes > 1.5 * 1024 ** 2, `${usedBytes}`);
  });

  test('is of the owner of a space, and only the owner hears the figures', async () => {
    const [ana, bob] = [await owner(), await owner()];
    await setQuota(ana.person, 1);
    const adminToken = hub.token;
    const refused = await ana.write(100, 'a', adminToken);
    assertRefused(refused, 507, 'owner of the space');
    assert.doesNotMatch(refused.text, /\d bytes/);
    assert.equal((await bob.write(100)).status, 200);
  });

  test('is set by administrators only: a number, unlimited, or the default', async () => {
    const ana = await owner();
    const own = await ana.person.request('PATCH', '/account-api/accounts/me', { body: { maxBytes: 1e12 } });
    assertRefused(own, 403, 'maxBytes');
    for (const wrong of [-1, 1.5, '10G', true])
      assertRefused(await setQuota(ana.person, wrong), 400, 'maxBytes', JSON.stringify(wrong));
    await setQuota(ana.person, 100);
    assert.equal((await ana.usage()).maxBytes, 100);
    await setQuota(ana.person, 'unlimited');
    assert.equal((await ana.usage()).maxBytes, undefined);
    assert.equal((await ana.write(DEFAULT_BYTES)).status, 200);
    await setQuota(ana.person, null);
    assert.equal((await ana.usage()).maxBytes, DEFAULT_BYTES);
    assertRefused(await ana.write(10, 'b'), 507);
  });

  test('is seen by the account itself and by administrators', async () => {
    const [ana, bob] = [await owner(), await owner()];
    const path = `/account-api/accounts/${ana.person.aid}/usage`;
    assert.equal((await admin.request('GET', path)).status, 200);
    assert.equal((await ana.person.request('GET', path)).status, 200);
    assertRefused(await bob.person.request('GET', path), 403, 'administrators');
  });
});
