import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { PMTiles, type Source } from 'pmtiles';
import { findProgram } from '../testing/programs.ts';
import { ADMIN_PASSWORD, newPerson, signIn } from './harness/account.ts';
import { newUser } from './harness/command.ts';
import { collection, type Feature, type FeatureCollection, feature } from './harness/geojson.ts';
import { startHub } from './harness/hub.ts';
import { assertRefused } from './harness/refusal.ts';
import { newSpace, newSpaceId, type Space } from './harness/space.ts';

const hub = await startHub({ settings: { MERIDIAN_ADMIN_PASSWORD: ADMIN_PASSWORD } });
const admin = await signIn(hub);
const COUNT = 3000;
const points = Array.from(
  { length: COUNT },
  (_, n): Feature => ({
    type: 'Feature',
    id: `f${n}`,
    geometry: { type: 'Point', coordinates: [(n % 360) - 180, Math.floor(n / 360)] },
    properties: { n },
  }),
);

type Export = {
  id: string;
  state: string;
  version?: number;
  features: number;
  totalFeatures?: number;
  bytes: number;
  expiresAt: number;
  losses?: { what: string; count: number }[];
  error?: string;
  href: string;
  file?: string;
};

const pathOf = (url: string) => new URL(url).pathname;

async function begin(space: Space, query = ''): Promise<string> {
  const { status, headers, body } = await hub.request<Export>('POST', `${space.path}/exports${query}`);
  assert.equal(status, 202);
  assert.equal(headers.location, body.href);
  return pathOf(body.href);
}

/** Reads the archive as map libraries do. */
function source(url: string): Source {
  const headers = { authorization: `Bearer ${hub.token}` };
  return {
    getKey: () => url,
    getBytes: async (offset, length) => {
      const response = await fetch(url, {
        headers: { ...headers, range: `bytes=${offset}-${offset + length - 1}` },
      });
      assert.equal(response.status, 206);
      return { data: await response.arrayBuffer() };
    },
  };
}

async function ended(path: string): Promise<Export> {
  for (;;) {
    const { status, body } = await hub.get<Export>(path);
    assert.equal(status, 200);
    if (body.state === 'done' || body.state === 'failed') return body;
    await pause(20);
  }
}

const exported = async (space: Space, query = '') => ended(await begin(space, query));

