// Embedded engine only: it is about another program, which sees nothing of the store.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, test } from 'node:test';
import { findProgram } from '../../testing/programs.ts';
import { type FeatureCollection, idsOf } from '../harness/geojson.ts';
import { startHub } from '../harness/hub.ts';
import { temporaryFolder } from '../harness/program.ts';
import { newSpace } from '../harness/space.ts';

/** GDAL of Debian: reads what the hub answers and writes what the hub takes. */
const gdal = findProgram(['ogr2ogr'], 'gdal-bin');
const hub = await startHub();
const folder = temporaryFolder();

function run(program: 'ogr2ogr' | 'ogrinfo', ...args: string[]): string {
  const path = 'path' in gdal ? join(dirname(gdal.path), program) : program;
  return execFileSync(path, args, { encoding: 'utf8', env: { ...process.env, GDAL_HTTP_TIMEOUT: '30' } });
}

const FEATURES = [
  {
    id: 'point',
    geometry: { type: 'Point', coordinates: [8.5, 50.1, 7] },
    properties: { name: 'Zürich', n: 1 },
  },
  {
    id: 'line',
    geometry: {
      type: 'LineString',
      coordinates: [
        [8, 50],
        [9, 51],
      ],
    },
    properties: { name: 'a "quoted" one', n: 2.5 },
  },
  {
    id: 'area',
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
    properties: { name: null, n: -3 },
  },
];

describe('GDAL', { skip: 'skip' in gdal ? gdal.skip : false }, async () => {
  const space = await newSpace(hub);
  await space.load(...FEATURES.map((feature) => ({ type: 'Feature', ...feature })));
  const address = (call: string) => `${hub.url}${space.path}/${call}&access_token=${hub.token}`;
  const BOX = 'bbox?west=7&south=49&east=10&north=52';

  for (const call of [
    BOX,
    'export?format=geojson',
    'iterate?limit=1000',
    'search?limit=10',
    'tile/quadkey/1202?clip=true',
  ])
    test(`reads ${call}`, () => {
      const told = run('ogrinfo', '-ro', '-al', '-so', address(call));
      assert.match(told, /using driver `GeoJSON' successful/);
      assert.match(told, /Feature Count: 3/);
      assert.match(told, /name: String/);
      assert.match(told, /n: Real/);
    });

  test('reads a whole space while it is sent', () => {
    const told = run(
      'ogrinfo',
      '-ro',
      '-al',
      '-so',
      `/vsicurl_streaming/${address('export?format=geojson')}`,
    );
    assert.match(told, /Feature Count: 3/);
  });

  test('turns a space into a GeoPackage and back, through curl', async () => {
    const [gpkg, back] = [join(folder, 'space.gpkg'), join(folder, 'back.geojson')];
    run('ogr2ogr', gpkg, address(BOX), '-nln', 'features', '-lco', 'FID=row');
    run(
      'ogr2ogr',
      '-f',
      'GeoJSON',
      back,
      gpkg,
      'features',
      '-lco',
      'ID_FIELD=id',
      '-lco',
      'COORDINATE_PRECISION=15',
    );
    const other = await newSpace(hub);
    const response = execFileSync(
      'curl',
      ['-sS', '-X', 'POST', `${hub.url}${other.features}`, '-H', `Authorization: Bearer ${hub.token}`].concat(
        ['-H', 'Content-Type: application/geo+json', '--data-binary', `@${back}`],
      ),
      { encoding: 'utf8' },
    );
    const { inserted } = JSON.parse(response) as FeatureCollection & { inserted: string[] };
    assert.deepEqual(inserted.sort(), ['area', 'line', 'point'], readFileSync(back, 'utf8'));
    const { body } = await hub.get<FeatureCollection>(`${other.path}/${BOX}`);
    assert.deepEqual(idsOf(body).sort(), ['area', 'line', 'point']);
    for (const { id, geometry, properties } of FEATURES) {
      const read = await other.read(id);
      assert.deepEqual(read.geometry, geometry);
      assert.equal(read.properties.name ?? null, properties.name);
      assert.equal(read.properties.n, properties.n);
    }
  });
});
