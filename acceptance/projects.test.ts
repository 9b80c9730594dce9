import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, test } from 'node:test';
import { startHub } from './harness/hub.ts';
import { assertMissing, assertRefused } from './harness/refusal.ts';

interface Project {
  id: string;
  status: string;
  owner: string;
  created_at: number;
  last_update: number;
  [member: string]: unknown;
}

const hub = await startHub();
const PROJECTS = '/project-api/projects';

async function newProject(definition: object = {}): Promise<Project> {
  const response = await hub.post<Project>(PROJECTS, definition);
  assert.equal(response.status, 200, response.text);
  return response.body;
}
const pathOf = ({ id }: { id: string }) => `${PROJECTS}/${encodeURIComponent(id)}`;

describe('creating a project', () => {
  test('with an id of its own', async () => {
    const id = randomUUID();
    const before = Date.now();
    const project = await newProject({ id, title: 'Walks', meta: { name: 'x' }, layers: [{ id: 'a' }] });
    const { created_at, last_update, owner, ...rest } = project;
    assert.deepEqual(rest, {
      id,
      status: 'UNPUBLISHED',
      title: 'Walks',
      meta: { name: 'x' },
      layers: [{ id: 'a' }],
    });
    assert.ok(created_at >= before && created_at <= Date.now());
    assert.equal(last_update, created_at);
    assert.ok(owner !== '');
    assert.deepEqual((await hub.get(pathOf(project))).body, project);
  });

  test('without an id makes a UUID', async () => {
    const { id } = await newProject();
    assert.match(id, /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/);
  });

  test('with an id that is taken is a conflict', async () => {
    const { id, ...kept } = await newProject({ title: 'first' });
    assertRefused(await hub.post(PROJECTS, { id, title: 'second' }), 409, id);
    assert.deepEqual((await hub.get(pathOf({ id }))).body, { id, ...kept });
  });

  test('keeps whatever else it is given, and every digit of it', async () => {
    const id = randomUUID();
    const text = `{"id":"${id}","constructor":{"__proto__":[1]},"n":12345678901234567890,"base":"dark","rot":"x","thumbnail":"data:","bookmarks":[],"Größe":null}`;
    const response = await hub.post<Project>(PROJECTS, text);
    assert.equal(response.status, 200, response.text);
    assert.ok(
      response.text.includes('"constructor":{"__proto__":[1]},"n":12345678901234567890,"base":"dark"'),
    );
    assert.equal('Größe' in response.body, false);
    assert.equal((await hub.get(pathOf({ id }))).text, response.text);
  });

  test('does not let the client choose owner and times', async () => {
    const { owner } = await newProject();
    const project = await newProject({ owner: 'me!', created_at: 1, last_update: 2 });
    assert.equal(project.owner, owner);
    assert.ok(project.created_at > 2 && project.last_update > 2);
  });

  for (const [body, culprit] of [
    ['[]', 'object'],
    ['"x"', 'object'],
    ['{"id":5}', 'id'],
    ['{"id":""}', 'id'],
    ['{"id":"a/b"}', 'id'],
    ['{"id":".."}', 'id'],
    ['{"status":"DRAFT"}', 'status'],
    ['{"status":true}', 'status'],
    ['{"title":5}', 'title'],
    ['{"description":[]}', 'description'],
    ['{"meta":"x"}', 'meta'],
    ['{"layers":{}}', 'layers'],
    ['{"bookmarks":"x"}', 'bookmarks'],
    ['{"map_settings":[]}', 'map_settings'],
    ['{"publish_settings":1}', 'publish_settings'],
    ['{', 'JSON'],
    [`${'{"a":'.repeat(300)}1${'}'.repeat(300)}`, 'nested'],
  ] as const)
    test(`refuses ${body.slice(0, 40)}`, async () => {
      assertRefused(await hub.post(PROJECTS, body), 400, culprit);
      assertRefused(await hub.put(`${PROJECTS}/${randomUUID()}`, body.replace(/"id":/, '"meta":')), 400);
    });

  test('refuses more than a mebibyte', async () => {
    assertRefused(await hub.post(PROJECTS, { thumbnail: 'x'.repeat(1_100_000) }), 413);
  });
});