describe('an export in the background', async () => {
  const space = await newSpace(hub);
  await space.load(...points);

  test('tells what the format has no room for, as the command does', async () => {
    const lossy = await newSpace(hub);
    const at = (id: string, geometry: object | null, properties: object) => ({
      type: 'Feature',
      id,
      geometry,
      properties,
    });
    const line = {
      type: 'LineString',
      coordinates: [
        [0, 0],
        [1, 1],
      ],
    };
    await lossy.load(
      at('a', { type: 'Point', coordinates: [1, 2] }, { text: 'x'.repeat(300), 'a name of many letters': 1 }),
      at('b', line, { none: null }),
      at('c', { type: 'GeometryCollection', geometries: [] }, {}),
    );
    const { file, features, losses } = await exported(lossy, '?format=shapefile');
    assert.equal(features, 3);
    const user = newUser(hub);
    const words = ['export', lossy.id, '-o', 'lossy.shp.zip', '--json'];
    const own = JSON.parse((await user.run(...words)).out);
    assert.deepEqual(losses, own.losses);
    const countOf = (what: string) => losses!.find((loss) => loss.what === what)?.count;
    assert.equal(countOf('texts cut to 254 bytes'), 1);
    assert.equal(countOf('properties left out that are null'), 1);
    assert.equal(countOf('names of properties cut to 10 bytes, or changed to differ'), 1);
    // What was read, less what was left out, is what the file has.
    const content = await fetch(file!, { headers: { authorization: `Bearer ${hub.token}` } });
    writeFileSync(join(user.folder, 'fetched.shp.zip'), Buffer.from(await content.arrayBuffer()));
    const read = await user.run('import', 'fetched.shp.zip', '--to', newSpaceId(), '--create', '--json');
    assert.equal(
      JSON.parse(read.out)[0].read,
      features - countOf('features left out that are geometry collections')!,
    );
    const asJob = await user.run(...words.slice(0, -1), '--job');
    const told = await user.run(...words.slice(0, -1));
    assert.equal(asJob.out.split('\n')[1], told.out.split('\n')[1]);
    assert.match(asJob.out, /^Shapefile has no room for everything: .*texts cut to 254 bytes \(1\)/m);
    assert.deepEqual((await exported(lossy, '?format=flatgeobuf')).losses, []);
    assert.deepEqual((await exported(lossy)).losses, []);
  });

  test('tells how many features it has, filtered or as tiles too', async () => {
    const chosen = await exported(space, '?p.n=lt=1234');
    assert.deepEqual([chosen.features, chosen.totalFeatures], [1234, undefined]);
    const box = await exported(space, '?format=csv&west=-180&south=-1&east=-177.5&north=90');
    assert.equal(box.features, points.filter(({ properties: { n } }) => Number(n) % 360 < 3).length);
    const tiles = await exported(space, '?format=pmtiles&maxZoom=1&p.n=lt=1234');
    assert.deepEqual([tiles.features, tiles.totalFeatures], [1234, 1234]);
  });

  test('is a file with a length, of one version', async () => {
    const { state, version, features, totalFeatures, bytes, file, expiresAt } = await exported(space);
    assert.deepEqual([state, version, features, totalFeatures], ['done', 1, COUNT, COUNT]);
    assert.ok(expiresAt > Date.now());
    const { status, headers, body, text } = await hub.get<FeatureCollection>(pathOf(file!));
    assert.equal(status, 200);
    assert.equal(headers['content-length'], String(bytes));
    assert.equal(Buffer.byteLength(text), bytes);
    assert.equal(headers['accept-ranges'], 'bytes');
    assert.equal(headers['content-type'], 'application/geo+json; charset=utf-8');
    assert.deepEqual(
      body.features.map(({ id }) => id),
      points.map(({ id }) => id),
    );
  });

  test('is read by ranges', async () => {
    const { file, bytes } = await exported(space, '?format=ndjson');
    const path = pathOf(file!);
    const whole = await hub.get(path);
    const part = await hub.get(path, { headers: { range: 'bytes=10-29' } });
    assert.equal(part.status, 206);
    assert.equal(part.headers['content-range'], `bytes 10-29/${bytes}`);
    assert.equal(part.text, whole.text.slice(10, 30));
    const known = await hub.get(path, { headers: { 'if-none-match': whole.headers.etag! } });
    assert.equal(known.status, 304);
    const behind = await hub.get(path, { headers: { range: `bytes=${bytes}-` } });
    assert.equal(behind.status, 416);
  });

  test('has what its parameters choose', async () => {
    const { file, totalFeatures } = await exported(space, '?format=csv&csvGeometry=lonlat&p.n<3');
    assert.equal(totalFeatures, undefined);
    const { text } = await hub.get(pathOf(file!));
    assert.equal(text.trimEnd().split('\n').length, 4);
  });

  test('takes no parameter that another format has', async () =>
    assertRefused(
      await hub.request('POST', `${space.path}/exports?format=kml&formulas=keep`),
      400,
      'formulas=keep goes with format=csv only',
    ));

  const ogrinfo = findProgram(['ogrinfo'], 'gdal-bin');
  test('is opened by GDAL over HTTP', 'skip' in ogrinfo ? { skip: ogrinfo.skip } : {}, async () => {
    if (!('path' in ogrinfo)) throw new Error(ogrinfo.skip);
    const { file } = await exported(space, '?format=flatgeobuf');
    const { stdout } = await promisify(execFile)(ogrinfo.path, [
      '-so',
      '-al',
      '-spat',
      '-0.5',
      '0.5',
      '3.5',
      '1.5',
      `/vsicurl/${file}?access_token=${hub.token}`,
    ]);
    assert.match(stdout, /Feature Count: 4/);
  });

  test('is a file of vector tiles by mode=auto', async () => {
    const { file, state, error } = await exported(space, '?format=pmtiles&maxZoom=3&selection=p.n&p.n<100');
    assert.deepEqual([state, error], ['done', undefined]);
    const { status, headers } = await hub.request('HEAD', pathOf(file!));
    assert.equal(status, 200);
    assert.equal(headers['content-type'], 'application/vnd.pmtiles');
    const archive = new PMTiles(source(file!));
    const { minZoom, maxZoom, minLat } = await archive.getHeader();
    assert.deepEqual([minZoom, maxZoom], [0, 3]);
    assert.ok(minLat >= -1, 'what the filter leaves lies on the equator');
    const metadata = (await archive.getMetadata()) as { vector_layers: [{ id: string; fields: object }] };
    assert.equal(metadata.vector_layers[0].id, space.id);
    assert.deepEqual(Object.keys(metadata.vector_layers[0].fields).sort(), ['id', 'n', 'point_count']);
    const tile = await archive.getZxy(0, 0, 0);
    const live = (await hub.get(`${space.path}/tile/web/0/0/0.mvt?mode=auto&selection=p.n&p.n<100`)).bytes;
    assert.deepEqual(Buffer.from(tile!.data), live);
  });

  test('is a file of vector tiles for programs that read SQLite', async () => {
    const { file, state, error } = await exported(space, '?format=mbtiles&minZoom=1&maxZoom=2');
    assert.deepEqual([state, error], ['done', undefined]);
    const bytes = (await hub.get(pathOf(file!))).bytes;
    assert.equal(bytes.subarray(0, 15).toString(), 'SQLite format 3');
  });

  for (const [query, message] of [
    ['format=pmtiles&west=0&south=0&east=1&north=1', 'a box is not possible with format=pmtiles'],
    ['format=mbtiles&minZoom=5&maxZoom=2', 'minZoom=5 is more than maxZoom=2'],
    ['format=pmtiles&formulas=keep', 'formulas is not possible with format=pmtiles'],
    ['format=csv&maxZoom=2', 'maxZoom is not possible with format=csv'],
    ['format=pmtiles&maxZoom=30', 'maxZoom'],
  ])
    test(`refuses ${query}`, async () =>
      assertRefused(await hub.request('POST', `${space.path}/exports?${query}`), 400, message!));

  test('is listed, and deleted with its file', async () => {
    const other = await newSpace(hub);
    const { id, href, file } = await exported(other);
    const { body: listed } = await hub.get<Export[]>(`${other.path}/exports`);
    assert.deepEqual(
      listed.map((one) => one.id),
      [id],
    );
    assert.equal((await hub.request('DELETE', pathOf(href))).status, 204);
    for (const url of [href, file!]) assert.equal((await hub.get(pathOf(url))).status, 404);
    assert.deepEqual((await hub.get(`${other.path}/exports`)).body, []);
  });

  test('of a space with history has the version that it was begun at, whatever is written then', async () => {
    const kept = await newSpace(hub, { versionsToKeep: 10 });
    await kept.load(...points);
    const path = await begin(kept);
    await kept.load(feature('later'));
    const { version, file, state } = await ended(path);
    assert.equal(state, 'done');
    const { body } = await hub.get<FeatureCollection>(pathOf(file!));
    assert.equal(body.features.length, version === 1 ? COUNT : COUNT + 1);
    const past = await ended(await begin(kept, '?version=1'));
    assert.equal(past.version, 1);
    assert.equal((await hub.get<FeatureCollection>(pathOf(past.file!))).body.features.length, COUNT);
  });
});

