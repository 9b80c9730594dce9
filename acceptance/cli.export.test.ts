// Embedded engine only: the command speaks HTTP; export.test.ts and export.formats.test.ts run on both.
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { newUser } from './harness/command.ts';
import { type Feature, type FeatureCollection, feature } from './harness/geojson.ts';
import { startHub } from './harness/hub.ts';
import { exitCode, runMeridian } from './harness/program.ts';
import { newSpace, type Space } from './harness/space.ts';

const hub = await startHub();
const user = newUser(hub);
const NAMESPACE = '@ns:com:here:xyz';

const at = (lon: number, lat: number) => ({ type: 'Point', coordinates: [lon, lat] });

/** Of every kind of value that a property can have. */
const MIXED = [
  {
    id: 'a',
    geometry: at(7, 46),
    properties: { name: 'Ä', n: 1.5, open: true, [NAMESPACE]: { tags: ['x', 'y'] } },
  },
  {
    id: 'b',
    geometry: null,
    properties: { name: 'quote " comma, line\nbreak', list: [1, { two: 2 }], n: 9 },
  },
  {
    id: 'c',
    geometry: {
      type: 'Polygon',
      coordinates: [
        [
          [0, 0, 5],
          [4, 0, 5],
          [4, 4, 5],
          [0, 0, 5],
        ],
      ],
    },
    properties: { nested: { deep: { er: null } }, n: -3 },
  },
].map((feature) => ({ type: 'Feature', ...feature }));

async function whatIsIn(space: Space): Promise<unknown[]> {
  const { body } = await hub.get<FeatureCollection>(`${space.path}/iterate`);
  return body.features.map(
    ({ id, geometry, properties: { [NAMESPACE]: noted, ...properties } }: Feature) => ({
      id,
      geometry,
      properties,
      tags: (noted as { tags: string[] }).tags,
    }),
  );
}

describe('export', async () => {
  const space = await newSpace(hub);
  await space.load(...MIXED);

  for (const ending of ['geojson', 'ndjson', 'geojson.gz', 'csv', 'tsv', 'gpkg', 'fgb', 'parquet'])
    test(`as ${ending}, imported into another space, gives the same features`, async () => {
      const file = `mixed.${ending}`;
      const exported = await user.run('export', space.id, '-o', file);
      assert.equal(exported.code, 0, exported.err);
      assert.match(exported.out, new RegExp(`^mixed\\.${ending}: 3 features of ${space.id} as `));
      const copy = await newSpace(hub);
      const imported = await user.run('import', file, '--to', copy.id);
      assert.equal(imported.code, 0, imported.err + imported.out);
      assert.deepEqual(await whatIsIn(copy), await whatIsIn(space));
    });

  test('as .tsv has tabs between its columns', async () => {
    const written = readFileSync(join(user.folder, 'mixed.tsv'), 'utf8');
    assert.match(written, /^@id\t@tags\t/);
    assert.equal((await user.run('export', space.id, '-o', 'x.tsv', '--job')).code, 2);
  });

  test('is not written under the ending of what is only read', async () => {
    const cases = [
      ['x.shp', /^A Shapefile is several files, which are written as one archive: name it x\.zip$/m],
      ['x.kmz', /^No \.kmz is written: name it x\.kml$/m],
      ['y.xlsm', /name it y\.xlsx$/m],
      ['z.tab.gz', /name it z\.tsv\.gz$/m],
    ] as const;
    for (const [name, said] of cases) {
      const { code, err } = await user.run('export', space.id, '-o', name);
      assert.equal(code, 2, err);
      assert.match(err, said);
    }
  });

  test('as CSV is safe from formulas unless they are asked for, and imported as it was', async () => {
    const sheet = await newSpace(hub);
    await sheet.load(feature('a', { text: '=1+1' }));
    const escaped = await user.run('export', sheet.id, '-o', 'sheet.csv', '--select', 'text');
    assert.equal(escaped.code, 0, escaped.err);
    assert.match(readFileSync(join(user.folder, 'sheet.csv'), 'utf8'), /,'=1\+1,/);
    const copy = await newSpace(hub);
    assert.equal((await user.run('import', 'sheet.csv', '--to', copy.id)).code, 0);
    const { body } = await hub.get<FeatureCollection>(`${copy.path}/search`);
    assert.equal(body.features[0]!.properties.text, '=1+1');
    const { out } = await user.run('export', sheet.id, '--format', 'csv', '--formulas', 'keep');
    assert.match(out, /,=1\+1,/);
  });

  test('as CSV has columns lon and lat where asked for, which are imported as points', async () => {
    const points = await newSpace(hub);
    await points.load(feature('a', { n: 1 }), feature('b', { n: 2 }));
    const written = await user.run('export', points.id, '-o', 'points.csv', '--csv-geometry', 'lonlat');
    assert.equal(written.code, 0, written.err);
    assert.match(readFileSync(join(user.folder, 'points.csv'), 'utf8'), /,lon,lat,height\n/);
    const copy = await newSpace(hub);
    assert.equal((await user.run('import', 'points.csv', '--to', copy.id)).code, 0);
    assert.deepEqual(await whatIsIn(copy), await whatIsIn(points));
  });

  test('as a job is written by the hub, of one version, and nothing of it stays there', async () => {
    const exported = await user.run(
      'export',
      space.id,
      '-o',
      'job.ndjson',
      '--job',
      '--where',
      'n>1',
      '--json',
    );
    assert.equal(exported.code, 0, exported.err);
    const { features, version } = JSON.parse(exported.out);
    assert.deepEqual([features, version], [2, 1]);
    assert.equal(readFileSync(join(user.folder, 'job.ndjson'), 'utf8').trim().split('\n').length, 2);
    const tiles = await user.run('export', space.id, '-o', 'job.pmtiles', '--job', '--max-zoom', '1');
    assert.equal(tiles.code, 0, tiles.err);
    assert.match(tiles.out, /^job\.pmtiles: 3 features of .* as PMTiles, .*, version 1\.$/m);
    assert.equal(readFileSync(join(user.folder, 'job.pmtiles')).toString('latin1', 0, 7), 'PMTiles');
    assert.deepEqual((await hub.get<unknown[]>(`${space.path}/exports`)).body, []);
    const refused = await user.run('export', space.id, '-o', 'job.pmtiles', '--job', '--bbox', '1,2,3,4');
    assert.notEqual(refused.code, 0);
    assert.match(refused.err, /A box is not possible with format=pmtiles/);
  });

  test('goes to standard output without a name', async () => {
    const { code, out } = await user.run(
      'export',
      space.id,
      '--format',
      'ndjson',
      '--where',
      'n>1',
      '--select',
      'n',
    );
    assert.equal(code, 0);
    const lines = out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Feature);
    assert.deepEqual(
      lines.map(({ id, properties }) => [id, properties]),
      [
        ['a', { n: 1.5 }],
        ['b', { n: 9 }],
      ],
    );
  });

  test('leaves no half a file behind, and refuses what it does not know', async () => {
    const missing = await user.run('export', 'no-such-space', '-o', 'half.geojson');
    assert.equal(missing.code, 8);
    const unknown = await user.run('export', space.id, '-o', 'file.docx');
    assert.equal(unknown.code, 2);
    assert.match(unknown.err, /file\.docx does not say by its ending what to write: add --format/);
    assert.match(unknown.err, /mbtiles, svg, png$/m);
    assert.deepEqual(
      readdirSync(user.folder).filter((name) => /half|docx|part/.test(name)),
      [],
    );
  });

  test('says in a sentence that there is no such folder', async () => {
    const run = await user.run('export', space.id, '-o', join('no', 'such', 'folder', 'x.geojson'));
    assert.equal(run.code, 1);
    assert.match(run.err, /^The file \S+x\.geojson cannot be written: there is no such folder\n$/);
  });

  test('packs where the name says so', async () => {
    const { out } = await user.run('export', space.id, '-o', 'packed.ndjson.gz', '--json');
    const { bytes } = JSON.parse(out) as { bytes: number };
    assert.equal(bytes, readFileSync(join(user.folder, 'packed.ndjson.gz')).length, 'of the file as it is');
    const text = gunzipSync(readFileSync(join(user.folder, 'packed.ndjson.gz'))).toString();
    assert.equal(text.trim().split('\n').length, 3);
  });
});

