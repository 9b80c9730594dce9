import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ADMIN_PASSWORD, newPerson, type Person, signIn } from './harness/account.ts';
import { collection, type FeatureCollection, feature, tagged } from './harness/geojson.ts';
import { startHub } from './harness/hub.ts';
import { assertMissing, assertRefused } from './harness/refusal.ts';
import { newSpaceId, type SpaceDefinition } from './harness/space.ts';

const hub = await startHub({ settings: { MERIDIAN_ADMIN_PASSWORD: ADMIN_PASSWORD } });
const admin = await signIn(hub);
const ana = await newPerson(hub, admin);
const bob = await newPerson(hub, admin);
const anas = (await ana.newToken()).token;
const bobs = (await bob.newToken()).token;

/** A token of Ana's with these rights only. */
async function limited(rights: object, person: Person = ana): Promise<string> {
  return (await person.newToken({ urm: { 'xyz-hub': rights } })).token;
}

async function space(definition: object = {}, token = anas): Promise<string> {
  const body = { id: newSpaceId(), title: 'A space', ...definition };
  const made = await hub.post<SpaceDefinition>('/hub/spaces', body, { token });
  assert.equal(made.status, 200, made.text);
  const path = `/hub/spaces/${made.body.id}`;
  await hub.put(`${path}/features`, collection(feature('old', { n: 1 }), tagged('t', 'x')), { token });
  return path;
}
const idOf = (path: string) => path.split('/').at(-1)!;
const ids = async (path: string) =>
  (await hub.get<FeatureCollection>(`${path}/search`, { token: anas })).body.features.map(({ id }) => id);

describe('a right', async () => {
  const path = await space({ packages: ['roads', 'rail'] });
  const other = await space();
  const id = idOf(path);
  const FILTERS: [string, object, boolean][] = [
    ['{}', {}, true],
    ['its space', { space: id }, true],
    ['a prefix of its space', { space: `${id.slice(0, 4)}*` }, true],
    ['any space', { space: '*' }, true],
    ['its owner', { owner: ana.aid }, true],
    ['its owner and its space', { owner: ana.aid, space: id }, true],
    ['a package', { packages: 'roads' }, true],
    ['one of several packages', { packages: ['sea', 'rail'] }, true],
    ['a prefix of a package', { packages: 'ro*' }, true],
    ['another space', { space: 'another' }, false],
    ['a part of its space without *', { space: id.slice(0, 4) }, false],
    ['another owner', { owner: bob.aid }, false],
    ['its owner and another space', { owner: ana.aid, space: 'another' }, false],
    ['another package', { packages: ['sea'] }, false],
    ['no package', { packages: [] }, false],
  ];
  for (const [name, filter, matches] of FILTERS) {
    test(`limited to ${name} ${matches ? 'is' : 'is not'} one on the space`, async () => {
      const token = await limited({ readFeatures: [filter] });
      const response = await hub.get(`${path}/search`, { token });
      if (matches) assert.equal(response.status, 200);
      else assertRefused(response, 403, 'readFeatures', id);
      const either = await limited({ readFeatures: [{ space: 'another' }, filter] });
      assert.equal((await hub.get(`${path}/search`, { token: either })).status, matches ? 200 : 403);
    });
  }

  test('by package is none on a space without it', async () => {
    const token = await limited({ readFeatures: [{ packages: '*' }] });
    assert.equal((await hub.get(`${path}/search`, { token })).status, 200);
    assertRefused(await hub.get(`${other}/search`, { token }), 403);
  });

  for (const rights of [{}, { readFeatures: [] }])
    test(`${JSON.stringify(rights)} grants nothing`, async () => {
      const token = await limited(rights);
      assertRefused(await hub.get(`${path}/search`, { token }), 403, 'readFeatures');
      assertRefused(await hub.get(path, { token }), 403);
      assertRefused(await hub.post('/hub/spaces', { title: 'x' }, { token }), 403, 'manageSpaces');
      for (const owner of ['me', 'others', '*', ana.aid])
        assertRefused(
          await hub.get(`/hub/spaces?owner=${owner}`, { token }),
          403,
          'Insufficient rights to read the requested resource.',
        );
      const shared = await space({ shared: true }, bobs);
      assert.equal((await hub.get(shared, { token })).status, 200, 'a shared space, by its id');
    });

  test('never reaches further than that of its account', async () => {
    const theirs = await space({}, bobs);
    for (const filter of [{}, { space: idOf(theirs) }, { owner: bob.aid }]) {
      const token = await limited({ readFeatures: [filter], manageSpaces: [filter], adminSpaces: [filter] });
      assertRefused(await hub.get(`${theirs}/search`, { token }), 403);
      assertRefused(await hub.delete(theirs, { token }), 403);
      assertRefused(await hub.patch(theirs, { owner: ana.aid }, { token }), 403);
    }
  });

  test('of an administrator reaches everything', async () => {
    const token = (await admin.newToken()).token;
    assert.equal((await hub.get(`${path}/search`, { token })).status, 200);
    assert.equal((await hub.patch(path, { description: 'seen' }, { token })).status, 200);
    const reader = await limited({ readFeatures: [{ owner: ana.aid }] }, admin);
    assert.equal((await hub.get(`${path}/search`, { token: reader })).status, 200);
    assertRefused(await hub.delete(path, { token: reader }), 403);
  });
});

