import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { ADMIN_PASSWORD, newPerson, signIn } from './harness/account.ts';
import { feature } from './harness/geojson.ts';
import { startHub } from './harness/hub.ts';
import { assertRefused } from './harness/refusal.ts';
import { newSpace, newSpaceId } from './harness/space.ts';

const hub = await startHub({ settings: { MERIDIAN_ADMIN_PASSWORD: ADMIN_PASSWORD } });
const TAGGER = { params: { taggingRules: { big: '$.features[?(@.properties.n>5)]' } } };

type Entry = { params: { spaceId: string; states?: number }; eventTypes?: string[] };
type Definition = { listeners: Record<string, Entry[]> };

describe('a processor or listener that does not exist is refused', () => {
  const cases: [field: string, value: unknown, known: string][] = [
    ['processors', { 'rule-taggr': [TAGGER] }, 'rule-tagger'],
    ['processors', [{ id: 'rule-taggr', ...TAGGER }], 'schema-validator'],
    ['processors', { 'rule-tagger': [TAGGER], 'rule-taggr': [] }, 'rule-tagger'],
    ['listeners', { 'rule-taggr': [{}] }, 'activity-log'],
    ['listeners', [{ id: 'rule-taggr' }], 'activity-log'],
  ];
  for (const [field, value, known] of cases)
    test(`${field}: ${JSON.stringify(value).slice(0, 60)}`, async () => {
      const created = await hub.post('/hub/spaces', { title: 'x', [field]: value });
      assertRefused(created, 400, field, 'rule-taggr', known);
      const space = await newSpace(hub, { processors: { 'rule-tagger': [TAGGER] } });
      assertRefused(await hub.patch(space.path, { [field]: value }), 400, field, 'rule-taggr', known);
      assert.deepEqual((await space.definition()).processors, { 'rule-tagger': [TAGGER] });
    });
});

describe('an activity log whose settings name no space', () => {
  test('gets one that is named after what it records, and says so under both names', async () => {
    const space = await newSpace(hub);
    const listeners = {
      'activity-log': [
        {
          id: 'activity-log',
          params: { states: 1, storageMode: 'FULL' },
          eventTypes: ['ModifySpaceEvent.request'],
        },
      ],
    };
    const patched = await hub.patch<Definition>(space.path, { listeners });
    assert.equal(patched.status, 200, patched.text);
    for (const name of ['activity-log', 'activity-log-writer']) {
      const [entry] = patched.body.listeners[name]!;
      assert.equal(entry!.params.spaceId, `${space.id}-log`);
      assert.equal(entry!.params.states, 1);
      assert.deepEqual(entry!.eventTypes, ['ModifySpaceEvent.request']);
    }
    await space.load(feature('a'));
    const count = async () =>
      (await hub.get<{ count: number }>(`/hub/spaces/${space.id}-log/count`)).body.count;
    for (let i = 0; i < 500 && (await count()) === 0; i++) await pause(20);
    assert.equal(await count(), 1);
  });

  for (const entry of [{}, { params: {} }, { params: { spaceId: null } }])
    test(`such as ${JSON.stringify(entry)}, also where the space is created with it and its id generated`, async () => {
      const made = await hub.post<Definition & { id: string }>('/hub/spaces', {
        title: 'x',
        listeners: [{ id: 'activity-log-writer', ...entry }],
      });
      assert.equal(made.status, 200, made.text);
      assert.equal(made.body.listeners['activity-log']![0]!.params.spaceId, `${made.body.id}-log`);
      assert.equal((await hub.get(`/hub/spaces/${made.body.id}-log`)).status, 200);
    });

  test('needs the right to write there where the space exists already', async () => {
    const admin = await signIn(hub);
    const ana = await newPerson(hub, admin);
    const { token } = await ana.newToken();
    const id = newSpaceId();
    await newSpace(hub, { id: `${id}-log` });
    const body = { id, title: 'x', listeners: { 'activity-log': [{}] } };
    assertRefused(await hub.post('/hub/spaces', body, { token }), 403, 'createFeatures', `${id}-log`);
  });

  test('gets none where the name would be too long', async () => {
    const id = `s${'x'.repeat(253)}`;
    const body = { id, title: 'x', listeners: { 'activity-log': [{}] } };
    assertRefused(await hub.post('/hub/spaces', body), 400, 'spaceId');
  });
});

describe('activity-log-writer is another name of activity-log', () => {
  const logged = async () => {
    const [space, log] = [newSpaceId(), newSpaceId()];
    const listeners = { 'activity-log-writer': [{ params: { spaceId: log } }] };
    const made = await hub.post<Definition>('/hub/spaces', { id: space, title: 'x', listeners });
    assert.equal(made.status, 200, made.text);
    assert.equal((await hub.get(`/hub/spaces/${log}`)).status, 200, 'the space of the log is there');
    const patch = async (changed: object) =>
      hub.patch<Definition>(`/hub/spaces/${space}`, { listeners: changed });
    return { log, definition: made.body, patch };
  };
  const spaceIds = ({ listeners }: Definition) =>
    Object.entries(listeners ?? {})
      .map(([name, entries]) => `${name}: ${entries.map(({ params }) => params.spaceId).join(' ')}`)
      .sort();
  const both = (id: string) => [`activity-log-writer: ${id}`, `activity-log: ${id}`].sort();

  test('what was read can be sent back', async () => {
    const { log, definition, patch } = await logged();
    assert.deepEqual(spaceIds(definition), both(log));
    const sent = await patch(definition.listeners);
    assert.equal(sent.status, 200, sent.text);
    assert.deepEqual(sent.body.listeners, definition.listeners);
  });

  for (const name of ['activity-log', 'activity-log-writer'])
    test(`a change under ${name} holds, whatever the other still says`, async () => {
      const { definition, patch } = await logged();
      const other = newSpaceId();
      const changed = [{ params: { spaceId: other } }];
      const sent = await patch({ ...definition.listeners, [name]: changed });
      assert.deepEqual(spaceIds(sent.body), both(other));
      const again = newSpaceId();
      const alone = await patch({ [name]: [{ params: { spaceId: again } }] });
      assert.deepEqual(spaceIds(alone.body), both(again));
      const removed = await patch({ [name]: null });
      assert.equal(removed.body.listeners, undefined);
    });

  test('two logs under the two names are refused', async () => {
    const { patch } = await logged();
    const entry = (id: string) => [{ params: { spaceId: id } }];
    const sent = { 'activity-log': entry(newSpaceId()), 'activity-log-writer': entry(newSpaceId()) };
    assertRefused(await patch(sent), 400, 'activity-log-writer');
    assertRefused(await hub.post('/hub/spaces', { title: 'x', listeners: sent }), 400, 'activity-log-writer');
  });
});
