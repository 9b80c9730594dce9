import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { beforeEach, describe, test } from 'node:test';
import { startHub } from './harness/hub.ts';
import { ADMIN_SETTINGS, newPerson } from './harness/people.ts';
import { assertMissing, assertRefused, assertTurnedAway } from './harness/refusal.ts';

const hub = await startHub({ settings: ADMIN_SETTINGS });
const PROJECTS = '/project-api/projects';

const owner = await newPerson(hub);
const full = await owner.token();
const reader = await owner.token({ urm: { 'xyz-hub': { readFeatures: [{}] } } });
const nothing = await owner.token({ urm: { 'xyz-hub': {} } });
const manager = await owner.token({ urm: { 'xyz-hub': { manageSpaces: [{ owner: owner.aid }] } } });
const ofOneSpace = await owner.token({ urm: { 'xyz-hub': { manageSpaces: [{ space: 'x' }] } } });
const stranger = await (await newPerson(hub)).token();

let id: string;
let path: string;
let before: string;
const publish = async () => {
  before = (await hub.patch(path, { status: 'PUBLISHED' }, { token: full })).text;
};
beforeEach(async () => {
  id = randomUUID();
  path = `${PROJECTS}/${id}`;
  before = (await hub.put(path, { title: 'private' }, { token: full })).text;
});
const unchanged = async () => assert.equal((await hub.get(path, { token: full })).text, before);

const WRITES = [
  ['PUT', { title: 'taken over' }],
  ['PATCH', { title: 'taken over' }],
  ['DELETE', undefined],
] as const;

test('without a token there is nothing to see', async () => {
  assertTurnedAway(await hub.get(path, { token: null }), 401);
  for (const [method, body] of WRITES)
    assertTurnedAway(await hub.request(method, path, { token: null, body }), 401);
  assertTurnedAway(await hub.get(PROJECTS, { token: 'garbage' }), 401);
  await unchanged();
});

describe('a stranger', () => {
  test('does not even learn that an unpublished project exists', async () => {
    assertMissing(await hub.get(path, { token: stranger }));
    for (const [method, body] of WRITES)
      assertMissing(await hub.request(method, path, { token: stranger, body }));
    await unchanged();
  });

  test('reads a published one and cannot change it', async () => {
    await publish();
    assert.equal((await hub.get(path, { token: stranger })).text, before);
    for (const [method, body] of WRITES)
      assertRefused(await hub.request(method, path, { token: stranger, body }), 403, id, 'owner');
    assertRefused(await hub.post(PROJECTS, { id }, { token: stranger }), 409, id);
    await unchanged();
  });

  test('does not read it any more once it is withdrawn, whatever they have kept of it', async () => {
    await publish();
    const { headers } = await hub.get(path, { token: stranger });
    await hub.patch(path, { status: 'UNPUBLISHED' }, { token: full });
    assertMissing(await hub.get(path, { token: stranger, headers: { 'if-none-match': headers.etag } }));
  });
});

describe("the account's own tokens", () => {
  for (const [name, token] of [
    ['one that may only read features', reader],
    ['one without any right', nothing],
    ['one that may manage a single space', ofOneSpace],
  ] as const)
    test(`${name} reads its projects and cannot change them`, async () => {
      assert.equal((await hub.get(path, { token })).text, before);
      for (const [method, body] of WRITES)
        assertRefused(await hub.request(method, path, { token, body }), 403, 'manageSpaces');
      const fresh = randomUUID();
      assertRefused(await hub.post(PROJECTS, { id: fresh }, { token }), 403, 'manageSpaces');
      assertRefused(await hub.put(`${PROJECTS}/${fresh}`, {}, { token }), 403, 'manageSpaces');
      assertMissing(await hub.get(`${PROJECTS}/${fresh}`, { token: full }));
      await unchanged();
    });

  test('one that may manage spaces does everything', async () => {
    assert.equal((await hub.patch(path, { title: 'mine' }, { token: manager })).status, 200);
    assert.equal((await hub.delete(path, { token: manager })).status, 204);
    assert.equal((await hub.post(PROJECTS, {}, { token: manager })).status, 200);
  });

  test('the right comes before the body', async () => {
    for (const method of ['PUT', 'PATCH'])
      assertRefused(await hub.request(method, path, { token: reader, body: '{' }), 403, 'manageSpaces');
    assertRefused(await hub.post(PROJECTS, '{', { token: reader }), 403, 'manageSpaces');
  });
});

test('an administrator reads and changes all projects', async () => {
  assert.equal((await hub.get(path)).text, before);
  const changed = await hub.patch<{ owner: string }>(path, { title: 'cleaned' });
  assert.equal(changed.body.owner, owner.aid);
  assert.equal((await hub.delete(path)).status, 204);
});