describe('reading a project', () => {
  test('that is not there is a 404', async () => assertMissing(await hub.get(`${PROJECTS}/none`)));

  test('carries an ETag, which saves reading it again', async () => {
    const project = await newProject();
    const { headers } = await hub.get(pathOf(project));
    const again = await hub.get(pathOf(project), { headers: { 'if-none-match': headers.etag } });
    assert.equal(again.status, 304);
    await hub.patch(pathOf(project), { title: 'new' });
    const changed = await hub.get(pathOf(project), { headers: { 'if-none-match': headers.etag } });
    assert.equal(changed.status, 200);
  });

  test('works at the paths an old command line asks for', async () => {
    const project = await newProject();
    const response = await hub.get<Project>(`/hub/spaces//project-api/projects/${project.id}`);
    assert.deepEqual(response.body, project);
  });
});

describe('putting a project', () => {
  test('creates it where there is none', async () => {
    const id = 'with blanks & ümläuts';
    const response = await hub.put<Project>(pathOf({ id }), { title: 'new', id: 'another' });
    assert.equal(response.status, 200, response.text);
    assert.equal(response.body.id, id);
    assert.deepEqual((await hub.get(pathOf({ id }))).body, response.body);
  });

  test('replaces the whole of it, and keeps owner and time of creation', async () => {
    const project = await newProject({ status: 'PUBLISHED', title: 'old', meta: { a: 1 }, more: true });
    const response = await hub.put<Project>(pathOf(project), {});
    const { last_update, ...rest } = response.body;
    assert.deepEqual(rest, {
      id: project.id,
      status: 'UNPUBLISHED',
      created_at: project.created_at,
      owner: project.owner,
    });
    assert.ok(last_update > project.last_update);
  });
});

describe('patching a project', () => {
  test('merges objects, removes what is null, replaces the rest', async () => {
    const project = await newProject({ title: 'old', meta: { a: 1, b: { c: 2 } }, layers: [1, 2] });
    const response = await hub.patch<Project>(pathOf(project), {
      title: null,
      meta: { a: null, b: { d: 3 } },
      layers: [3],
      status: 'PUBLISHED',
    });
    assert.equal(response.status, 200, response.text);
    const { last_update, ...rest } = response.body;
    assert.deepEqual(rest, {
      id: project.id,
      status: 'PUBLISHED',
      meta: { b: { c: 2, d: 3 } },
      layers: [3],
      created_at: project.created_at,
      owner: project.owner,
    });
    assert.ok(last_update > project.last_update);
  });

  test('does not change the id, the owner or the time of creation', async () => {
    const project = await newProject();
    assertRefused(await hub.patch(pathOf(project), { id: 'another' }), 400, 'id');
    const same = await hub.patch<Project>(pathOf(project), { id: project.id, owner: 'x', created_at: 1 });
    assert.equal(same.body.owner, project.owner);
    assert.equal(same.body.created_at, project.created_at);
  });

  test('refuses a wrong type, and a project that is not there', async () => {
    const project = await newProject({ meta: { a: 1 } });
    assertRefused(await hub.patch(pathOf(project), { meta: [] }), 400, 'meta');
    assertRefused(await hub.patch(pathOf(project), []), 400, 'object');
    assertMissing(await hub.patch(`${PROJECTS}/none`, {}));
    assert.deepEqual((await hub.get(pathOf(project))).body, project);
  });

  test('does not let it grow without bound', async () => {
    const project = await newProject();
    const text = 'x'.repeat(600_000);
    assert.equal((await hub.patch(pathOf(project), { a: text })).status, 200);
    assertRefused(await hub.patch(pathOf(project), { b: text }), 413, 'bytes');
  });

  test('loses none of many changes at once', async () => {
    const project = await newProject();
    const names = Array.from({ length: 40 }, (_, n) => `m${n}`);
    const responses = await Promise.all(
      names.map((name) => hub.patch(pathOf(project), { meta: { [name]: 1 } })),
    );
    assert.ok(responses.every(({ status }) => status === 200));
    const { body } = await hub.get<{ meta: object }>(pathOf(project));
    assert.deepEqual(Object.keys(body.meta).sort(), names.sort());
  });
});

test('deleting a project makes its address 404', async () => {
  const project = await newProject();
  const gone = await hub.delete(pathOf(project));
  assert.deepEqual([gone.status, gone.text], [204, '']);
  assertMissing(await hub.get(pathOf(project)));
  assertMissing(await hub.delete(pathOf(project)));
  assert.equal((await hub.post(PROJECTS, { id: project.id })).status, 200);
});

test('projects are there after a restart', async () => {
  const project = await newProject({ status: 'PUBLISHED', title: 'durable' });
  assert.equal(await hub.stop(), 0);
  const again = await startHub({ data: hub.data });
  assert.deepEqual((await again.get(pathOf(project))).body, project);
});