test('a box with more in it than a hub gives at once is exported whole, each feature once', async () => {
  const space = await newSpace(hub);
  const count = 24_000;
  for (let from = 0; from < count; from += 6000) {
    const points = Array.from({ length: 6000 }, (_, i) => {
      const n = from + i;
      return {
        type: 'Feature',
        id: `p${n}`,
        geometry: at((n % 200) / 50, Math.floor(n / 200) / 30),
        properties: {},
      };
    });
    await space.load(...points);
  }
  // Long enough to be in several quarters of the box.
  const line = {
    type: 'LineString',
    coordinates: [
      [0, 0],
      [4, 4],
    ],
  };
  await space.load({ type: 'Feature', id: 'line', geometry: line, properties: {} });
  await space.load({ type: 'Feature', id: 'outside', geometry: at(10, 10), properties: {} });
  const { code, err } = await user.run('export', space.id, '--bbox', '0,0,4,4', '-o', 'box.ndjson');
  assert.equal(code, 0, err);
  const lines = readFileSync(join(user.folder, 'box.ndjson'), 'utf8').trim().split('\n');
  const ids = lines.map((text) => (JSON.parse(text) as Feature).id);
  assert.deepEqual(ids, [...Array.from({ length: count }, (_, n) => `p${n}`), 'line'], 'in their order');
  assert.ok(!existsSync(join(user.folder, 'box.ndjson.part')));
});

test('Ctrl-C ends an export at once, also while the hub is silent, and keeps nothing of it', async () => {
  const silent = await startHub();
  const space = await newSpace(silent);
  const features = Array.from({ length: 5000 }, (_, n) => ({
    type: 'Feature',
    id: `f${n}`,
    geometry: at(1, 1),
    properties: {},
  }));
  await silent.put(space.features, { type: 'FeatureCollection', features });
  const { folder, settings } = newUser(silent);
  const program = runMeridian(['export', space.id, '-o', 'all.ndjson'], settings, undefined, folder);
  const isBegun = () => readdirSync(folder).some((name) => name.endsWith('.part'));
  while (!isBegun()) await new Promise((resolve) => setTimeout(resolve, 1));
  silent.program.child.kill('SIGSTOP');
  program.child.kill('SIGINT');
  const code = await exitCode(program, 30_000);
  silent.program.child.kill('SIGCONT');
  assert.equal(code, 130, program.stderr());
  assert.match(program.stderr(), /Stopped; nothing was written\./);
  assert.deepEqual(
    readdirSync(folder).filter((name) => name.startsWith('all')),
    [],
  );
});
