import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { findProgram } from '../../../../testing/programs.ts';
import type { Feature } from '../feature.ts';
import { blob, osmPbfSample } from '../testing/osm-pbf-sample.ts';
import { OSM_SAMPLE } from '../testing/osm-sample.ts';
import { chunked, readAll } from '../testing/read-all.ts';

const gdal = findProgram(['ogr2ogr'], 'gdal-bin');

for (const [what, options] of [
  ['dense nodes, compressed', {}],
  ['single nodes, not compressed', { isDense: false, isRaw: true }],
] as const)
  test(`OpenStreetMap PBF with ${what} has the features of the same data in XML`, async () => {
    const bytes = osmPbfSample(options);
    const { features, refused, fault } = await readAll('f.osm.pbf', chunked('f.osm.pbf', bytes, 100));
    assert.deepEqual([refused, fault], [[], undefined]);
    assert.deepEqual(features, (await readAll('f.osm', OSM_SAMPLE)).features);
  });

test('GDAL finds the same features in it', { skip: 'skip' in gdal ? gdal.skip : false }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'meridian-osm-'));
  try {
    const path = join(folder, 'sample.osm.pbf');
    writeFileSync(path, osmPbfSample());
    const found: string[] = [];
    for (const layer of ['points', 'lines', 'multipolygons', 'multilinestrings']) {
      const text = execFileSync(
        'path' in gdal ? gdal.path : '',
        ['-f', 'GeoJSON', '/vsistdout/', path, layer],
        { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] },
      );
      for (const { properties } of (JSON.parse(text) as { features: Feature[] }).features)
        found.push(String(properties.osm_id ?? properties.osm_way_id));
    }
    const { features } = await readAll(path, osmPbfSample());
    assert.deepEqual(features.map(({ id }) => id!.split('/')[1]).sort(), found.sort());
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('a file that needs what is not known, or whose blocks lie about their size, is a fault', async () => {
  const message = async (bytes: Uint8Array) => (await readAll('f.pbf', bytes)).fault?.message;
  assert.equal(
    await message(osmPbfSample({ feature: 'HistoricalInformation' })),
    'f.pbf: needs a reader that knows "HistoricalInformation"',
  );
  const zeros = new Uint8Array(5_000_000);
  assert.match(
    (await message(blob('OSMHeader', zeros, false, 1000)))!,
    /^f\.pbf: has a block that inflates to more than its 1000 bytes at byte 0$/,
  );
  assert.match(
    (await message(blob('OSMHeader', zeros, false, 2 ** 31)))!,
    /has a block that inflates to 2147483648 bytes at byte 0$/,
  );
  assert.match(
    (await message(osmPbfSample().subarray(0, 60)))!,
    /^f\.pbf: ends at byte 60, \d+ bytes early$/,
  );
});
