import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { ADMIN_PASSWORD, newPerson, signIn } from './harness/account.ts';
import { collection, type FeatureCollection, feature, idsOf } from './harness/geojson.ts';
import { startHub } from './harness/hub.ts';
import { assertRefused } from './harness/refusal.ts';
import { newSpaceId } from './harness/space.ts';
import { storage } from './virtual/spaces.ts';

const hub = await startHub({ settings: { MERIDIAN_ADMIN_PASSWORD: ADMIN_PASSWORD } });
const admin = await signIn(hub);
const ana = await newPerson(hub, admin);
const bob = await newPerson(hub, admin);
const anas = (await ana.newToken()).token;
const bobs = (await bob.newToken()).token;
const admins = hub.token;

async function space(token: string, definition: object = {}): Promise<string> {
  const id = newSpaceId();
  const made = await hub.post('/hub/spaces', { id, title: 'A space', ...definition }, { token });
  assert.equal(made.status, 200, made.text);
  return id;
}

const write = async (id: string, token: string, featureId = 'secret') => {
  const written = await hub.put(`/hub/spaces/${id}/features`, collection(feature(featureId)), { token });
  assert.equal(written.status, 200, written.text);
};

const count = async (id: string, token = admins) =>
  (await hub.get<{ count: number }>(`/hub/spaces/${id}/count`, { token })).body.count;

const listener = (spaceId: string) => ({ 'activity-log': [{ params: { spaceId } }] });

/** What a space logs, once an entry of a log that works has arrived: entries of one space are delivered in order. */
async function delivered(source: string, token: string): Promise<void> {
  const control = newSpaceId();
  const definition = await hub.get<{ listeners: { 'activity-log': object[] } }>(`/hub/spaces/${source}`, {
    token,
  });
  const logs = [...definition.body.listeners['activity-log'], ...listener(control)['activity-log']];
  const patched = await hub.patch(
    `/hub/spaces/${source}`,
    { listeners: { 'activity-log': logs } },
    { token },
  );
  assert.equal(patched.status, 200, patched.text);
  await write(source, token, 'control');
  for (let i = 0; i < 500 && (await count(control)) === 0; i++) await pause(20);
  assert.equal(await count(control), 1);
}

const hasWarned = (source: string) =>
  hub
    .logs()
    .split('\n')
    .some((line) => line.includes('activity log of space') && line.includes(source));

async function warned(source: string): Promise<void> {
  for (let i = 0; i < 500 && !hasWarned(source); i++) await pause(20);
  assert.ok(hasWarned(source), 'the server log says that changes are not recorded');
}

describe('a space that is created under the id of a deleted activity log gets no entries', () => {
  for (const [what, writer, taker] of [
    ['of another account', anas, bobs],
    ['of an administrator', admins, bobs],
    ['of the same account', anas, anas],
    ['of an account that may read less', bobs, admins],
  ] as const)
    test(what, async () => {
      const log = newSpaceId();
      const source = await space(writer, { listeners: listener(log) });
      await hub.delete(`/hub/spaces/${log}`, { token: writer });
      await hub.post('/hub/spaces', { id: log, title: 'Mine now' }, { token: taker });
      await write(source, writer);
      await warned(source);
      assert.equal(await count(log), 0);
    });

  test('not even where it is the log of somebody else', async () => {
    const log = newSpaceId();
    const source = await space(admins, { listeners: listener(log) });
    await hub.delete(`/hub/spaces/${log}`);
    const theirs = await space(bobs, { listeners: listener(log) });
    await write(source, admins, 'secret');
    await warned(source);
    await write(theirs, bobs, 'own');
    for (let i = 0; i < 500 && (await count(log)) === 0; i++) await pause(20);
    const found = await hub.get<FeatureCollection>(`/hub/spaces/${log}/search`, { token: bobs });
    assert.equal(found.body.features.length, 1);
    assert.doesNotMatch(found.text, /secret/);
  });

  test('until listeners is set again by somebody who may write into it', async () => {
    const log = newSpaceId();
    const source = await space(anas, { listeners: listener(log) });
    await hub.delete(`/hub/spaces/${log}`, { token: anas });
    await hub.post('/hub/spaces', { id: log, title: 'A new log' }, { token: anas });
    await hub.patch(`/hub/spaces/${source}`, { listeners: listener(log) }, { token: anas });
    await write(source, anas);
    for (let i = 0; i < 500 && (await count(log)) === 0; i++) await pause(20);
    assert.equal(await count(log), 1);
  });
});

