// Embedded engine only: it is about the command, which sees nothing of the store.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { newUser, type Run } from './harness/command.ts';
import { collection, type Feature, type FeatureCollection, feature, NAMESPACE } from './harness/geojson.ts';
import { startHub } from './harness/hub.ts';
import { runMeridian } from './harness/program.ts';
import { newSpace, newSpaceId } from './harness/space.ts';
import { storage } from './virtual/spaces.ts';

const source = await startHub({ settings: { MERIDIAN_DIALECT: 'datahub' } });
const target = await startHub({ token: 'the-secret-of-the-target-0123456789abcdef' });

type Report = {
  spaces: {
    id: string;
    features: number;
    versions?: number;
    isVerified: boolean;
    difference?: { missing: number; extra: number; different: number; unsent: number; features: string[] };
    leftOut: { what: string; why: string }[];
    warnings: { what: string; why: string }[];
  }[];
  projects: string[];
  leftOut: { what: string; why: string }[];
  isComplete: boolean;
};

const user = newUser(target);
const migrate = (...words: string[]) =>
  user.run('migrate', source.url, '--token', source.token, '--json', ...words);

function reportOf({ code, out, err }: Run, expected = 0): Report {
  assert.equal(code, expected, out + err);
  return JSON.parse(out) as Report;
}

/** Features of a hub without what is the hub's own. */
async function content(hub: typeof source, path: string): Promise<unknown[]> {
  const { body, text, status } = await hub.get<FeatureCollection>(`${path}/iterate?force2D=true`);
  assert.equal(status, 200, text);
  return body.features.map(bare);
}

function bare({ properties: { [NAMESPACE]: namespace, ...properties }, ...rest }: Feature): unknown {
  return { ...rest, properties, tags: (namespace as { tags: string[] }).tags };
}

/** Stands before the source and hands on everything; `write` is done once, behind the first page of features that is sent. */
async function writtenMeanwhile(write: () => Promise<void>): Promise<number> {
  let isDone = false;
  const server = createServer(async (request, response) => {
    const { url = '', method = 'GET', headers } = request;
    const { authorization = '' } = headers;
    const answer = await fetch(`${source.url}${url}`, { method, headers: { authorization } });
    const text = await answer.text();
    if (url.includes('/iterate') && !isDone) {
      isDone = true;
      await write();
    }
    response.writeHead(answer.status, { 'content-type': 'application/json' });
    response.end(text);
  }).listen(0, '127.0.0.1');
  after(() => server.close());
  await new Promise((resolve) => server.once('listening', resolve));
  return (server.address() as AddressInfo).port;
}

