import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { ADMIN_PASSWORD, newPerson, signIn } from './harness/account.ts';
import {
  collection,
  type Feature,
  type FeatureCollection,
  feature,
  namespaceOf,
  tagged,
} from './harness/geojson.ts';
import { type Hub, startHub } from './harness/hub.ts';
import { assertRefused } from './harness/refusal.ts';
import { newSpace, newSpaceId } from './harness/space.ts';

const hub = await startHub({ settings: { MERIDIAN_ADMIN_PASSWORD: ADMIN_PASSWORD } });

const LOG = '@ns:com:here:xyz:log';
type Log = {
  id: string;
  action: string;
  changedAt: number;
  original: { space: string; createdAt: number; updatedAt: number };
  diff?: {
    add: number;
    remove: number;
    replace: number;
    ops: { op: string; path: string; value?: unknown }[];
  };
};

const listener = (spaceId: unknown, params: object = {}) => ({
  'activity-log': [{ params: { spaceId, ...params }, eventTypes: ['ModifySpaceEvent.request'] }],
});
const logOf = (entry: Feature) => entry.properties[LOG] as Log;

async function entriesOf(on: Hub, space: string): Promise<Feature[]> {
  const found = await on.get<FeatureCollection>(`/hub/spaces/${space}/search`);
  assert.equal(found.status, 200, found.text);
  return found.body.features;
}

/** Entries arrive behind the write, usually within milliseconds. */
async function arrived(on: Hub, space: string, isThere: (entries: Feature[]) => boolean): Promise<Feature[]> {
  const until = Date.now() + 15_000;
  for (;;) {
    const entries = await entriesOf(on, space);
    if (isThere(entries)) return entries;
    if (Date.now() > until)
      assert.fail(`${entries.length}: ${JSON.stringify(entries.map(logOf)).slice(0, 2000)}`);
    await pause(20);
  }
}

async function logged(params: object = {}) {
  const log = newSpaceId();
  const space = await newSpace(hub, { listeners: listener(log, params) });
  const actions = (count: number) => arrived(hub, log, (entries) => entries.length >= count);
  return { log, space, actions };
}

describe('a space with an activity log', () => {
  test('has a space for it, made if there is none', async () => {
    const { log, space } = await logged();
    const made = await hub.get<{ title: string; owner: string }>(`/hub/spaces/${log}`);
    assert.equal(made.status, 200, made.text);
    assert.match(made.body.title, new RegExp(space.id));
    assert.equal(made.body.owner, space.created.owner);
    const later = newSpaceId();
    await hub.patch(space.path, { listeners: listener(later) });
    assert.equal((await hub.get(`/hub/spaces/${later}`)).status, 200);
  });

  test('records every change of every call, in order', async () => {
    const { space, actions } = await logged();
    await space.load(feature('a', { v: 1 }), tagged('b', 'x'));
    await hub.patch(`${space.features}/a`, { properties: { v: 2 } });
    await hub.put(`${space.features}/a`, feature('a', { v: 2 }));
    await hub.post(space.features, collection(feature('c')));
    await hub.delete(`${space.features}/c`);
    await hub.delete(`${space.features}?tags=x`);
    await hub.delete(`${space.features}?id=*`);
    const entries = await actions(7);
    assert.deepEqual(
      entries.map((entry) => `${logOf(entry).action} ${logOf(entry).id}`),
      ['SAVE a', 'SAVE b', 'UPDATE a', 'SAVE c', 'DELETE c', 'DELETE b', 'DELETE a'],
    );
  });

  test('FULL: an entry is the feature as it was written, and what happened', async () => {
    const { space, actions } = await logged({ storageMode: 'FULL' });
    const sent = { ...tagged('a', 'x'), note: 1 };
    await space.load(sent);
    await hub.patch(`${space.features}/a`, { properties: { v: { w: [1] } }, geometry: null });
    const [saved, updated] = await actions(2);
    assert.deepEqual([saved!.geometry, saved!.note, namespaceOf(saved!).tags], [sent.geometry, 1, ['x']]);
    const { original, changedAt, diff } = logOf(updated!);
    const stored = await space.read('a');
    assert.deepEqual(original, {
      space: space.id,
      createdAt: namespaceOf(stored).createdAt,
      updatedAt: namespaceOf(stored).updatedAt,
    });
    assert.equal(changedAt, namespaceOf(stored).updatedAt);
    assert.deepEqual(updated!.properties.v, { w: [1] });
    assert.deepEqual(diff, {
      add: 1,
      remove: 0,
      replace: 1,
      ops: [
        { op: 'replace', path: '/geometry', value: null },
        { op: 'add', path: '/properties/v', value: { w: [1] } },
      ],
    });
    assert.equal(
      namespaceOf(saved!).space,
      (await hub.get<{ id: string }>(`/hub/spaces/${namespaceOf(saved!).space}`)).body.id,
    );
  });

  test('DIFF_ONLY: an entry has what changed only', async () => {
    const { space, actions } = await logged({ storageMode: 'DIFF_ONLY' });
    await space.load(feature('a', { v: 1 }));
    await hub.patch(`${space.features}/a`, { properties: { v: null, w: 2 } });
    const [saved, updated] = await actions(2);
    assert.equal(saved!.geometry, null);
    assert.deepEqual(Object.keys(updated!.properties).sort(), ['@ns:com:here:xyz', LOG]);
    assert.deepEqual(logOf(updated!).diff!.ops, [
      { op: 'remove', path: '/properties/v' },
      { op: 'add', path: '/properties/w', value: 2 },
    ]);
  });

  test('states: so many entries of each feature stay', async () => {
    const { space, log } = await logged({ states: 2 });
    for (let v = 1; v <= 5; v++) await space.load(feature('a', { v }), feature('b'));
    const entries = await arrived(
      hub,
      log,
      (all) => all.some(({ properties }) => properties.v === 5) && all.length === 3,
    );
    assert.deepEqual(
      entries.map((entry) => [logOf(entry).id, entry.properties.v]),
      [
        ['b', undefined],
        ['a', 4],
        ['a', 5],
      ],
    );
  });

  test('records nothing of a write that failed', async () => {
    const { space, actions } = await logged();
    assertRefused(await hub.put(space.features, collection(feature('a'), feature('a'))), 400);
    await space.load(feature('b'));
    assert.deepEqual(
      (await actions(1)).map((entry) => logOf(entry).id),
      ['b'],
    );
  });

  test('is logged through a virtual space too', async () => {
    const { space, actions } = await logged();
    const virtual = await newSpace(hub, {
      storage: { id: 'virtualspace', params: { virtualspace: { group: [space.id] } } },
    });
    await hub.put(virtual.features, collection(feature('a')));
    assert.deepEqual(
      (await actions(1)).map((entry) => logOf(entry).original.space),
      [space.id],
    );
  });

  test('may share its log, which may be read-only and have a log itself: nothing goes round', async () => {
    const first = await newSpace(hub);
    const log = await newSpace(hub, { readOnly: true, listeners: listener(first.id) });
    await hub.patch(first.path, { listeners: listener(log.id) });
    const second = await newSpace(hub, { listeners: listener(log.id) });
    await first.load(feature('a'));
    await second.load(feature('b'));
    const entries = await arrived(hub, log.id, (all) => all.length >= 2);
    assert.deepEqual(
      entries.map((entry) => logOf(entry).original.space).sort(),
      [first.id, second.id].sort(),
    );
    await pause(200);
    assert.equal((await entriesOf(hub, log.id)).length, 2);
    assert.deepEqual(await first.search(), ['a']);
  });

  test('goes on with a new one where the log was deleted', async () => {
    const { space, log, actions } = await logged();
    await hub.delete(`/hub/spaces/${log}`);
    await space.load(feature('a'));
    for (let i = 0; i < 100 && (await hub.get(`/hub/spaces/${log}`)).status === 404; i++) await pause(20);
    assert.deepEqual(
      (await actions(1)).map((entry) => logOf(entry).id),
      ['a'],
    );
  });
});

