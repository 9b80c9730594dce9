import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { hubDouble, type Reply } from './hub-double.ts';
import { type ExportJob, MeridianClient } from './index.ts';

const space = { id: 'cities', title: 'Cities' };
const berlin = { type: 'Feature', id: 'berlin', geometry: null, properties: {} };
const collection = { type: 'FeatureCollection', features: [berlin] };
const cities = (hub: MeridianClient) => hub.features('cities');

type Case = [
  name: string,
  use: (hub: MeridianClient) => Promise<unknown>,
  call: string,
  response: unknown,
  result?: unknown,
];

const reads: Case[] = [
  ['the hub', (hub) => hub.hub(), 'GET /hub', { status: { result: 'OK' } }],
  ['the list of spaces', (hub) => hub.spaces.list(), 'GET /hub/spaces', [space]],
  [
    'a filtered list of spaces',
    (hub) => hub.spaces.list({ owner: '*', includeRights: true, tag: 'a&b' }),
    'GET /hub/spaces?owner=*&includeRights=true&tag=a%26b',
    [space],
  ],
  ['a space', (hub) => hub.spaces.get('cities'), 'GET /hub/spaces/cities', space],
  [
    'a feature, whatever its id',
    (hub) => cities(hub).get('a/b?c#d%e ü', { force2D: true }),
    'GET /hub/spaces/cities/features/a%2Fb%3Fc%23d%25e%20%C3%BC?force2D=true',
    berlin,
  ],
  [
    'features by id',
    (hub) => cities(hub).getMany(['berlin', 'a&b', 'berlin'], { selection: ['p.name', 'p.a'] }),
    'GET /hub/spaces/cities/features?id=berlin,a%26b&selection=p.name,p.a',
    collection,
    [berlin],
  ],
  [
    'a search by tags and properties',
    (hub) =>
      cities(hub).search({
        tags: [['a', 'b'], 'c+d'],
        where: [
          ['p.population', '>=', 1000],
          ['p.name', '=', ['Bonn', '12', 'a,b']],
          ['f.id', '!=', null],
        ],
        limit: 5,
      }),
    'GET /hub/spaces/cities/search?limit=5&tags=a+b,c%2Bd&p.population=gte=1000&p.name=%22Bonn%22,%2212%22,%22a%2Cb%22&f.id!=.null',
    collection,
  ],
  [
    'a count',
    (hub) => cities(hub).count({ where: [['p.open', '=', true]] }),
    'GET /hub/spaces/cities/count?p.open=true',
    { type: 'CountResponse', count: 7, estimated: false },
    7,
  ],
  [
    'a box, clustered',
    (hub) =>
      cities(hub).bbox([5.5, 47, 15, 55.1], {
        clustering: { type: 'hexbin', absoluteResolution: 4 },
        tags: ['a'],
      }),
    'GET /hub/spaces/cities/bbox?west=5.5&south=47&east=15&north=55.1&clustering=hexbin&clustering.absoluteResolution=4&tags=a',
    collection,
  ],
  [
    'a tile',
    (hub) =>
      cities(hub).tile('quadkeys', '120', {
        clip: true,
        margin: 8,
        mode: 'viz',
        vizSampling: 'low',
        limit: 3,
      }),
    'GET /hub/spaces/cities/tile/quadkeys/120?margin=8&mode=viz&vizSampling=low&clip=true&limit=3',
    collection,
  ],
  [
    'a file',
    async (hub) => (await cities(hub).exportFile('geojson', { bbox: [1, 2, 3, 4], tags: ['a'] })).json(),
    'GET /hub/spaces/cities/export?format=geojson&west=1&south=2&east=3&north=4&tags=a',
    collection,
  ],
  [
    'the exports of a space',
    (hub) => cities(hub).exports.list(),
    'GET /hub/spaces/cities/exports',
    [{ id: 'e1', state: 'running' }],
  ],
  [
    'a complete export',
    (hub) => cities(hub).exports.complete('e/1'),
    'GET /hub/spaces/cities/exports/e%2F1',
    { id: 'e/1', state: 'done' },
  ],
  [
    'the file of an export',
    async (hub) => {
      const job = { id: 'e1', state: 'done', file: 'https://hub.example.org/x/cities%201.pmtiles' };
      return (await cities(hub).exports.file(job as ExportJob)).json();
    },
    'GET /hub/spaces/cities/exports/e1/cities%201.pmtiles',
    collection,
  ],
  [
    'what is near a point',
    (hub) => cities(hub).near({ lat: 52.5, lon: 13.4 }, { radius: 1000, where: [['p.n', '>', 1]] }),
    'GET /hub/spaces/cities/spatial?lat=52.5&lon=13.4&radius=1000&p.n=gt=1',
    collection,
  ],
  [
    'what is near a feature',
    (hub) => cities(hub).near({ refSpaceId: 'a', refFeatureId: 'b c' }),
    'GET /hub/spaces/cities/spatial?refSpaceId=a&refFeatureId=b%20c',
    collection,
  ],
  [
    'a feature as it was',
    (hub) => cities(hub).get('berlin', { version: 3 }),
    'GET /hub/spaces/cities/features/berlin?version=3',
    berlin,
  ],
  [
    'features by id as they were',
    (hub) => cities(hub).getMany(['a', 'b'], { version: 3 }),
    'GET /hub/spaces/cities/features?id=a,b&version=3',
    collection,
    [berlin],
  ],
  [
    'a search in the past',
    (hub) => cities(hub).search({ at: new Date(0), limit: 1 }),
    'GET /hub/spaces/cities/search?at=1970-01-01T00%3A00%3A00.000Z&limit=1',
    { features: [] },
    { features: [] },
  ],
  [
    'a search in an earlier version',
    (hub) => cities(hub).search({ version: 3, tags: ['a'] }),
    'GET /hub/spaces/cities/search?version=3&tags=a',
    collection,
  ],
  [
    'changesets, page by page',
    (hub) => Array.fromAsync(cities(hub).changesets({ startVersion: 1, endVersion: 2 })),
    'GET /hub/spaces/cities/changesets?startVersion=1&endVersion=2',
    { type: 'ChangesetCollection', startVersion: 1, endVersion: 2, versions: { 1: { type: 'Changeset' } } },
    [{ type: 'Changeset', version: 1 }],
  ],
  [
    'one changeset',
    (hub) => cities(hub).changeset(2),
    'GET /hub/spaces/cities/changesets/2',
    { type: 'Changeset' },
  ],
  [
    'spaces that changed',
    (hub) => hub.spaces.list({ contentUpdatedAt: ['>=', 17] }),
    'GET /hub/spaces?contentUpdatedAt=gte=17',
    [space],
  ],
  [
    'the projects',
    (hub) => hub.projects.list({ owner: '*' }),
    'GET /project-api/projects?paginate=false&owner=*',
    { projects: [{ id: 'p' }] },
    [{ id: 'p' }],
  ],
  [
    'the projects in the datahub dialect',
    (hub) => hub.projects.list(),
    'GET /project-api/projects?paginate=false',
    [{ id: 'p' }],
  ],
  ['a project', (hub) => hub.projects.get('p/q'), 'GET /project-api/projects/p%2Fq', { id: 'p/q' }],
  ['a token', (hub) => hub.tokens.get('t'), 'GET /token-api/tokens/t.json', { tid: 't' }],
  [
    'statistics',
    (hub) => cities(hub).statistics(),
    'GET /hub/spaces/cities/statistics',
    { type: 'StatisticsResponse' },
  ],
  [
    'statistics of every property',
    (hub) => cities(hub).statistics({ properties: 'full' }),
    'GET /hub/spaces/cities/statistics?properties=full',
    { type: 'StatisticsResponse' },
  ],
  [
    'features by a condition and by words',
    (hub) => cities(hub).search({ filter: "name LIKE 'B%'", q: 'lac anne', qProperties: ['name', 'a.b'] }),
    'GET /hub/spaces/cities/search?filter=name%20LIKE%20%27B%25%27&q=lac%20anne&q-properties=name,a.b',
    collection,
  ],
  [
    'a count by CQL2 JSON',
    (hub) => cities(hub).count({ filter: { op: '=', args: [1, 1] } }),
    'GET /hub/spaces/cities/count?filter=%7B%22op%22%3A%22%3D%22%2C%22args%22%3A%5B1%2C1%5D%7D&filter-lang=cql2-json',
    { count: 5 },
    5,
  ],
  [
    'groups',
    (hub) =>
      cities(hub).aggregate({
        groupBy: ['country', 'bins(n,5)'],
        measures: ['quantile(n,0.9)'],
        limit: 3,
        bbox: [1, 2, 3, 4],
        where: [['p.n', '>', 1]],
      }),
    'GET /hub/spaces/cities/aggregate?groupBy=country%2Cbins(n%2C5)&measures=quantile(n%2C0.9)&limit=3&west=1&south=2&east=3&north=4&p.n=gt=1',
    { type: 'Aggregate' },
  ],
  [
    'groups of what meets a geometry',
    (hub) => cities(hub).aggregate({ area: { type: 'Point', coordinates: [1, 2] }, radius: 5, tags: ['a'] }),
    'POST /hub/spaces/cities/aggregate?tags=a',
    { type: 'Aggregate' },
  ],
];

