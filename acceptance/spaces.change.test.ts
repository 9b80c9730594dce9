import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type FeatureCollection, feature } from './harness/geojson.ts';
import { sharedHub } from './harness/hub.ts';
import { assertMissing, assertRefused } from './harness/refusal.ts';
import { newSpace, nextMillisecond, type SpaceDefinition } from './harness/space.ts';

const hub = await sharedHub();

describe('patching a space', () => {
  const stored = {
    title: 'before',
    description: 'old',
    shared: true,
    client: { a: 1, deep: { x: 1, y: [1, 2] } },
    tags: ['one', 'two'],
    'x-mine': { keep: 1, drop: 2 },
  };
  const CASES: [string, object, object][] = [
    ['a scalar replaces', { title: 'after' }, { ...stored, title: 'after' }],
    ['an array replaces', { tags: ['three'] }, { ...stored, tags: ['three'] }],
    [
      'objects merge key by key',
      { client: { b: 2, deep: { z: 3 } } },
      { ...stored, client: { a: 1, b: 2, deep: { x: 1, y: [1, 2], z: 3 } } },
    ],
    [
      'null removes, at any depth',
      { description: null, client: { deep: { x: null } }, 'x-mine': { drop: null } },
      {
        title: 'before',
        shared: true,
        client: { a: 1, deep: { y: [1, 2] } },
        tags: ['one', 'two'],
        'x-mine': { keep: 1 },
      },
    ],
    [
      'an array inside replaces whole',
      { client: { deep: { y: [9] } } },
      { ...stored, client: { a: 1, deep: { x: 1, y: [9] } } },
    ],
    [
      'null removes a member the server does not know',
      { 'x-mine': null },
      { title: 'before', description: 'old', shared: true, client: stored.client, tags: stored.tags },
    ],
    ['false hides shared', { shared: false }, { ...stored, shared: undefined }],
    ['a string form is answered as boolean', { shared: 'true' }, stored],
    ['the server keeps its times', { createdAt: 1, contentUpdatedAt: 1 }, stored],
  ];
  for (const [rule, patch, expected] of CASES) {
    test(rule, async () => {
      const space = await newSpace(hub, stored);
      const response = await hub.patch<SpaceDefinition>(space.path, patch);
      assert.equal(response.status, 200, response.text);
      const { id, owner, createdAt, contentUpdatedAt } = space.created;
      const { updatedAt: _, cid: _c, ...rest } = response.body;
      const wanted = JSON.parse(JSON.stringify({ id, owner, createdAt, contentUpdatedAt, ...expected }));
      assert.deepEqual(rest, wanted);
      assert.deepEqual(await space.definition(), response.body);
    });
  }

  test('an empty patch changes only updatedAt', async () => {
    const space = await newSpace(hub, stored);
    await nextMillisecond();
    const response = await hub.patch<SpaceDefinition>(space.path, {});
    assert.equal(response.status, 200);
    assert.ok(response.body.updatedAt > space.created.updatedAt);
    assert.deepEqual(response.body, { ...space.created, updatedAt: response.body.updatedAt });
  });

  test('the same id is no change, another one is refused', async () => {
    const space = await newSpace(hub);
    assert.equal((await hub.patch(space.path, { id: space.id, title: 'y' })).status, 200);
    assertRefused(await hub.patch(space.path, { id: 'other' }), 400, 'id');
    assertMissing(await hub.get('/hub/spaces/other'));
  });

  test('a space that does not exist is a 404', async () => {
    assertMissing(await hub.patch('/hub/spaces/never-created', { title: 'x' }));
  });
});

