import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { ADMIN_PASSWORD, newPerson, type Person, signIn } from './harness/account.ts';
import { collection, feature } from './harness/geojson.ts';
import { startHub } from './harness/hub.ts';
import { assertRefused } from './harness/refusal.ts';
import { newSpaceId } from './harness/space.ts';

const hub = await startHub({ settings: { MERIDIAN_ADMIN_PASSWORD: ADMIN_PASSWORD } });
const admin = await signIn(hub);

describe('a token that is made for a project', () => {
  const [named, other, shared] = [newSpaceId(), newSpaceId(), newSpaceId()];
  const [project, secret] = [newSpaceId(), newSpaceId()];
  let ana: Person;
  let tid: string;
  let ask: { token: string };

  before(async () => {
    ana = await newPerson(hub, admin);
    for (const id of [named, other]) await ana.request('POST', '/hub/spaces', { body: { id, title: id } });
    await ana.request('PUT', `/hub/spaces/${named}/features`, { body: collection(feature('a')) });
    await admin.request('POST', '/hub/spaces', { body: { id: shared, title: 'shared', shared: true } });
    await ana.request('POST', '/project-api/projects', { body: { id: project, status: 'PUBLISHED' } });
    await ana.request('POST', '/project-api/projects', { body: { id: secret, status: 'PUBLISHED' } });
    const urm = { 'xyz-hub': { readFeatures: [{ space: named }] } };
    const made = await ana.newToken({ project, urm });
    tid = made.tid;
    ask = { token: made.token };
    assert.equal((made as { project?: string }).project, project);
  });

  test('reads that project and the spaces it names', async () => {
    assert.equal((await hub.get(`/project-api/projects/${project}`, ask)).status, 200);
    assert.equal((await hub.get(`/hub/spaces/${named}/features/a`, ask)).status, 200);
  });

  test('reads no other project, not even a published one, and is told of none', async () => {
    assertRefused(await hub.get(`/project-api/projects/${secret}`, ask), 404);
    for (const owner of ['me', 'others', '*']) {
      const list = await hub.get<{ projects: unknown[] }>(`/project-api/projects?owner=${owner}`, ask);
      assert.deepEqual(list.body.projects, []);
    }
  });

  test('reads no other space, not even a shared one, and is told of none', async () => {
    assertRefused(await hub.get(`/hub/spaces/${other}/search`, ask), 403);
    assertRefused(await hub.get(`/hub/spaces/${shared}/search`, ask), 403);
    const spaces = await hub.get<{ id: string }[]>('/hub/spaces?owner=*', ask);
    assert.deepEqual(
      spaces.body.map(({ id }) => id),
      [named],
    );
  });

  test('reads a shared space of somebody else that it names', async () => {
    const urm = { 'xyz-hub': { readFeatures: [{ space: shared }] } };
    const { token } = await ana.newToken({ project, urm });
    assert.equal((await hub.get(`/hub/spaces/${shared}/search`, { token })).status, 200);
  });

  test('changes nothing', async () => {
    assertRefused(await hub.patch(`/project-api/projects/${project}`, { title: 'x' }, ask), 403);
    assertRefused(await hub.post('/project-api/projects', {}, ask), 403);
    assertRefused(await hub.put(`/hub/spaces/${named}/features/a`, feature('a', { n: 1 }), ask), 403);
  });

  test('reads the project only while it is published', async () => {
    await ana.request('PATCH', `/project-api/projects/${project}`, { body: { status: 'UNPUBLISHED' } });
    assertRefused(await hub.get(`/project-api/projects/${project}`, ask), 404);
    await ana.request('PATCH', `/project-api/projects/${project}`, { body: { status: 'PUBLISHED' } });
    assert.equal((await hub.get(`/project-api/projects/${project}`, ask)).status, 200);
  });

  test('reads nothing once it is revoked', async () => {
    await ana.request('DELETE', `/token-api/tokens/${tid}`);
    assert.equal((await hub.get(`/project-api/projects/${project}`, ask)).status, 401);
    assert.equal((await hub.get(`/hub/spaces/${named}/search`, ask)).status, 401);
  });

  test('needs an id that a project can have', async () => {
    for (const wrong of ['', 'a/b', 7])
      assertRefused(await ana.request('POST', '/token-api/tokens', { body: { project: wrong } }), 400);
  });
});
