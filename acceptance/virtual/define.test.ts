import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { collection, feature } from '../harness/geojson.ts';
import { sharedHub } from '../harness/hub.ts';
import { assertRefused } from '../harness/refusal.ts';
import { newSpace, newSpaceId, nextMillisecond } from '../harness/space.ts';
import { newVirtual, storage } from './spaces.ts';

const hub = await sharedHub();
const own = await newSpace(hub);
const other = await newSpace(hub);

describe('a virtual space', () => {
  for (const mode of ['group', 'merge', 'override', 'custom'] as const)
    test(`can be defined as ${mode} and is answered as it was`, async () => {
      const virtual = await newVirtual(hub, mode, [own, other]);
      assert.deepEqual((await virtual.definition()).storage, storage(mode, [own.id, other.id]));
    });

  const id = newSpaceId();
  const cases: [what: string, storage: unknown, ...culprits: (string | RegExp)[]][] = [
    ['no params', { id: 'virtualspace' }, 'storage.params.virtualspace', 'group'],
    ['no spaces', storage('group', []), 'storage.params.virtualspace.group'],
    ['a text for a list', storage('group', own.id), 'storage.params.virtualspace.group'],
    ['a number for a space', storage('merge', [5]), 'storage.params.virtualspace.merge[0]'],
    ['an unknown way to combine', storage('union', [own.id]), 'virtualspace', 'override'],
    [
      'two ways at once',
      { id: 'virtualspace', params: { virtualspace: { group: [own.id], merge: [own.id] } } },
      'virtualspace',
    ],
    ['a space that does not exist', storage('group', [own.id, 'nowhere']), '"nowhere"', 'does not exist'],
    ['one space twice', storage('group', [own.id, own.id]), own.id, 'twice'],
    ['itself', storage('group', [id]), 'circle', id],
  ];
  for (const [what, made, ...culprits] of cases)
    test(`of ${what} is refused`, async () => {
      assertRefused(await hub.post('/hub/spaces', { id, title: 'x', storage: made }), 400, ...culprits);
      assert.equal((await hub.get(`/hub/spaces/${id}`)).status, 404);
    });

  test('may be upstream of another, but not lead back to itself', async () => {
    const inner = await newVirtual(hub, 'group', [own]);
    const outer = await newVirtual(hub, 'override', [inner, other]);
    assertRefused(
      await hub.patch(inner.path, { storage: storage('group', [outer.id]) }),
      400,
      'circle',
      `${inner.id} → ${outer.id} → ${inner.id}`,
    );
    assert.deepEqual((await inner.definition()).storage, storage('group', [own.id]));
  });

  test('two that would lead to each other: one is refused, whichever comes first', async () => {
    const [one, two] = [await newVirtual(hub, 'group', [own]), await newVirtual(hub, 'group', [own])];
    const responses = await Promise.all([
      hub.patch(one.path, { storage: storage('group', [two.id]) }),
      hub.patch(two.path, { storage: storage('group', [one.id]) }),
    ]);
    assert.deepEqual(responses.map(({ status }) => status).sort(), [200, 400]);
  });

  test('is nested eight deep at most', async () => {
    let upper = own;
    for (let level = 0; level < 7; level++) upper = await newVirtual(hub, 'group', [upper]);
    const eighth = await newVirtual(hub, 'group', [upper]);
    assert.deepEqual(await eighth.search(), await own.search());
    assertRefused(
      await hub.post('/hub/spaces', { title: 'x', storage: storage('group', [eighth.id]) }),
      400,
      'nested deeper',
    );
  });

  test('takes other spaces with a PATCH, and another way to combine them', async () => {
    const virtual = await newVirtual(hub, 'group', [own]);
    const changed = await hub.patch(virtual.path, { storage: storage('merge', [other.id]) });
    assert.equal(changed.status, 200, changed.text);
    assert.deepEqual((await virtual.definition()).storage, storage('merge', [other.id]));
  });

  test('can become no plain space, nor the other way round', async () => {
    const virtual = await newVirtual(hub, 'group', [own]);
    assertRefused(await hub.patch(virtual.path, { storage: { id: 'meridian' } }), 400, 'storage.id');
    const plain = await newSpace(hub);
    assertRefused(await hub.patch(plain.path, { storage: storage('group', [own.id]) }), 400, 'storage.id');
  });

  for (const member of [
    { processors: { 'rule-tagger': [{ params: { taggingRules: {} } }] } },
    { enableUUID: true },
    { versionsToKeep: 5 },
  ])
    test(`has no ${Object.keys(member)[0]} of its own`, async () => {
      const made = { title: 'x', storage: storage('group', [own.id]), ...member };
      assertRefused(await hub.post('/hub/spaces', made), 400, Object.keys(member)[0]!, 'upstream');
    });

  test('changed when an upstream space last did', async () => {
    const upstream = await newSpace(hub);
    const virtual = await newVirtual(hub, 'group', [upstream]);
    assert.equal((await virtual.definition()).contentUpdatedAt, virtual.created.createdAt);
    await nextMillisecond();
    await upstream.load(feature('x'));
    const changed = (await upstream.definition()).contentUpdatedAt;
    assert.equal((await virtual.definition()).contentUpdatedAt, changed);
  });

  test('of a space that was deleted since says so with every call, and goes on once storage is set again', async () => {
    const upstream = await newSpace(hub);
    const virtual = await newVirtual(hub, 'group', [own, upstream]);
    await hub.delete(upstream.path);
    for (const call of [
      'search',
      'count',
      'iterate',
      'statistics',
      'features?id=x',
      'features/x',
      'bbox?west=0&south=0&east=1&north=1',
    ])
      assertRefused(await hub.get(`${virtual.path}/${call}`), 404, `"${upstream.id}"`);
    assertRefused(await hub.put(virtual.features, collection(feature('x'))), 404, `"${upstream.id}"`);
    assertRefused(await hub.delete(`${virtual.features}?id=x`), 404, `"${upstream.id}"`);
    assert.equal((await hub.get(virtual.path)).status, 200);
    await newSpace(hub, { id: upstream.id });
    assertRefused(await hub.get(`${virtual.path}/search`), 404, `"${upstream.id}"`, 'storage');
    await hub.patch(virtual.path, { storage: storage('group', [own.id, upstream.id]) });
    assert.equal((await hub.get(`${virtual.path}/search`)).status, 200);
  });

  test('can be deleted; its upstream spaces stay', async () => {
    const upstream = await newSpace(hub);
    await upstream.load(feature('x'));
    const virtual = await newVirtual(hub, 'group', [upstream]);
    assert.equal((await hub.delete(virtual.path)).status, 204);
    assert.deepEqual(await upstream.search(), ['x']);
  });
});
