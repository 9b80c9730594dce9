import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ADMIN_PASSWORD, newPerson, signIn } from './harness/account.ts';
import { collection, feature } from './harness/geojson.ts';
import { startHub } from './harness/hub.ts';
import { newSpaceId, type SpaceDefinition } from './harness/space.ts';
import { storage } from './virtual/spaces.ts';

const hub = await startHub({ settings: { MERIDIAN_ADMIN_PASSWORD: ADMIN_PASSWORD } });
const admin = await signIn(hub);
const ana = await newPerson(hub, admin);
const bob = await newPerson(hub, admin);
const anas = (await ana.newToken()).token;
const bobs = (await bob.newToken()).token;
const limited = async (rights: object) => (await ana.newToken({ urm: { 'xyz-hub': rights } })).token;

async function space(definition: object): Promise<string> {
  const body = { id: newSpaceId(), title: 'A space', ...definition };
  const made = await hub.post<SpaceDefinition>('/hub/spaces', body, { token: anas });
  assert.equal(made.status, 200, made.text);
  return made.body.id;
}

describe('how a space is run', async () => {
  const plain = await space({
    shared: true,
    cacheTTL: 5000,
    storage: { id: 'psql', params: { connection: 'internal' } },
    processors: { 'rule-tagger': [{ params: { taggingRules: { big: '$.features[?(@.properties.n>5)]' } } }] },
    listeners: { 'activity-log': [{ params: { spaceId: newSpaceId() } }] },
  });
  const virtual = await space({ shared: true, storage: storage('group', [plain]) });
  const KEPT_BACK = ['cacheTTL', 'cid', 'listeners', 'processors', 'storage'];

  const shown = async (id: string, token: string) => {
    const one = await hub.get<SpaceDefinition>(`/hub/spaces/${id}`, { token });
    assert.equal(one.status, 200, one.text);
    const list = await hub.get<SpaceDefinition[]>('/hub/spaces?owner=*', { token });
    const listed = list.body.find((entry) => entry.id === id)!;
    const members = (definition: object) =>
      Object.keys(definition)
        .filter((name) => KEPT_BACK.includes(name))
        .sort();
    assert.deepEqual(members(listed), members(one.body), 'lists and single reads agree');
    assert.equal(one.body.title, 'A space');
    return members(one.body);
  };

  for (const [who, token, sees] of [
    ['its owner', anas, true],
    ['an administrator', hub.token, true],
    [
      'a token that manages it',
      await limited({ manageSpaces: [{ space: plain }, { space: virtual }] }),
      true,
    ],
    ['a token that administers it', await limited({ adminSpaces: [{}] }), true],
    ['a stranger', bobs, false],
    ['a token that only reads it', await limited({ readFeatures: [{}] }), false],
    [
      'a token that has every right on its features',
      await limited({ readFeatures: [{}], createFeatures: [{}], updateFeatures: [{}], deleteFeatures: [{}] }),
      false,
    ],
  ] as const)
    test(`${sees ? 'is shown to' : 'is kept back from'} ${who}`, async () => {
      assert.deepEqual(await shown(plain, token), sees ? KEPT_BACK : []);
      assert.deepEqual(await shown(virtual, token), sees ? ['cid', 'storage'] : []);
    });

  test('says nothing of what the server notes down for itself, not even to its owner', async () => {
    for (const id of [plain, virtual]) {
      const { text } = await hub.get(`/hub/spaces/${id}`, { token: anas });
      assert.doesNotMatch(text, /"@/);
    }
  });
});

describe('when an upstream space changed', () => {
  test('is shown in a virtual space only to who may read the upstream space', async () => {
    const [hidden, open] = [await space({}), await space({ shared: true })];
    const virtual = await space({ shared: true, storage: storage('group', [open, hidden]) });
    const changed = async (token: string) => {
      const one = await hub.get<SpaceDefinition>(`/hub/spaces/${virtual}`, { token });
      const list = await hub.get<SpaceDefinition[]>('/hub/spaces?owner=*', { token });
      assert.equal(list.body.find(({ id }) => id === virtual)!.contentUpdatedAt, one.body.contentUpdatedAt);
      return one.body.contentUpdatedAt;
    };
    const before = await changed(bobs);
    await hub.put(`/hub/spaces/${hidden}/features`, collection(feature('a')), { token: anas });
    assert.equal(await changed(bobs), before);
    const own = await hub.get<SpaceDefinition>(`/hub/spaces/${hidden}`, { token: anas });
    assert.equal(await changed(anas), own.body.contentUpdatedAt);
    await hub.put(`/hub/spaces/${open}/features`, collection(feature('b')), { token: anas });
    assert.ok((await changed(bobs)) > before);
    const since = `/hub/spaces?owner=*&contentUpdatedAt>=${own.body.contentUpdatedAt}`;
    assert.match((await hub.get(since, { token: bobs })).text, new RegExp(virtual));
  });
});