describe('a definition is refused for', () => {
  const own = newSpaceId();
  const cases: [what: string, listeners: unknown, ...culprits: string[]][] = [
    ['an odd space', listener(5), 'listeners.activity-log[0].params.spaceId'],
    ['a bad space id', listener('a/b'), 'params.spaceId must be'],
    ['itself', listener(own), 'own log'],
    ['an unknown mode', listener('x', { storageMode: 'ALL' }), 'storageMode', 'DIFF_ONLY'],
    ['no states', listener('x', { states: 0 }), 'states'],
    ['states as text', listener('x', { states: '5' }), 'states'],
    [
      'one log twice',
      { 'activity-log': [{ params: { spaceId: 'x' } }, { params: { spaceId: 'x' } }] },
      'twice',
    ],
  ];
  for (const [what, listeners, ...culprits] of cases)
    test(what, async () =>
      assertRefused(await hub.post('/hub/spaces', { id: own, title: 'x', listeners }), 400, ...culprits),
    );

  test('a log that the caller may not write, or not make', async () => {
    const admin = await signIn(hub);
    const ana = await newPerson(hub, admin);
    const others = await newSpace(hub, { shared: true });
    const token = (await ana.newToken()).token;
    const made = (spaceId: string) =>
      hub.post('/hub/spaces', { id: newSpaceId(), title: 'x', listeners: listener(spaceId) }, { token });
    assertRefused(await made(others.id), 403, 'createFeatures', others.id);
    const mine = newSpaceId();
    const limited = (await ana.newToken({ urm: { 'xyz-hub': { manageSpaces: [{ space: mine }] } } })).token;
    const log = newSpaceId();
    const response = await hub.post(
      '/hub/spaces',
      { id: mine, title: 'x', listeners: listener(log) },
      { token: limited },
    );
    assertRefused(response, 403, 'manageSpaces', log);
  });
});

test('what was acknowledged is in the log after a kill and a new start, once', {
  timeout: 60_000,
}, async () => {
  const first = await startHub();
  const log = newSpaceId();
  const space = await newSpace(first, { listeners: listener(log) });
  const acknowledged: string[] = [];
  const writing = Array.from({ length: 8 }, async (_, w) => {
    for (let i = 0; i < 1000; i++) {
      const id = `${w}-${i}`;
      try {
        const response = await first.put(`${space.features}/${id}`, feature(id));
        if (response.status !== 200) return;
      } catch {
        return;
      }
      acknowledged.push(id);
      if (acknowledged.length === 150) await first.kill();
    }
  });
  await Promise.all(writing);
  assert.ok(acknowledged.length >= 150);
  const again = await startHub({ data: first.data });
  const stored = await again.get<FeatureCollection>(`${space.path}/search`);
  const ids = stored.body.features.map(({ id }) => id);
  const entries = await arrived(again, log, (all) => all.length >= ids.length);
  assert.deepEqual(entries.map((entry) => logOf(entry).id).sort(), ids.toSorted());
  for (const id of acknowledged) assert.ok(ids.includes(id));
});