describe('meridian migrate', async () => {
  const point = (x: number) => ({ geometry: { type: 'Point', coordinates: [x, 1.5] } });
  const plain = await newSpace(source, {
    title: 'Plain',
    description: 'All kinds',
    searchableProperties: { n: true },
    tags: ['old'],
    client: { any: { thing: 1 } },
    license: 'ODbL-1.0',
  });
  await source.put(plain.features, {
    type: 'FeatureCollection',
    features: [
      { id: 'a', ...point(1), properties: { n: 1, [NAMESPACE]: { tags: ['x', 'y'] } }, foreign: { k: [1] } },
      { id: 'ü/%', geometry: null, properties: { deep: { er: [null, true, 'ß'] } } },
      { id: 'c', geometry: { type: 'GeometryCollection', geometries: [] } },
    ],
  });
  await source.request('PUT', `${plain.features}/big`, {
    body: '{"type":"Feature","properties":{"n":9007199254740993}}',
  });
  const past = await newSpace(source, { enableHistory: true });
  await past.load(feature('a', { n: 1 }), feature('b', { n: 1 }));
  await past.load(feature('a', { n: 2 }), feature('c', { n: 1 }));
  await source.delete(`${past.features}/b`);
  const virtual = await newSpace(source, { storage: storage('group', [plain.id, past.id]) });
  const busy = await newSpace(source, {
    readOnly: false,
    processors: {
      'rule-tagger': [{ params: { taggingRules: { big: '$.features[?(@.properties.n>5)]' } } }],
    },
    listeners: { 'activity-log': [{ params: { spaceId: newSpaceId() } }] },
  });
  await busy.load(feature('small', { n: 1 }), feature('large', { n: 9 }));
  await source.patch(busy.path, { readOnly: true });
  await source.post('/project-api/projects', { id: 'atlas', title: 'Atlas', layers: [{ id: plain.id }] });

  test('copies spaces, features, tags, indexes, versions and projects, and compares both sides', async () => {
    const report = reportOf(await migrate());
    assert.equal(report.isComplete, true, JSON.stringify(report));
    assert.deepEqual(report.projects, ['atlas']);
    assert.deepEqual(report.leftOut.map(({ what }) => what).sort(), [
      'accounts and tokens',
      'times',
      'uuids',
    ]);
    for (const { path } of [plain, past, virtual, busy]) {
      assert.deepEqual(await content(target, path), await content(source, path));
      const ownOf = async (hub: typeof source) => {
        const { owner, cid, createdAt, updatedAt, contentUpdatedAt, ...own } = (
          await hub.get<Record<string, unknown>>(path)
        ).body;
        return own;
      };
      assert.deepEqual(await ownOf(target), await ownOf(source));
    }
    assert.match((await target.get(`${plain.features}/big`)).text, /9007199254740993/);
    const changes = async (hub: typeof source) =>
      (await hub.get(`${past.path}/changesets?selection=p.n&force2D=true`)).body;
    // When a version was made is one of the times that are not copied.
    const timeless = (body: unknown) =>
      JSON.stringify(body, (name, value) => (name === 'createdAt' ? undefined : value));
    assert.equal(timeless(await changes(target)), timeless(await changes(source)));
    assert.equal(report.spaces.find(({ id }) => id === past.id)!.versions, 3);
    const project = (await target.get<Record<string, unknown>>('/project-api/projects/atlas')).body;
    assert.deepEqual([project.title, project.layers], ['Atlas', [{ id: plain.id }]]);
  });

  test('does nothing again when it is run again, and leaves alone what it did not create', async () => {
    const definition = async () => (await target.get<{ updatedAt: number }>(plain.path)).body;
    const before = await definition();
    assert.equal(reportOf(await migrate()).isComplete, true);
    assert.deepEqual(await definition(), before);
    const taken = await newSpace(source);
    await target.post('/hub/spaces', { id: taken.id, title: 'Mine' });
    const report = reportOf(await migrate('--spaces', taken.id), 9);
    assert.deepEqual(report.leftOut[0], {
      what: `space ${taken.id}`,
      why: 'the target has a space of this id already',
    });
    assert.equal((await target.get<{ title: string }>(`/hub/spaces/${taken.id}`)).body.title, 'Mine');
  });

  test('goes on where it was killed', async () => {
    const many = await newSpace(source);
    const count = 2000;
    await source.put(
      many.features,
      collection(...Array.from({ length: count }, (_, n) => feature(`f${n}`, { n }))),
    );
    const words = ['migrate', source.url, '--token', source.token, '--spaces', many.id, '--page-size', '10'];
    const killed = runMeridian(words, user.settings, undefined, user.folder);
    const copied = async () => (await target.get<{ count?: number }>(`${many.path}/count`)).body.count ?? 0;
    while ((await copied()) < 50) assert.equal(killed.child.exitCode, null, killed.stderr());
    killed.child.kill('SIGKILL');
    await killed.exited;
    const folder = join(user.folder, 'config', 'meridian', 'migrations');
    const [name] = readdirSync(folder);
    const { spaces } = JSON.parse(readFileSync(join(folder, name!), 'utf8'));
    assert.ok(Number(spaces[many.id].handle) > 0 && spaces[many.id].count < count, 'it was not done yet');
    const report = reportOf(await migrate('--spaces', many.id));
    assert.deepEqual(
      report.spaces.map(({ features, isVerified }) => [features, isVerified]),
      [[count, true]],
    );
    assert.deepEqual(await content(target, many.path), await content(source, many.path));
  });

  test('says of which space how much is not the same where the source was written to meanwhile', async () => {
    const [moving, still] = [await newSpace(source), await newSpace(source)];
    const list = Array.from({ length: 60 }, (_, n) => feature(`f${n}`, { n }));
    for (const { features } of [moving, still])
      await source.put(features, collection(feature('a,b', { n: 1 }), ...list));
    const port = await writtenMeanwhile(async () => {
      await source.put(moving.features, collection(feature('f0', { n: -1 }), feature('a,b', { n: -1 })));
      await source.delete(`${moving.features}/f1`);
    });
    const words = ['migrate', `http://127.0.0.1:${port}`, '--token', source.token, '--page-size', '50'];
    const spaces = ['--spaces', `${moving.id},${still.id}`];
    const report = reportOf(await user.run(...words, ...spaces, '--json'), 9);
    const of = (id: string) => report.spaces.find((one) => one.id === id)!;
    assert.deepEqual([of(still.id).isVerified, of(still.id).difference], [true, undefined]);
    assert.equal(of(moving.id).isVerified, false);
    assert.deepEqual(of(moving.id).difference, {
      ...{ missing: 0, extra: 1, different: 2, unsent: 0 },
      features: ['a,b', 'f0'],
    });
    assert.equal(report.isComplete, false);
    // Once the source is quiet, what was not the same is copied again.
    const again = reportOf(await user.run(...words, ...spaces, '--json'), 9);
    assert.deepEqual(
      again.spaces.map(({ isVerified, difference }) => [isVerified, difference]),
      [
        [true, undefined],
        [true, undefined],
      ],
    );
    // The project is that of another test.
    assert.equal(again.leftOut[0]!.what, 'project atlas');
    assert.deepEqual(await content(target, moving.path), await content(source, moving.path));
  });

  test('says what is wrong with what it is given', async () => {
    const { code, err } = await user.run('migrate', source.url, '--token', 'none');
    assert.equal(code, 7, err);
    const itself = await user.run('migrate', `${target.url}/hub/`, '--token', target.token);
    assert.match(itself.err, /is the hub that spaces would be copied to/i);
    assert.equal((await user.run('migrate', source.url)).code, 2);
  });
});

