import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { readFeatures, writeFeatures } from '../node.ts';
import type { ReadOptions } from '../options.ts';
import { bytesSource } from '../source.ts';
import { collect, each } from '../testing/read-all.ts';
import { sampleFeatures } from '../testing/sample-features.ts';

const points = sampleFeatures('points');
const whole = await collect(writeFeatures('geopackage', each(points), { name: 'places' }));

/** A file of ours after these statements. */
function changed(...statements: string[]): Uint8Array {
  const folder = mkdtempSync(join(tmpdir(), 'meridian-layers-'));
  try {
    const path = join(folder, 'f.gpkg');
    writeFileSync(path, whole);
    const database = new DatabaseSync(path);
    for (const statement of statements) database.exec(statement);
    database.close();
    return readFileSync(path);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const addView = (name: string, sql: string) => [
  `CREATE VIEW ${name} AS ${sql}`,
  `INSERT INTO gpkg_contents (table_name, identifier, data_type, srs_id) VALUES ('${name}', '${name}', 'features', 4326)`,
  `INSERT INTO gpkg_geometry_columns VALUES ('${name}', 'geom', 'POINT', 4326, 0, 0)`,
];
const addTable = (name: string) => [
  `CREATE TABLE ${name} (code INTEGER, label TEXT)`,
  `INSERT INTO ${name} VALUES (7, 'seven')`,
  `INSERT INTO gpkg_contents (table_name, identifier, data_type) VALUES ('${name}', '${name}', 'attributes')`,
];

async function read(bytes: Uint8Array, options: ReadOptions = {}) {
  const reader = readFeatures(bytesSource(bytes, 'f.gpkg'), options);
  const counts: Record<string, number> = {};
  for await (const record of reader) {
    assert.ok(record.feature, JSON.stringify(record.refused));
    const layer = record.location.layer!;
    counts[layer] = (counts[layer] ?? 0) + 1;
  }
  return { counts, guesses: reader.guesses, layers: reader.contents.layers };
}

test('a layer that is a view is read beside the others, and alone by its name', async () => {
  const file = changed(...addView('some', 'SELECT fid, geom FROM places LIMIT 2'));
  assert.deepEqual((await read(file)).counts, { places: points.length, some: 2 });
  assert.deepEqual((await read(file, { layer: 'some' })).counts, { some: 2 });
});

test('a view that can not be read keeps nobody from the other layers, and is named with the reason', async () => {
  const file = changed(
    ...addView('broken', 'SELECT fid, absent AS geom FROM places'),
    ...addView(
      'endless',
      'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i FROM n) SELECT i, null AS geom FROM n',
    ),
  );
  const { counts, guesses } = await read(file);
  assert.deepEqual(counts, { places: points.length });
  assert.deepEqual(guesses, [
    "layer broken, which is a view that can't be read: no such column: absent, left out",
    'layer endless, which is a view with a WITH clause, left out',
  ]);
  await assert.rejects(
    read(file, { layer: 'broken' }),
    /f\.gpkg: has a layer broken that is a view that can't/,
  );
  await assert.rejects(
    read(file, { layer: 'endless' }),
    /has a layer endless that is a view with a WITH clause/,
  );
});

test('a table without geometries is left out and named, unless it is asked for', async () => {
  const file = changed(...addTable('codes'));
  const { counts, guesses, layers } = await read(file);
  assert.deepEqual(counts, { places: points.length });
  assert.deepEqual(guesses, ['tables without geometries, left out: codes']);
  assert.deepEqual(layers, ['places', 'codes']);
  assert.deepEqual((await read(file, { layer: 'codes' })).counts, { codes: 1 });
  const all = await read(file, { csv: { allowNoGeometry: true } });
  assert.deepEqual(all.counts, { places: points.length, codes: 1 });
  assert.deepEqual(all.guesses, []);
});

test('that a layer names no system of coordinates is told', async () => {
  for (const srs of [0, -1]) {
    const file = changed(
      `UPDATE gpkg_geometry_columns SET srs_id = ${srs}; UPDATE gpkg_contents SET srs_id = ${srs}`,
    );
    assert.deepEqual((await read(file)).guesses, ['coordinates of places in WGS 84']);
    assert.deepEqual((await read(file, { crs: 'EPSG:4326' })).guesses, []);
  }
  assert.deepEqual((await read(whole)).guesses, []);
});

test('a file that has only such tables is a fault that names them', async () => {
  const file = changed(
    ...addTable('codes'),
    "DELETE FROM gpkg_geometry_columns; DELETE FROM gpkg_contents WHERE table_name = 'places'",
  );
  await assert.rejects(
    read(file),
    /f\.gpkg: has no layer of features: tables without geometries are codes \(no geometry\)/,
  );
});

test('a layer whose table is gone is named', async () => {
  const file = changed('DROP TABLE places');
  await assert.rejects(read(file), /f\.gpkg: has a layer places that is not in the file/);
});