describe('a read', () => {
  for (const [name, use, call, response, result = response] of reads)
    test(`of ${name}`, async (t) => {
      const { url, received } = await hubDouble(t, { body: response });
      assert.deepEqual(await use(new MeridianClient({ url, token: 'secret' })), result);
      assert.equal(received[0]!.call, call);
      assert.equal(received[0]!.headers.authorization, 'Bearer secret');
      assert.equal(received.length, 1);
    });
});

type Write = [...Case, body: unknown];

const writes: Write[] = [
  ['creates a space', (hub) => hub.spaces.create(space), 'POST /hub/spaces', space, space, space],
  [
    'updates a space',
    (hub) => hub.spaces.update('cities', { description: null }),
    'PATCH /hub/spaces/cities',
    space,
    space,
    { description: null },
  ],
  [
    'deletes a space',
    (hub) => hub.spaces.delete('cities'),
    'DELETE /hub/spaces/cities',
    undefined,
    undefined,
    undefined,
  ],
  [
    'puts a feature under its id',
    (hub) => cities(hub).put({ id: 'berlin' }, { addTags: ['a', 'b'], removeTags: ['c'] }),
    'PUT /hub/spaces/cities/features/berlin?addTags=a,b&removeTags=c',
    berlin,
    berlin,
    { id: 'berlin' },
  ],
  [
    'puts a feature under a number',
    (hub) => cities(hub).put({ id: 7 }),
    'PUT /hub/spaces/cities/features/7',
    berlin,
    berlin,
    { id: 7 },
  ],
  [
    'puts a feature without id',
    (hub) => cities(hub).put({}),
    'PUT /hub/spaces/cities/features/',
    berlin,
    berlin,
    {},
  ],
  [
    'puts a feature without id where the hub answers a collection',
    (hub) => cities(hub).put({}),
    'PUT /hub/spaces/cities/features/',
    collection,
    berlin,
    {},
  ],
  [
    'puts many features',
    (hub) => cities(hub).putMany([{ id: 'berlin' }]),
    'PUT /hub/spaces/cities/features',
    { ...collection, inserted: ['berlin'] },
    { ...collection, inserted: ['berlin'] },
    { type: 'FeatureCollection', features: [{ id: 'berlin' }] },
  ],
  [
    'patches a feature',
    (hub) => cities(hub).patch('berlin', { properties: { a: null } }),
    'PATCH /hub/spaces/cities/features/berlin',
    berlin,
    berlin,
    { properties: { a: null } },
  ],
  [
    'modifies features',
    (hub) =>
      cities(hub).postMany([{ id: 'berlin' }], {
        e: 'merge',
        ne: 'error',
        cr: 'retain',
        transactional: false,
        prefixId: 'x',
      }),
    'POST /hub/spaces/cities/features?e=merge&ne=error&cr=retain&transactional=false&prefixId=x',
    collection,
    collection,
    { type: 'FeatureCollection', features: [{ id: 'berlin' }] },
  ],
  [
    'asks for what meets a geometry, among the features',
    (hub) => cities(hub).intersecting({ type: 'Point', coordinates: [1, 2] }, { radius: 5 }),
    'POST /hub/spaces/cities/spatial?radius=5',
    collection,
    collection,
    { type: 'Point', coordinates: [1, 2] },
  ],
  [
    'creates a project',
    (hub) => hub.projects.create({ title: 'P' }),
    'POST /project-api/projects',
    { id: 'p' },
    { id: 'p' },
    { title: 'P' },
  ],
  [
    'replaces a project',
    (hub) => hub.projects.put('p', { title: 'P' }),
    'PUT /project-api/projects/p',
    { id: 'p' },
    { id: 'p' },
    { title: 'P' },
  ],
  [
    'deletes a project',
    (hub) => hub.projects.delete('p'),
    'DELETE /project-api/projects/p',
    undefined,
    undefined,
    undefined,
  ],
  [
    'deletes a feature',
    (hub) => cities(hub).delete('berlin'),
    'DELETE /hub/spaces/cities/features/berlin',
    undefined,
    undefined,
    undefined,
  ],
  [
    'deletes many features',
    (hub) => cities(hub).deleteMany(['a', 'b']),
    'DELETE /hub/spaces/cities/features?id=a,b',
    { ...collection, features: [], deleted: ['a'] },
    ['a'],
    undefined,
  ],
  [
    'deletes by a condition',
    (hub) => cities(hub).deleteWhere({ filter: 'n < 0' }),
    'DELETE /hub/spaces/cities/features?filter=n%20%3C%200',
    { ...collection, features: [], deleted: ['x'] },
    ['x'],
    undefined,
  ],
  [
    'deletes by tags where nothing matches',
    (hub) => cities(hub).deleteByTags(['old']),
    'DELETE /hub/spaces/cities/features?tags=old',
    { ...collection, features: [] },
    [],
    undefined,
  ],
];

