import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ADMIN_PASSWORD, newPerson, signIn } from '../harness/account.ts';
import { collection, feature } from '../harness/geojson.ts';
import { startHub } from '../harness/hub.ts';
import { assertRefused } from '../harness/refusal.ts';
import { newSpaceId } from '../harness/space.ts';
import { storage } from './spaces.ts';

const hub = await startHub({ settings: { MERIDIAN_ADMIN_PASSWORD: ADMIN_PASSWORD } });
const admin = await signIn(hub);
const ana = await newPerson(hub, admin);
const bob = await newPerson(hub, admin);
const anas = (await ana.newToken()).token;
const bobs = (await bob.newToken()).token;

async function space(definition: object = {}, token = anas): Promise<string> {
  const id = newSpaceId();
  const made = await hub.post('/hub/spaces', { id, title: 'A space', ...definition }, { token });
  assert.equal(made.status, 200, made.text);
  return id;
}

async function filled(definition: object = {}, token = anas, id = 'x'): Promise<string> {
  const made = await space(definition, token);
  await hub.put(`/hub/spaces/${made}/features`, collection(feature(id, { v: 1 })), { token });
  return made;
}

const limited = async (rights: Record<string, string[]>) => {
  const filters = Object.entries(rights).map(([right, spaces]) => [
    right,
    spaces.map((id) => ({ space: id })),
  ]);
  return (await ana.newToken({ urm: { 'xyz-hub': Object.fromEntries(filters) } })).token;
};

const READS = [
  'features?id=x',
  'features/x',
  'search',
  'iterate',
  'count',
  'statistics',
  'bbox?west=0&south=0&east=60&north=60',
  'tile/web/0_0_0',
];

describe('reading through a virtual space needs', async () => {
  const [one, two] = [await filled(), await filled({}, anas, 'y')];
  const inner = await space({ storage: storage('group', [two]) });
  const virtual = await space({ storage: storage('group', [one, inner]) });
  const all = [one, two, inner, virtual];

  test('the right to read it and everything it leads to', async () => {
    const token = await limited({ readFeatures: all });
    for (const call of READS)
      assert.equal((await hub.get(`/hub/spaces/${virtual}/${call}`, { token })).status, 200, call);
  });

  for (const [i, what] of ['an upstream space', 'one behind another', 'one between', 'itself'].entries())
    test(`${what}: without it every call is refused, and names it`, async () => {
      const token = await limited({ readFeatures: all.toSpliced(i, 1) });
      for (const call of READS)
        assertRefused(
          await hub.get(`/hub/spaces/${virtual}/${call}`, { token }),
          403,
          'readFeatures',
          all[i]!,
        );
    });

  test("of others' spaces only what is shared", async () => {
    const [hidden, open] = [await filled(), await filled({ shared: true })];
    const over = await space({ storage: storage('group', [open]), shared: true });
    assert.equal((await hub.get(`/hub/spaces/${over}/search`, { token: bobs })).status, 200);
    const mixed = await space({ storage: storage('merge', [open, hidden]), shared: true });
    for (const call of READS)
      assertRefused(await hub.get(`/hub/spaces/${mixed}/${call}`, { token: bobs }), 403, hidden);
    const bobsOver = await space({ storage: storage('group', [hidden]) }, bobs);
    assertRefused(await hub.get(`/hub/spaces/${bobsOver}/search`, { token: bobs }), 403, hidden);
  });
});

describe('writing through a virtual space', async () => {
  const setUp = async (definition: object = {}) => {
    const [one, two] = [await filled({}, anas, 'x'), await filled(definition, anas, 'y')];
    const virtual = await space({ storage: storage('group', [one, two]) });
    return { one, two, virtual, all: [one, two, virtual] };
  };

  test('needs the right to read everything, to find where features are', async () => {
    const { one, two, virtual, all } = await setUp();
    const token = await limited({ readFeatures: [one, virtual], createFeatures: all, updateFeatures: all });
    const response = await hub.put(`/hub/spaces/${virtual}/features`, collection(feature('n')), { token });
    assertRefused(response, 403, 'readFeatures', two);
  });

  const effects: [right: string, call: (path: string, token: string) => ReturnType<typeof hub.put>][] = [
    ['createFeatures', (path, token) => hub.put(`${path}/features/n`, feature('n'), { token })],
    ['updateFeatures', (path, token) => hub.patch(`${path}/features/x`, { properties: { v: 2 } }, { token })],
    ['deleteFeatures', (path, token) => hub.delete(`${path}/features/x`, { token })],
  ];
  for (const [right, call] of effects)
    test(`needs ${right} where the effect is, and there only`, async () => {
      const { one, two, virtual, all } = await setUp();
      const missing = await limited({ readFeatures: all, [right]: [two, virtual] });
      assertRefused(await call(`/hub/spaces/${virtual}`, missing), 403, right, one);
      const enough = await limited({ readFeatures: all, [right]: [one, virtual] });
      const response = await call(`/hub/spaces/${virtual}`, enough);
      assert.ok([200, 204].includes(response.status), response.text);
    });

  test('is refused as a whole where one upstream space refuses its part', async () => {
    const { one, two, virtual, all } = await setUp();
    const token = await limited({ readFeatures: all, updateFeatures: [one, virtual] });
    const both = collection(feature('x', { v: 5 }), feature('y', { v: 5 }));
    assertRefused(
      await hub.put(`/hub/spaces/${virtual}/features`, both, { token }),
      403,
      'updateFeatures',
      two,
    );
    assertRefused(
      await hub.delete(`/hub/spaces/${virtual}/features?id=x,y`, { token }),
      403,
      'deleteFeatures',
    );
    const kept = await hub.get(`/hub/spaces/${one}/search?p.v=1`, { token: anas });
    assert.match(kept.text, /"x"/);
  });

  test('a read-only upstream space takes no part; a read-only virtual space none at all', async () => {
    const { one, two, virtual } = await setUp({ readOnly: true });
    await hub.patch(`/hub/spaces/${two}`, { readOnly: false }, { token: anas });
    await hub.put(`/hub/spaces/${two}/features/y`, feature('y'), { token: anas });
    await hub.patch(`/hub/spaces/${two}`, { readOnly: true }, { token: anas });
    const ask = { token: anas };
    assertRefused(
      await hub.patch(`/hub/spaces/${virtual}/features/y`, { properties: { v: 3 } }, ask),
      405,
      two,
    );
    assertRefused(await hub.delete(`/hub/spaces/${virtual}/features/y`, ask), 405, two);
    assert.equal(
      (await hub.patch(`/hub/spaces/${virtual}/features/x`, { properties: { v: 3 } }, ask)).status,
      200,
    );
    await hub.patch(`/hub/spaces/${virtual}`, { readOnly: true }, ask);
    assertRefused(
      await hub.patch(`/hub/spaces/${virtual}/features/x`, { properties: { v: 4 } }, ask),
      405,
      virtual,
    );
    assert.ok(one);
  });

  test('counts against the quota of the space it goes to', async () => {
    const { one, virtual } = await setUp();
    const token = (await ana.newToken({ limits: { maxFeaturesPerSpace: 1 } })).token;
    const response = await hub.put(`/hub/spaces/${virtual}/features/n`, feature('n'), { token });
    assertRefused(response, 403, 'maxFeaturesPerSpace', one);
  });
});
