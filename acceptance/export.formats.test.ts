import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { findProgram } from '../testing/programs.ts';
import { newUser } from './harness/command.ts';
import type { Feature, FeatureCollection } from './harness/geojson.ts';
import { startHub } from './harness/hub.ts';
import { temporaryFolder } from './harness/program.ts';
import { begin } from './harness/request.ts';
import { newSpace, newSpaceId, type Space } from './harness/space.ts';

/** Where the hub puts files while it makes them. */
const making = temporaryFolder();
const hub = await startHub({ settings: { TMPDIR: making } });
const user = newUser(hub);
const gdal = findProgram(['ogrinfo'], 'gdal-bin');

const FEATURES = [
  {
    id: 'lake',
    geometry: { type: 'Point', coordinates: [9.26, 46.02, 198] },
    properties: {
      name: 'Lago di Como',
      area: 146,
      code: '0123',
      depth: null,
      '@ns:com:here:xyz': { tags: ['deep', 'italy'] },
    },
  },
  {
    id: 'shore',
    geometry: {
      type: 'Polygon',
      coordinates: [
        [
          [8, 50],
          [9, 50],
          [9, 51],
          [8, 50],
        ],
      ],
    },
    properties: { name: 'a "b", c', area: 1.5, nested: { a: [1, { b: null }] }, Name: 'other', flag: true },
    extra: { kept: true },
  },
  {
    id: 'nowhere',
    geometry: null,
    properties: { name: 'nowhere', id: 7, fid: 1, WKT: 'x', big: 9007199254740993n },
  },
];
const json = (value: unknown) =>
  JSON.stringify(value, (_, part) =>
    typeof part === 'bigint'
      ? (JSON as unknown as { rawJSON(text: string): unknown }).rawJSON(String(part))
      : part,
  );

async function lakes(): Promise<Space> {
  const space = await newSpace(hub);
  const written = await hub.put(space.features, json({ type: 'FeatureCollection', features: FEATURES }));
  assert.equal(written.status, 200, written.text);
  return space;
}

const TYPES = {
  geojson: ['geojson', 'application/geo+json; charset=utf-8', '{"type":"FeatureCollection"'],
  ndjson: ['ndjson', 'application/x-ndjson', '{"'],
  csv: ['csv', 'text/csv; charset=utf-8', '@id,@tags,@ns,name,'],
  geopackage: ['gpkg', 'application/geopackage+sqlite3', 'SQLite format 3\0'],
  flatgeobuf: ['fgb', 'application/vnd.flatgeobuf', 'fgb\x03fgb'],
  geoparquet: ['parquet', 'application/vnd.apache.parquet', 'PAR1'],
} as const;

/** Formats of other programs, with how many of the three features they have room for. */
const LOSSY = {
  xlsx: ['xlsx', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'PK', 3],
  shapefile: ['zip', 'application/zip', 'PK', 3],
  kml: ['kml', 'application/vnd.google-earth.kml+xml', '<?xml', 3],
  gml: ['gml', 'application/gml+xml; version=3.2', '<?xml', 3],
  gpx: ['gpx', 'application/gpx+xml', '<?xml', 1],
} as const;

/** Without what the hub itself keeps of a feature, but for its tags. */
function plain({ properties, ...feature }: Feature) {
  const { tags } = properties['@ns:com:here:xyz'] as { tags: string[] };
  return { ...feature, properties: { ...properties, '@ns:com:here:xyz': { tags } } };
}

const exported = (path: string) => hub.get(path);