describe('a write', () => {
  for (const [name, use, call, response, result, body] of writes)
    test(`that ${name}`, async (t) => {
      const { url, received } = await hubDouble(t, { status: response ? 200 : 204, body: response });
      assert.deepEqual(await use(new MeridianClient({ url, token: 'secret' })), result);
      assert.deepEqual([received[0]!.call, received[0]!.body], [call, body]);
      const type = /\/features/.test(call) ? 'application/geo+json' : 'application/json';
      assert.equal(received[0]!.headers['content-type'], body === undefined ? undefined : type);
    });
});

describe('an iteration', () => {
  test('follows the handle to the last page', async (t) => {
    const pages: Reply[] = [
      { body: { ...collection, handle: '10' } },
      { body: { type: 'FeatureCollection', features: [], handle: '20' } },
      { body: collection },
    ];
    const { url, received } = await hubDouble(t, ...pages);
    const features = cities(new MeridianClient({ url })).iterate({
      pageSize: 1,
      tags: ['a'],
      sort: ['p.n:desc'],
    });
    assert.deepEqual(await Array.fromAsync(features), [berlin, berlin]);
    assert.deepEqual(
      received.map(({ call }) => call),
      [
        'GET /hub/spaces/cities/iterate?limit=1&sort=p.n%3Adesc&tags=a',
        'GET /hub/spaces/cities/iterate?limit=1&handle=10&sort=p.n%3Adesc&tags=a',
        'GET /hub/spaces/cities/iterate?limit=1&handle=20&sort=p.n%3Adesc&tags=a',
      ],
    );
  });

  test('that is left early asks for no further page', async (t) => {
    const { url, received } = await hubDouble(t, { body: { ...collection, handle: '10' } });
    for await (const feature of cities(new MeridianClient({ url })).iterate()) {
      assert.equal(feature.id, 'berlin');
      break;
    }
    assert.equal(received.length, 1);
  });
});