describe('a stranger', () => {
  test('gets 403 on a space that exists and 404 on one that does not', async () => {
    const path = await space();
    for (const end of [
      '',
      '/search',
      '/iterate',
      '/statistics',
      '/count',
      '/features?id=old',
      '/features/old',
    ]) {
      assertRefused(await hub.get(path + end, { token: bobs }), 403, idOf(path));
      assertMissing(await hub.get(`/hub/spaces/never-created${end}`, { token: bobs }));
    }
  });

  test('reads a shared space and changes nothing of it', async () => {
    const path = await space({ shared: true });
    assert.equal((await hub.get(path, { token: bobs })).status, 200);
    assert.equal((await hub.get(`${path}/search`, { token: bobs })).status, 200);
    assertRefused(await hub.put(`${path}/features/old`, feature('old'), { token: bobs }), 403);
    assertRefused(await hub.patch(path, { title: 'mine' }, { token: bobs }), 403);
    const list = async (owner: string) =>
      (await hub.get<SpaceDefinition[]>(`/hub/spaces?owner=${owner}&includeRights=true`, { token: bobs }))
        .body;
    assert.deepEqual((await list('others')).find(({ id }) => id === idOf(path))?.rights, ['readFeatures']);
    assert.ok(!(await list('me')).some(({ id }) => id === idOf(path)));
    await hub.patch(path, { shared: false }, { token: anas });
    assertRefused(await hub.get(path, { token: bobs }), 403);
  });

  test('gets nothing out of a cache that the owner has filled', async () => {
    const path = await space();
    const { headers } = await hub.get(`${path}/search`, { token: anas });
    const asked = { token: bobs, headers: { 'if-none-match': headers.etag } };
    assertRefused(await hub.get(`${path}/search`, asked), 403);
  });
});