describe('export', async () => {
  const space = await lakes();
  const stored = (await hub.get<FeatureCollection>(`${space.path}/iterate`)).body.features.map(plain);

  for (const [format, [ending, type, magic]] of Object.entries(TYPES)) {
    test(`as ${format} is a file to be saved`, async () => {
      const { status, headers, bytes } = await exported(`${space.path}/export?format=${format}`);
      assert.equal(status, 200);
      assert.equal(headers['content-type'], type);
      assert.equal(headers['content-disposition'], `attachment; filename="${space.id}.${ending}"`);
      assert.equal(headers['accept-ranges'], 'none');
      assert.equal(bytes.toString('latin1').slice(0, magic.length), magic);
    });

    test(`as ${format}, imported again, gives the same features`, async () => {
      const { bytes } = await exported(`${space.path}/export?format=${format}`);
      const name = `${space.id}.${ending}`;
      writeFileSync(join(user.folder, name), bytes);
      const copy = newSpaceId();
      const { code, err } = await user.run('import', name, '--to', copy, '--create');
      assert.equal(code, 0, err);
      const { text, body } = await hub.get<FeatureCollection>(`/hub/spaces/${copy}/iterate`);
      assert.deepEqual(body.features.map(plain), stored);
      assert.match(text, /"big":9007199254740993\b/);
    });
  }

  for (const format of ['geojson', 'csv', 'geopackage', 'flatgeobuf'] as const)
    test(`as ${format} is read by GDAL`, { skip: 'skip' in gdal ? gdal.skip : false }, async () => {
      const { bytes } = await exported(`${space.path}/export?format=${format}`);
      const path = join(user.folder, `gdal.${TYPES[format][0]}`);
      writeFileSync(path, bytes);
      const said = execFileSync('path' in gdal ? gdal.path : '', ['-al', path], { encoding: 'utf8' });
      assert.match(said, /Feature Count: 3/);
      assert.match(said, /name \(String\) = Lago di Como/);
      assert.match(said, /POINT Z \(9\.26 46\.02 198\)/);
    });

  for (const [format, [ending, type, magic, count]] of Object.entries(LOSSY))
    test(`as ${format} is a file that can be imported, and the command says what it lacks`, async () => {
      const { headers, bytes } = await exported(`${space.path}/export?format=${format}`);
      assert.equal(headers['content-type'], type);
      assert.equal(headers['content-disposition'], `attachment; filename="${space.id}.${ending}"`);
      assert.equal(bytes.toString('latin1').slice(0, magic.length), magic);
      const name = `lossy.${ending}`;
      const written = await user.run('export', space.id, '-o', name);
      assert.equal(written.code, 0, written.err);
      assert.match(written.out, /has no room for everything: [^.]* \(\d+\)[,.]/);
      const { code, out, err } = await user.run(
        'import',
        name,
        '--to',
        'lossy',
        '--create',
        '--dry-run',
        '--json',
      );
      assert.equal(code, 0, err);
      assert.equal(JSON.parse(out)[0].inserted, count);
    });

  test('of an empty space is a file without features', async () => {
    const empty = await newSpace(hub);
    assert.deepEqual((await hub.get<FeatureCollection>(`${empty.path}/export`)).body.features, []);
    for (const format of [...Object.keys(TYPES), ...Object.keys(LOSSY)])
      assert.equal((await exported(`${empty.path}/export?format=${format}`)).status, 200, format);
  });
});

test('who hangs up leaves nothing behind', async () => {
  const space = await newSpace(hub);
  await space.load(
    ...Array.from({ length: 20_000 }, (_, n) => ({
      id: `f${n}`,
      geometry: null,
      properties: { text: 'x'.repeat(300), n },
    })),
  );
  let most = 0;
  for (let i = 0; i < 4; i++) {
    const { request, response } = begin(hub.url, 'GET', `${space.path}/export?format=geopackage`, {
      Authorization: `Bearer ${hub.token}`,
    });
    response.catch(() => undefined);
    request.end();
    // As soon as it has begun, which takes as long as the thread needs to start.
    for (let tries = 0; tries < 2000 && unfinished().length === 0; tries++)
      await new Promise((resolve) => setTimeout(resolve, 5));
    most = Math.max(most, unfinished().length);
    request.destroy();
  }
  for (let i = 0; i < 100 && unfinished().length > 0; i++)
    await new Promise((resolve) => setTimeout(resolve, 100));
  assert.ok(most > 0, 'there was something to clear away');
  assert.deepEqual(unfinished(), []);
});

function unfinished(): string[] {
  return readdirSync(making).filter((name) => name.startsWith('meridian-file-'));
}