describe('the file of an export', async () => {
  const { token } = await (await newPerson(hub, admin)).newToken();

  test('is for its account alone, though others may read the space', async () => {
    const space = await newSpace(hub, { shared: true });
    await space.load(feature('a'));
    const { href, file } = await exported(space);
    assert.equal((await hub.get(`${space.path}/search`, { token })).status, 200);
    for (const url of [href, file!]) assert.equal((await hub.get(pathOf(url), { token })).status, 404);
    assert.deepEqual((await hub.get(`${space.path}/exports`, { token })).body, []);
  });

  test('is gone with its space, though a new one has its id', async () => {
    const space = await newSpace(hub);
    await space.load(feature('secret'));
    const { file } = await exported(space);
    await hub.request('DELETE', space.path);
    assert.equal((await hub.get(pathOf(file!))).status, 404);
    assert.equal((await hub.post('/hub/spaces', { id: space.id, title: 'new' })).status, 200);
    assert.equal((await hub.get(pathOf(file!))).status, 404);
  });

  test('of a virtual space is gone when the space does not have all of its features any more', async () => {
    const [one, two] = [await newSpace(hub), await newSpace(hub)];
    for (const part of [one, two]) await part.load(feature(`of-${part.id}`));
    const mergedFrom = (...spaces: Space[]) => ({
      storage: { id: 'virtualspace', params: { virtualspace: { group: spaces.map(({ id }) => id) } } },
    });
    const virtual = await newSpace(hub, mergedFrom(one, two));
    const { file } = await exported(virtual);
    assert.equal((await hub.get<FeatureCollection>(pathOf(file!))).body.features.length, 2);
    assert.equal((await hub.request('PATCH', virtual.path, { body: mergedFrom(one) })).status, 200);
    assert.equal((await hub.get(pathOf(file!))).status, 404);
  });

  test('has another name: there is nothing', async () => {
    const space = await newSpace(hub);
    const { href } = await exported(space);
    for (const name of ['x.geojson', '..%2f..%2fhub.sqlite'])
      assert.equal((await hub.get(`${pathOf(href)}/${name}`)).status, 404);
  });
});

test('files count to the quota of their account', async () => {
  const person = await newPerson(hub, admin);
  const { token } = await person.newToken();
  const { body: space } = await hub.post<{ id: string }>('/hub/spaces', { title: 'x' }, { token });
  const path = `/hub/spaces/${space.id}`;
  await hub.put(`${path}/features`, collection(...points.slice(0, 100)), { token });
  const usage = async () =>
    (await person.request<{ usedBytes: number }>('GET', '/account-api/accounts/me/usage')).body.usedBytes;
  const before = await usage();
  const { body } = await hub.request<Export>('POST', `${path}/exports`, { token });
  let done: Export;
  do done = (await hub.get<Export>(pathOf(body.href), { token })).body;
  while (done.state !== 'done');
  assert.equal((await usage()) - before, done.bytes);
});
