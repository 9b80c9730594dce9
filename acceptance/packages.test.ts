import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ADMIN_PASSWORD, newPerson, type Person, signIn } from './harness/account.ts';
import { startHub } from './harness/hub.ts';
import { assertRefused } from './harness/refusal.ts';
import { newSpaceId } from './harness/space.ts';

const hub = await startHub({ settings: { MERIDIAN_ADMIN_PASSWORD: ADMIN_PASSWORD } });
const admin = await signIn(hub);
const ana = await newPerson(hub, admin);
const bob = await newPerson(hub, admin);
const anas = (await ana.newToken()).token;
const bobs = (await bob.newToken()).token;

const limited = async (person: Person, managePackages?: object[]) =>
  (
    await person.newToken({
      urm: { 'xyz-hub': { manageSpaces: [{}], ...(managePackages ? { managePackages } : {}) } },
    })
  ).token;

const create = (token: string, packages: string[]) =>
  hub.post<{ id: string }>('/hub/spaces', { id: newSpaceId(), title: 'A space', packages }, { token });

async function made(token: string, packages: string[]): Promise<string> {
  const response = await create(token, packages);
  assert.equal(response.status, 200, response.text);
  return `/hub/spaces/${response.body.id}`;
}

/** A name that no other test has. */
const newPackage = () => `p-${newSpaceId()}`;

describe('to put a space into a package', () => {
  test('is free to an account whose spaces alone are in it, or which is the first', async () => {
    const name = newPackage();
    const path = await made(anas, [name]);
    await made(anas, [name]);
    assert.equal((await hub.patch(path, { packages: [] }, { token: anas })).status, 200);
  });

  test('needs the right on the package where others have spaces in it', async () => {
    const name = newPackage();
    await made(anas, [name]);
    assertRefused(await create(bobs, [name]), 403, 'managePackages', name);
    const own = await made(bobs, []);
    assertRefused(await hub.patch(own, { packages: [name] }, { token: bobs }), 403, 'managePackages', name);
    assert.equal((await hub.get<{ packages?: string[] }>(own, { token: bobs })).body.packages, undefined);
    assert.equal((await create(hub.token, [name])).status, 200);
  });

  test('is not for two accounts that begin with the same package at once', async () => {
    const name = newPackage();
    const responses = await Promise.all([create(anas, [name]), create(bobs, [name])]);
    assert.deepEqual(responses.map(({ status }) => status).sort(), [200, 403]);
  });
});

test('to take a space out of a package needs the right on it too', async () => {
  const name = newPackage();
  const path = await made(anas, [name]);
  await made(hub.token, [name]);
  assertRefused(await hub.patch(path, { packages: [] }, { token: anas }), 403, 'managePackages', name);
  assertRefused(await hub.patch(path, { packages: null }, { token: anas }), 403, 'managePackages', name);
  const kept = await hub.patch(path, { title: 'B', packages: [name] }, { token: anas });
  assert.equal(kept.status, 200, kept.text);
  assert.equal((await hub.patch(path, { packages: [] })).status, 200);
});

describe('a token', () => {
  const name = newPackage();
  for (const [what, filters, allowed] of [
    ['without the right', undefined, false],
    ['with an empty list', [], false],
    ['with {}', [{}], true],
    ['limited to the package', [{ id: name }], true],
    ['limited to a prefix of it', [{ id: `${name.slice(0, 5)}*` }], true],
    ['limited to another package', [{ id: 'another' }], false],
    ['limited to its owner', [{ owner: ana.aid }], true],
    ['limited to another owner', [{ owner: bob.aid }], false],
  ] as const)
    test(`${what} ${allowed ? 'may' : 'may not'}`, async () => {
      const token = await limited(ana, filters && [...filters]);
      const response = await create(token, [name]);
      if (allowed) assert.equal(response.status, 200, response.text);
      else assertRefused(response, 403, 'managePackages', name);
      assert.equal((await create(token, [])).status, 200);
    });
});