describe('changesets', () => {
  const changeset = (inserted: string[], updated: string[] = [], deleted: string[] = []) => {
    const listed = (ids: string[]) => ({ ...collection, features: ids.map((id) => ({ ...berlin, id })) });
    return {
      type: 'Changeset',
      inserted: listed(inserted),
      updated: listed(updated),
      deleted: listed(deleted),
    };
  };
  const page = (versions: object, nextPageToken?: string): Reply => ({
    body: { type: 'ChangesetCollection', startVersion: 1, endVersion: 3, versions, nextPageToken },
  });

  test('that pages cut come once each, and whole', async (t) => {
    const { url, received } = await hubDouble(
      t,
      page({ 1: changeset(['a']), 2: changeset(['b']) }, '2-0-2'),
      page({ 2: changeset(['c'], ['a']) }, '2-1-1'),
      page({ 2: changeset([], [], ['d']), 3: changeset([], [], ['b']) }),
    );
    const seen = await Array.fromAsync(cities(new MeridianClient({ url })).changesets({ pageSize: 2 }));
    assert.deepEqual(seen, [
      { ...changeset(['a']), version: 1 },
      { ...changeset(['b', 'c'], ['a'], ['d']), version: 2 },
      { ...changeset([], [], ['b']), version: 3 },
    ]);
    assert.deepEqual(
      received.map(({ call }) => call),
      [
        'GET /hub/spaces/cities/changesets?limit=2',
        'GET /hub/spaces/cities/changesets?limit=2&pageToken=2-0-2',
        'GET /hub/spaces/cities/changesets?limit=2&pageToken=2-1-1',
      ],
    );
  });
});

