// Embedded engine only: files of the operator's, which no store knows of.
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, renameSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { PMTiles } from 'pmtiles';
import { newUser } from '../harness/command.ts';
import { feature } from '../harness/geojson.ts';
import { startHub } from '../harness/hub.ts';
import { exitCode, runMeridian, temporaryFolder } from '../harness/program.ts';
import { newSpace } from '../harness/space.ts';

const folder = join(temporaryFolder(), 'tiles');
mkdirSync(folder);
const hub = await startHub({ settings: { MERIDIAN_TILES: folder } });
const user = newUser(hub);
const space = await newSpace(hub, { title: 'Ground', copyright: [{ label: 'Survey' }] });
await space.load(feature('a', { name: 'A' }), feature('b', { name: 'B' }));
const exported = await user.run('export', space.id, '-o', 'ground.pmtiles', '--max-zoom', '3');
assert.equal(exported.code, 0, exported.err);
const bytes = readFileSync(join(user.folder, 'ground.pmtiles'));
writeFileSync(join(folder, 'ground.pmtiles'), bytes);
writeFileSync(join(folder, 'damaged.pmtiles'), bytes);
truncateSync(join(folder, 'damaged.pmtiles'), 100);
writeFileSync(join(folder, 'secret.txt'), 'secret');
writeFileSync(join(user.folder, 'outside.pmtiles'), bytes);
symlinkSync(join(user.folder, 'outside.pmtiles'), join(folder, 'link.pmtiles'));
mkdirSync(join(folder, 'folder.pmtiles'));

/** Everybody may: without a token. */
function get<Body>(path: string, headers: Record<string, string> = {}) {
  return hub.get<Body>(path, { token: null, headers });
}