describe('the right to write into an activity log is held to when it is used', () => {
  test('an administrator may have the changes of others recorded in a space of their own', async () => {
    const log = await space(admins);
    const source = await space(anas);
    const set = await hub.patch(`/hub/spaces/${source}`, { listeners: listener(log) });
    assert.equal(set.status, 200, set.text);
    await write(source, anas);
    for (let i = 0; i < 500 && (await count(log)) === 0; i++) await pause(20);
    assert.equal(await count(log), 1);
  });

  test('a space that has gone to another account is not recorded in the log of its former owner', async () => {
    const log = newSpaceId();
    const source = await space(anas, { listeners: listener(log) });
    await hub.patch(`/hub/spaces/${source}`, { owner: bob.aid });
    await write(source, bobs);
    await warned(source);
    assert.equal(await count(log), 0);
  });

  test('nor are changes recorded in a log that has gone to another account', async () => {
    const log = newSpaceId();
    const source = await space(anas, { listeners: listener(log) });
    await hub.patch(`/hub/spaces/${log}`, { owner: bob.aid });
    await write(source, anas);
    await warned(source);
    assert.equal(await count(log), 0);
  });

  test('several spaces of one account go on with a log that was deleted', async () => {
    const log = newSpaceId();
    const [first, second] = [
      await space(anas, { listeners: listener(log) }),
      await space(anas, { listeners: listener(log) }),
    ];
    await hub.delete(`/hub/spaces/${log}`, { token: anas });
    await write(first, anas, 'one');
    await delivered(first, anas);
    await write(second, anas, 'two');
    await delivered(second, anas);
    const found = await hub.get<FeatureCollection>(`/hub/spaces/${log}/search`, { token: anas });
    assert.match(found.text, /"one"/);
    assert.match(found.text, /"two"/);
  });
});

describe('a space that is created under the id of a deleted upstream space', () => {
  const setUp = async (taker: string) => {
    const upstream = await space(anas, { shared: true });
    const virtual = await space(anas, { shared: true, storage: storage('group', [upstream]) });
    const over = await space(anas, { storage: storage('group', [virtual]) });
    await hub.delete(`/hub/spaces/${upstream}`, { token: anas });
    await hub.post('/hub/spaces', { id: upstream, title: 'Mine now', shared: true }, { token: taker });
    await write(upstream, taker, 'theirs');
    return { upstream, virtual, over };
  };

  for (const [what, taker] of [
    ['of another account', bobs],
    ['of the same account', anas],
  ] as const)
    test(`is not shown through the virtual space, nor written through it, where it is ${what}`, async () => {
      const { upstream, virtual, over } = await setUp(taker);
      for (const id of [virtual, over])
        for (const call of ['search', 'features/theirs', 'count', 'statistics'])
          assertRefused(await hub.get(`/hub/spaces/${id}/${call}`), 404, upstream);
      assertRefused(await hub.put(`/hub/spaces/${virtual}/features/x`, feature('x')), 404, upstream);
      assert.equal(await count(upstream), 1);
    });

  test('is shown once storage is set again', async () => {
    const { upstream, virtual } = await setUp(bobs);
    const again = { storage: storage('group', [upstream]) };
    assert.equal((await hub.patch(`/hub/spaces/${virtual}`, again, { token: anas })).status, 200);
    const found = await hub.get<FeatureCollection>(`/hub/spaces/${virtual}/search`, { token: anas });
    assert.deepEqual(idsOf(found.body), ['theirs']);
  });
});

describe('the token of a link to a project', () => {
  const setUp = async () => {
    const [named, project] = [await space(anas), newSpaceId()];
    await write(named, anas, 'shown');
    const put = (person: typeof ana, status: string) =>
      person.request('PUT', `/project-api/projects/${project}`, { body: { status } });
    await put(ana, 'PUBLISHED');
    const urm = { 'xyz-hub': { readFeatures: [{ space: named }] } };
    const ask = { token: (await ana.newToken({ project, urm })).token };
    const search = () => hub.get(`/hub/spaces/${named}/search`, ask);
    const read = () => hub.get(`/project-api/projects/${project}`, ask);
    assert.equal((await search()).status, 200);
    return { named, project, put, search, read };
  };

  test('reads the spaces it names only while the project is published', async () => {
    const { put, search } = await setUp();
    await put(ana, 'UNPUBLISHED');
    assertRefused(await search(), 403, 'readFeatures');
    await put(ana, 'PUBLISHED');
    assert.equal((await search()).status, 200);
  });

  for (const [what, person] of [
    ['another account', bob],
    ['the same account', ana],
  ] as const)
    test(`reads nothing of a project that ${what} creates under the id of the deleted one`, async () => {
      const { project, put, search, read } = await setUp();
      await ana.request('DELETE', `/project-api/projects/${project}`);
      await put(person, 'PUBLISHED');
      assertRefused(await read(), 404);
      assertRefused(await search(), 403);
    });

  test('reads no space that is created under the id of a deleted one', async () => {
    const { named, search } = await setUp();
    await hub.delete(`/hub/spaces/${named}`, { token: anas });
    await hub.post('/hub/spaces', { id: named, title: 'Another' }, { token: anas });
    assertRefused(await search(), 403);
  });
});