test('more ids than fit into a URL are read in several calls, in order', async (t) => {
  const ids = Array.from({ length: 500 }, (_, index) => `feature-number-${index}-${'ü'.repeat(5)}`);
  const { url, received } = await hubDouble(t, ...Array.from({ length: 9 }, () => ({ body: collection })));
  await cities(new MeridianClient({ url })).getMany(ids);
  assert.ok(received.length > 1);
  assert.ok(received.every(({ call }) => call.length < 8000));
  const asked = received.flatMap(({ call }) => decodeURIComponent(call.split('?id=')[1]!).split(','));
  assert.deepEqual(asked, ids);
});

const misleading: [name: string, use: (hub: MeridianClient) => unknown, message: RegExp][] = [
  [
    '.. as a feature, which would delete the space',
    (hub) => cities(hub).delete('..'),
    /".." cannot be the last part/,
  ],
  ['. as a feature', (hub) => cities(hub).get('.'), /"." cannot be/],
  ['nothing as a feature', (hub) => cities(hub).delete(''), /"" cannot be/],
  ['.. as a space', (hub) => hub.spaces.delete('..'), /".." cannot be/],
  ['a comma in a list of ids', (hub) => cities(hub).getMany(['a,b']), /"a,b" has a comma/],
  ['* in a list of ids to delete', (hub) => cities(hub).deleteMany(['a', '*']), /means every feature/],
  ['a comma in a tag', (hub) => cities(hub).search({ tags: ['a,b'] }), /"a,b" has a comma/],
];

describe('an id that would reach something else is refused before anything is sent', () => {
  for (const [name, use, message] of misleading)
    test(name, async (t) => {
      const { url, received } = await hubDouble(t);
      await assert.rejects(async () => use(new MeridianClient({ url })), { name: 'TypeError', message });
      assert.deepEqual(received, []);
    });
});