describe('meridian migrate from the old service', async () => {
  const namespace = { space: 'old', createdAt: 1_600_000_000_000, updatedAt: 1_600_000_000_000, tags: ['a'] };
  const old = (id: string, coordinates: unknown, type = 'Point') => ({
    id,
    type: 'Feature',
    geometry: { type, coordinates },
    properties: { name: id, [NAMESPACE]: { ...namespace, uuid: `uuid-${id}` } },
  });
  const space = {
    id: `old-${newSpaceId()}`,
    title: 'From the old service',
    storage: { id: 'psql', params: null },
    owner: 'HERE-1',
    cid: 'app',
    createdAt: 1,
    updatedAt: 2,
    cacheTTL: -1,
    enableUUID: true,
    enableGlobalVersioning: true,
    maxVersionCount: 2,
    searchableProperties: { name: true },
    processors: { geocoder: [{ params: null, eventTypes: ['ModifyFeaturesEvent.request'] }] },
    listeners: { mailer: [{ params: { to: 'me' }, eventTypes: ['ModifySpaceEvent.response'] }] },
  };
  const emptyCollection = { type: 'FeatureCollection', features: [] };
  const changeset = { inserted: { type: 'FeatureCollection', features: [old('b', [3, 4, 0])] } };
  const open = [
    [
      [0, 0, 0],
      [1, 0, 0],
      [1, 1, 0],
      [0, 1, 0],
    ],
  ];
  const base = `/hub/spaces/${space.id}`;
  const responses: Record<string, unknown> = {
    '/hub/spaces': [space],
    [`${base}/history`]: {
      type: 'ChangesetCollection',
      startVersion: 7,
      endVersion: 7,
      versions: {
        7: { type: 'Changeset', updated: emptyCollection, deleted: emptyCollection, ...changeset },
      },
    },
    [`${base}/iterate`]: {
      type: 'FeatureCollection',
      features: [old('a', [1.12345678, 2, 0]), old('b', [3, 4, 0])],
      handle: '2',
      nextPageToken: '2',
    },
    [`${base}/iterate?handle=2`]: {
      type: 'FeatureCollection',
      features: [old('c', [5, 6, 7]), old('open', open, 'Polygon')],
    },
    '/project-api/projects': [{ id: 'old-project', title: 'Old', status: 'PUBLISHED' }],
    '/project-api/projects/old-project': { id: 'old-project', title: 'Old', status: 'PUBLISHED', rot: 1 },
  };
  let refusals = 1;
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url!, 'http://old');
    const handle = searchParams.get('handle');
    const found = responses[handle ? `${pathname}?handle=${handle}` : pathname];
    // As a service that many share answers now and then.
    const status = pathname.endsWith('/iterate') && refusals-- > 0 ? 429 : found ? 200 : 404;
    const isAllowed = request.headers.authorization === 'Bearer old-token';
    response.writeHead(isAllowed ? status : 401, { 'content-type': 'application/json', 'retry-after': '0' });
    response.end(JSON.stringify(status === 200 ? found : { type: 'error', statusCode: status }));
  }).listen(0, '127.0.0.1');
  after(() => server.close());
  await new Promise((resolve) => server.once('listening', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hub`;

  test('says so where the source has more features than it sends', async () => {
    const statistics = { type: 'StatisticsResponse', count: { value: 6, estimated: false } };
    responses[`${base}/statistics`] = statistics;
    const report = reportOf(await user.run('migrate', url, '--token', 'old-token', '--json'), 9);
    const [only] = report.spaces;
    assert.deepEqual([only!.id, only!.isVerified, only!.difference!.unsent], [space.id, false, 2]);
    const { out } = await user.run('migrate', url, '--token', 'old-token');
    assert.match(out, new RegExp(`${space.id}: not the same .* sends 2 features less than it says it has`));
    statistics.count.estimated = true;
  });

  test('copies what it can, and says of the rest why not', async () => {
    const report = reportOf(await user.run('migrate', url, '--token', 'old-token', '--json'), 9);
    assert.equal(report.isComplete, false);
    const [copied] = report.spaces;
    assert.deepEqual([copied!.features, copied!.isVerified, copied!.versions], [3, true, undefined]);
    assert.deepEqual(
      copied!.leftOut.map(({ what }) => what),
      ['storage', 'history', 'feature open'],
    );
    assert.match(copied!.leftOut[1]!.why, /version 1 is not there/);
    assert.match(copied!.leftOut[2]!.why, /coordinates/);
    assert.deepEqual(
      copied!.warnings.map(({ what }) => what),
      ['processors.geocoder', 'listeners.mailer'],
    );
    const { body } = await target.get<FeatureCollection>(`${base}/iterate`);
    assert.deepEqual(
      body.features.map(({ id, geometry }) => [id, (geometry as { coordinates: unknown }).coordinates]),
      [
        ['a', [1.12345678, 2, 0]],
        ['b', [3, 4, 0]],
        ['c', [5, 6, 7]],
      ],
    );
    const made = (await target.get<Record<string, unknown>>(base)).body;
    assert.deepEqual(
      [made.enableGlobalVersioning, made.maxVersionCount, made.searchableProperties],
      [true, 2, { name: true }],
    );
    assert.deepEqual([made.processors, made.listeners], [space.processors, space.listeners]);
    assert.equal((await target.get<{ rot: number }>('/project-api/projects/old-project')).body.rot, 1);
  });
});