describe('what a write really does', async () => {
  const creator = await limited({ createFeatures: [{}] });
  const updater = await limited({ updateFeatures: [{}] });
  const deleter = await limited({ deleteFeatures: [{}] });
  const reader = await limited({ readFeatures: [{}] });
  const mixed = collection(feature('new'), feature('old', { n: 2 }));

  const CASES: [string, string, string, string, unknown, string][] = [
    ['a mixed batch by one who may only create', creator, 'PUT', '/features', mixed, 'updateFeatures'],
    ['a mixed batch by one who may only update', updater, 'PUT', '/features', mixed, 'createFeatures'],
    ['a patch by one who may only create', creator, 'POST', '/features', mixed, 'updateFeatures'],
    [
      'deleting with POST by one who may only update',
      updater,
      'POST',
      '/features?e=delete',
      feature('old'),
      'deleteFeatures',
    ],
    [
      'one new feature by one who may only update',
      updater,
      'PUT',
      '/features/new',
      feature('new'),
      'createFeatures',
    ],
    [
      'a replacement by one who may only create',
      creator,
      'PUT',
      '/features/old',
      feature('old', { n: 2 }),
      'updateFeatures',
    ],
    [
      'a patch of one by one who may only delete',
      deleter,
      'PATCH',
      '/features/old',
      { properties: { n: 2 } },
      'updateFeatures',
    ],
    [
      'deleting one by one who may only update',
      updater,
      'DELETE',
      '/features/old',
      undefined,
      'deleteFeatures',
    ],
    ['deleting by tags by a reader', reader, 'DELETE', '/features?tags=x', undefined, 'deleteFeatures'],
    [
      'deleting everything by one who may only create',
      creator,
      'DELETE',
      '/features?id=*',
      undefined,
      'deleteFeatures',
    ],
    ['writing by a reader', reader, 'PUT', '/features', mixed, 'createFeatures'],
    [
      'a failing part of a batch by one who may only create',
      creator,
      'POST',
      '/features?transactional=false',
      mixed,
      'updateFeatures',
    ],
    [
      'a list of modifications by one who may only create',
      creator,
      'POST',
      '/features',
      {
        type: 'FeatureModificationList',
        modifications: [
          { type: 'FeatureModification', featureData: collection(feature('new')), onFeatureExists: 'error' },
          { type: 'FeatureModification', featureIds: ['old'], onFeatureExists: 'delete' },
        ],
      },
      'deleteFeatures',
    ],
  ];
  for (const [name, token, method, end, body, right] of CASES) {
    test(`refuses ${name}, whole`, async () => {
      const path = await space();
      const before = await hub.get(`${path}/search`, { token: anas });
      const response = await hub.request(method, path + end, { body, token });
      assertRefused(response, 403, right, idOf(path));
      const after = await hub.get(`${path}/search`, { token: anas });
      assert.equal(after.text, before.text);
      assert.equal(after.headers.etag, before.headers.etag);
    });
  }

  test('lets through what needs no more than the token has', async () => {
    const path = await space();
    const put = (token: string, body: unknown, end = '') =>
      hub.request('PUT', `${path}/features${end}`, { body, token });
    assert.equal((await put(creator, collection(feature('a'), feature('b')))).status, 200);
    assert.equal((await put(updater, collection(feature('a', { n: 2 })))).status, 200);
    const same = (await hub.get(`${path}/features/old`, { token: anas })).body;
    assert.equal(
      (await put(creator, same, '/old')).status,
      200,
      'an unchanged feature needs no right to update',
    );
    assert.equal((await hub.delete(`${path}/features/a`, { token: deleter })).status, 204);
    assert.deepEqual(await ids(path), ['old', 't', 'b']);
  });
});

describe('spaces', () => {
  test('are made only with manageSpaces, which is asked for before the body', async () => {
    const token = await limited({ readFeatures: [{}], createFeatures: [{}] });
    for (const body of ['{', { title: '' }, { title: 'x' }])
      assertRefused(await hub.post('/hub/spaces', body, { token }), 403, 'manageSpaces');
    assertRefused(
      await hub.post('/hub/spaces', 'x', { token, headers: { 'content-type': 'text/xml' } }),
      403,
      'manageSpaces',
    );
  });

  test('are made only where the filter allows', async () => {
    const token = await limited({ manageSpaces: [{ space: 'team-*' }] });
    const id = `team-${newSpaceId()}`;
    assert.equal((await hub.post('/hub/spaces', { id, title: 'x' }, { token })).status, 200);
    assertRefused(
      await hub.post('/hub/spaces', { id: newSpaceId(), title: 'x' }, { token }),
      403,
      'manageSpaces',
    );
    assertRefused(await hub.post('/hub/spaces', { title: 'x' }, { token }), 403, 'manageSpaces');
    assert.equal((await hub.delete(`/hub/spaces/${id}`, { token })).status, 204);
  });

  test('change hands only with adminSpaces, and the rights go along', async () => {
    const path = await space();
    const manager = await limited({ manageSpaces: [{}] });
    assertRefused(await hub.patch(path, { owner: bob.aid }, { token: manager }), 403, 'adminSpaces');
    assertRefused(await hub.patch(path, { owner: bob.aid }, { token: bobs }), 403);
    assertRefused(await hub.patch(path, { owner: 'nobody' }, { token: anas }), 400, 'owner');
    assert.equal((await hub.patch(path, { owner: bob.aid }, { token: anas })).status, 200);
    assertRefused(await hub.get(`${path}/search`, { token: anas }), 403);
    assertRefused(await hub.patch(path, { owner: ana.aid }, { token: anas }), 403);
    assert.equal((await hub.get(`${path}/search`, { token: bobs })).status, 200);
  });

  test('are not made for others without adminSpaces', async () => {
    const made = await hub.post<SpaceDefinition>(
      '/hub/spaces',
      { title: 'x', owner: bob.aid },
      { token: anas },
    );
    assert.equal(made.body.owner, ana.aid);
    const token = (await admin.newToken()).token;
    const given = await hub.post<SpaceDefinition>('/hub/spaces', { title: 'x', owner: bob.aid }, { token });
    assert.equal(given.body.owner, bob.aid);
  });
});