describe('the times of a space', () => {
  test('contentUpdatedAt moves with each committed feature write and updatedAt does not', async () => {
    const space = await newSpace(hub);
    let last = space.created.contentUpdatedAt;
    const WRITES: [string, () => Promise<{ status: number }>][] = [
      ['PUT', () => hub.put(space.features, feature('a'))],
      ['POST', () => hub.post(space.features, feature('a', { n: 1 }))],
      ['PUT one', () => hub.put(`${space.features}/b`, feature('b'))],
      ['PATCH', () => hub.patch(`${space.features}/b`, { properties: { n: 2 } })],
      ['DELETE one', () => hub.delete(`${space.features}/b`)],
      ['DELETE', () => hub.delete(`${space.features}?id=a`)],
    ];
    for (const [name, write] of WRITES) {
      await nextMillisecond();
      assert.ok((await write()).status < 300, name);
      const { contentUpdatedAt, updatedAt } = await space.definition();
      assert.ok(contentUpdatedAt > last, `${name} did not move contentUpdatedAt`);
      assert.equal(updatedAt, space.created.updatedAt, name);
      last = contentUpdatedAt;
    }
  });

  test('a refused write moves nothing', async () => {
    const space = await newSpace(hub);
    await nextMillisecond();
    assertRefused(await hub.put(space.features, { type: 'Feature', geometry: { type: 'Dot' } }), 400);
    assert.deepEqual(await space.definition(), space.created);
  });

  test('patching the space does not move contentUpdatedAt', async () => {
    const space = await newSpace(hub);
    await nextMillisecond();
    const response = await hub.patch<SpaceDefinition>(space.path, { title: 'y' });
    assert.equal(response.body.contentUpdatedAt, space.created.contentUpdatedAt);
    assert.ok(response.body.updatedAt > space.created.updatedAt);
  });
});

describe('deleting a space', () => {
  for (const accept of [undefined, '*/*', 'application/json']) {
    test(`answers 204 and nothing with Accept ${accept}`, async () => {
      const space = await newSpace(hub);
      const response = await hub.delete(space.path, { headers: { accept } });
      assert.equal(response.status, 204);
      assert.equal(response.bytes.length, 0);
    });
  }

  test('takes the space and its features away', async () => {
    const space = await newSpace(hub);
    await space.load(feature('a'));
    await hub.delete(space.path);
    for (const path of [space.path, `${space.features}/a`, `${space.path}/search`, `${space.path}/count`]) {
      assertMissing(await hub.get(path));
    }
    assertMissing(await hub.delete(space.path));
    const listed = await hub.get<SpaceDefinition[]>('/hub/spaces');
    assert.equal(
      listed.body.some(({ id }) => id === space.id),
      false,
    );
  });

  test('lets the same id be created again, and empty', async () => {
    const space = await newSpace(hub, { title: 'first', client: { a: 1 } });
    await space.load(feature('a'), feature('b'));
    await hub.delete(space.path);
    await nextMillisecond();
    const again = await newSpace(hub, { id: space.id, title: 'second' });
    assert.ok(again.created.createdAt > space.created.createdAt);
    assert.equal('client' in again.created, false);
    assert.deepEqual(await again.search(), []);
    assertMissing(await hub.get(`${again.features}/a`));
    const written = await hub.put<FeatureCollection>(again.features, feature('a'));
    assert.deepEqual(written.body.inserted, ['a']);
  });

  test('a space that does not exist is a 404', async () => {
    assertMissing(await hub.delete('/hub/spaces/never-created'));
  });
});

describe('a read-only space', async () => {
  const space = await newSpace(hub);
  await space.load(feature('a'));
  await hub.patch(space.path, { readOnly: true });

  const WRITES: [string, string, unknown][] = [
    ['PUT', '', feature('b')],
    ['POST', '', feature('b')],
    ['PUT', '/b', feature('b')],
    ['PUT', '/', feature('b')],
    ['PATCH', '/a', { properties: {} }],
    ['DELETE', '/a', undefined],
    ['DELETE', '?id=a', undefined],
  ];
  for (const [method, path, body] of WRITES) {
    test(`refuses ${method} features${path} with 405`, async () => {
      assertRefused(await hub.request(method, space.features + path, { body }), 405);
    });
  }

  test('can be read', async () => {
    assert.deepEqual(await space.search(), ['a']);
  });

  test('can be opened again and deleted', async () => {
    assert.equal((await hub.patch(space.path, { readOnly: false })).status, 200);
    assert.equal((await hub.put(space.features, feature('b'))).status, 200);
    await hub.patch(space.path, { readOnly: true });
    assert.equal((await hub.delete(space.path)).status, 204);
  });
});