describe('an archive in the folder of the operator', () => {
  test('is listed, and read by ranges as the readers of PMTiles do', async () => {
    const { status, body } = await get<{ name: string; url: string; tileJson: string }[]>('/tiles');
    assert.equal(status, 200);
    assert.deepEqual(
      body.map(({ name }) => name),
      ['damaged', 'ground'],
    );
    assert.equal(body[1]!.url, `${hub.url}/tiles/ground.pmtiles`);
    const archive = new PMTiles(body[1]!.url);
    assert.equal((await archive.getHeader()).maxZoom, 3);
    const tile = await archive.getZxy(0, 0, 0);
    const own = await hub.get<undefined>(`${space.path}/tile/web/0/0/0.mvt?mode=auto`);
    assert.deepEqual(Buffer.from(tile!.data), Buffer.from(own.bytes));
  });

  test('is sent whole or in part, with its length and its tag', async () => {
    const whole = await get<undefined>('/tiles/ground.pmtiles', { 'accept-encoding': 'gzip' });
    assert.equal(whole.status, 200);
    assert.deepEqual(Buffer.from(whole.bytes), bytes);
    const { etag } = whole.headers;
    assert.deepEqual(
      [whole.headers['content-length'], whole.headers['accept-ranges'], whole.headers['content-encoding']],
      [String(bytes.length), 'bytes', undefined],
    );
    const part = await get<undefined>('/tiles/ground.pmtiles', { range: 'bytes=7-126', 'if-range': etag! });
    assert.equal(part.status, 206);
    assert.equal(part.headers['content-range'], `bytes 7-126/${bytes.length}`);
    assert.equal(part.headers['content-length'], '120');
    assert.deepEqual(Buffer.from(part.bytes), bytes.subarray(7, 127));
    const last = await get<undefined>('/tiles/ground.pmtiles', { range: 'bytes=-5' });
    assert.deepEqual(Buffer.from(last.bytes), bytes.subarray(-5));
    const other = await get('/tiles/ground.pmtiles', { range: 'bytes=7-126', 'if-range': '"other"' });
    assert.equal(other.status, 200, 'of another state all is sent');
    const known = await get('/tiles/ground.pmtiles', { 'if-none-match': etag! });
    assert.equal(known.status, 304);
    const head = await hub.request('HEAD', '/tiles/ground.pmtiles', { token: null });
    assert.deepEqual([head.status, head.headers['content-length']], [200, String(bytes.length)]);
    const behind = await get<{ errorMessage: string }>('/tiles/ground.pmtiles', {
      range: `bytes=${bytes.length}-`,
    });
    assert.equal(behind.status, 416);
    assert.equal(behind.headers['content-range'], `bytes */${bytes.length}`);
    assert.match(behind.body.errorMessage, /has nothing of the \d+ bytes/);
  });

  test('has TileJSON and single tiles for those who do not read PMTiles', async () => {
    type TileJson = {
      tiles: [string];
      attribution: string;
      maxzoom: number;
      vector_layers: { id: string }[];
    };
    const { body } = await get<TileJson>('/tiles/ground.json');
    assert.deepEqual([body.attribution, body.maxzoom, body.vector_layers[0]!.id], ['Survey', 3, space.id]);
    const path = new URL(body.tiles[0].replace('{z}/{x}/{y}', '0/0/0')).pathname;
    const own = await hub.get<undefined>(`${space.path}/tile/web/0/0/0.mvt?mode=auto`);
    for (const coding of ['gzip', 'identity']) {
      const tile = await get<undefined>(path, { 'accept-encoding': coding });
      assert.equal(tile.status, 200);
      assert.equal(tile.headers['content-type'], 'application/vnd.mapbox-vector-tile');
      assert.equal(tile.headers['content-encoding'], coding === 'gzip' ? 'gzip' : undefined);
      const sent = coding === 'gzip' ? gunzipSync(tile.bytes) : Buffer.from(tile.bytes);
      assert.deepEqual(sent, Buffer.from(own.bytes));
    }
    assert.equal((await get('/tiles/ground/3/0/0.mvt')).status, 204);
    assert.equal((await get('/tiles/ground/0/0/0.png')).status, 404);
    assert.equal((await get('/tiles/ground/2/4/0.mvt')).status, 400);
  });

  test('is another one, with another tag, once the operator has replaced it', async () => {
    const before = await get('/tiles/ground/0/0/0.mvt');
    writeFileSync(join(folder, 'next'), bytes);
    renameSync(join(folder, 'next'), join(folder, 'ground.pmtiles'));
    const after = await get('/tiles/ground/0/0/0.mvt', { 'if-none-match': before.headers.etag! });
    assert.equal(after.status, 200);
  });
});

test('nothing but archives of that very folder is found', async () => {
  const outside = [
    '/tiles/link.pmtiles',
    '/tiles/link/0/0/0.mvt',
    '/tiles/folder.pmtiles',
    '/tiles/secret.txt',
    '/tiles/none.pmtiles',
    '/tiles/none.json',
    '/tiles/..%2Foutside.pmtiles',
    '/tiles/%2Fetc%2Fpasswd.pmtiles',
    '/tiles/..%2F..%2Fx%00.pmtiles',
  ];
  for (const path of outside) assert.equal((await get(path)).status, 404, path);
});

test('a damaged archive is told as that, and the hub goes on', async () => {
  for (const path of ['/tiles/damaged.json', '/tiles/damaged/0/0/0.mvt']) {
    const { status, body } = await get<{ errorMessage: string }>(path);
    assert.equal(status, 503);
    assert.match(body.errorMessage, /^damaged\.pmtiles is no archive of PMTiles 3, or damaged/);
  }
  assert.equal((await get('/tiles/ground.json')).status, 200);
});

test('a hub does not start with a folder that is none', async () => {
  const program = runMeridian(['serve', '--tiles', join(folder, 'none')], {
    MERIDIAN_PORT: '0',
    MERIDIAN_DATA: temporaryFolder(),
  });
  assert.equal(await exitCode(program), 2);
  assert.match(program.stderr(), /MERIDIAN_TILES: \S+none is no folder/);
});
