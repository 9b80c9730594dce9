// Embedded engine only: it is about files that another program reads and writes.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { newUser } from '../harness/command.ts';
import { type Feature, type FeatureCollection, NAMESPACE, namespaceOf } from '../harness/geojson.ts';
import { startHub } from '../harness/hub.ts';
import { newSpace, newSpaceId } from '../harness/space.ts';
import { installClient } from './install.ts';

/** DuckDB has GeoParquet of its own: it reads our exports and writes files for us to import. */
const duckdb = installClient('duckdb');
const hub = await startHub();
const user = newUser(hub);

type Row = Record<string, unknown>;
type DuckDB = {
  DuckDBInstance: {
    create(): Promise<{
      connect(): Promise<{ runAndReadAll(sql: string): Promise<{ getRowObjectsJson(): Row[] }> }>;
    }>;
  };
};

const RING = [
  [8, 50],
  [9.5, 50.25],
  [9, 51],
  [8, 50],
];
const GEOMETRIES: [type: string, coordinates: unknown, wkt: string][] = [
  ['Point', [8.5, 50.125], 'POINT (8.5 50.125)'],
  ['LineString', RING.slice(0, 2), 'LINESTRING (8 50, 9.5 50.25)'],
  ['Polygon', [RING], 'POLYGON ((8 50, 9.5 50.25, 9 51, 8 50))'],
  ['MultiPoint', RING.slice(0, 2), 'MULTIPOINT (8 50, 9.5 50.25)'],
  ['MultiLineString', [RING.slice(0, 2)], 'MULTILINESTRING ((8 50, 9.5 50.25))'],
  ['MultiPolygon', [[RING]], 'MULTIPOLYGON (((8 50, 9.5 50.25, 9 51, 8 50)))'],
];
const FEATURES = GEOMETRIES.map(([type, coordinates], i) => ({
  type: 'Feature',
  id: `f${i}`,
  geometry: { type, coordinates },
  properties: { name: `Straße ${i} “日本”`, count: i * 1000, share: i / 4, flag: i % 2 === 0 },
}));

describe('DuckDB', { skip: 'skip' in duckdb ? duckdb.skip : false }, async () => {
  const folder = 'folder' in duckdb ? duckdb.folder : '';
  const { DuckDBInstance } = (
    folder ? createRequire(join(folder, 'package.json'))('@duckdb/node-api') : {}
  ) as DuckDB;
  const connection = folder ? await (await DuckDBInstance.create()).connect() : undefined;
  const ask = async (sql: string) => (await connection!.runAndReadAll(sql)).getRowObjectsJson();
  const path = (name: string) => join(user.folder, name);

  describe('reads an export', () => {
    test('with every kind of geometry and attribute', async () => {
      const space = await newSpace(hub);
      await space.load(...FEATURES);
      const file = await hub.get(`${space.path}/export?format=geoparquet`);
      writeFileSync(path('export.parquet'), file.bytes);
      const types = await ask(`DESCRIBE SELECT * FROM '${path('export.parquet')}'`);
      const typeOf = (name: string) => types.find(({ column_name }) => column_name === name)?.column_type;
      assert.match(String(typeOf('geometry')), /^GEOMETRY.*CRS84/, 'it is taken for geometry on WGS 84');
      assert.deepEqual(['name', 'count', 'share', 'flag'].map(typeOf), [
        'VARCHAR',
        'BIGINT',
        'DOUBLE',
        'BOOLEAN',
      ]);
      const rows = await ask(
        `SELECT "@id" AS id, ST_AsText(geometry) AS wkt, name, count, share, flag FROM '${path('export.parquet')}'`,
      );
      const expected = FEATURES.map(({ id, properties }, i) => ({
        id,
        wkt: GEOMETRIES[i]![2],
        ...properties,
        count: String(properties.count),
      }));
      assert.deepEqual(rows, expected);
    });

    test('with heights, and what has no geometry', async () => {
      const space = await newSpace(hub);
      const high = { type: 'Point', coordinates: [1, 2, 3] };
      await space.load(
        { type: 'Feature', id: 'high', geometry: high, properties: {} },
        { type: 'Feature', id: 'nowhere', geometry: null, properties: {} },
      );
      const run = await user.run('export', space.id, '-o', 'heights.parquet');
      assert.equal(run.code, 0, run.err);
      assert.deepEqual(
        await ask(`SELECT "@id" AS id, ST_AsText(geometry) AS wkt FROM '${path('heights.parquet')}'`),
        [
          { id: 'high', wkt: 'POINT Z (1 2 3)' },
          { id: 'nowhere', wkt: null },
        ],
      );
    });

    test('of many row groups, and sums up to the same', { timeout: 120_000 }, async () => {
      const space = await newSpace(hub);
      const features = Array.from({ length: 30_000 }, (_, i) => ({
        type: 'Feature',
        id: `n${i}`,
        geometry: { type: 'Point', coordinates: [(i % 360) - 180, (i % 170) - 85] },
        properties: { n: i, kind: `k${i % 7}` },
      }));
      for (let from = 0; from < features.length; from += 10_000)
        await space.load(...features.slice(from, from + 10_000));
      const run = await user.run('export', space.id, '-o', 'many.parquet');
      assert.equal(run.code, 0, run.err);
      const [sums] = await ask(
        `SELECT count(*) AS count, count(DISTINCT "@id") AS ids, sum(n) AS sum, count(DISTINCT ST_AsText(geometry)) AS places
           FROM '${path('many.parquet')}' WHERE kind IN ('k0', 'k1', 'k2', 'k3', 'k4', 'k5', 'k6')`,
      );
      const places = new Set(features.map(({ geometry }) => String(geometry.coordinates)));
      assert.deepEqual(sums, {
        count: '30000',
        ids: '30000',
        sum: String((30_000 * 29_999) / 2),
        places: String(places.size),
      });
    });
  });

  describe('writes files that are imported whole:', () => {
    /** What the space holds after an import, in the order of `n`. */
    async function imported(file: string): Promise<Feature[]> {
      const id = newSpaceId();
      const run = await user.run('import', file, '--to', id, '--create', '--id', 'n');
      assert.equal(run.code, 0, run.err);
      const { body } = await hub.get<FeatureCollection>(`/hub/spaces/${id}/iterate?sort=p.n`);
      return body.features;
    }

    const own = ({ properties: { [NAMESPACE]: _, ...properties } }: Feature) => properties;
    const shapes = GEOMETRIES.map(
      ([, , wkt], n) => `(${n}, '${wkt}'::GEOMETRY, 'Straße ${n} “日本”', ${n / 4})`,
    );
    const rows = `SELECT * FROM (VALUES ${shapes.join(', ')}) AS t(n, geometry, name, share)`;

    const WRITTEN: [what: string, options: string][] = [
      ['with snappy', 'COMPRESSION snappy'],
      ['with zstd', 'COMPRESSION zstd'],
      ['with gzip', 'COMPRESSION gzip'],
      ['with lz4', 'COMPRESSION lz4_raw'],
      ['with brotli', 'COMPRESSION brotli'],
      ['uncompressed', 'COMPRESSION uncompressed'],
      ['in the encodings of version 2', 'PARQUET_VERSION v2'],
      ['with Parquet’s own geometry type', "GEOPARQUET_VERSION 'V2'"],
    ];
    for (const [what, options] of WRITTEN)
      test(what, async () => {
        await ask(`COPY (${rows}) TO '${path('written.parquet')}' (FORMAT parquet, ${options})`);
        const features = await imported('written.parquet');
        assert.deepEqual(
          features.map(({ geometry, ...feature }) => [feature.id, geometry, own(feature as Feature)]),
          GEOMETRIES.map(([type, coordinates], n) => [
            String(n),
            { type, coordinates },
            { n, name: `Straße ${n} “日本”`, share: n / 4 },
          ]),
        );
      });

    test('values of many types, and none', async () => {
      await ask(`COPY (SELECT * FROM (VALUES
          (0, 'POINT(1 2)'::GEOMETRY, 9007199254740993::BIGINT, 1.25::DECIMAL(9,2), DATE '2024-02-29',
            TIMESTAMP '2024-02-29 12:30:00', true, [1, 2], {'a': 1, 'b': 'x'}, 'eé'::VARCHAR),
          (1, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL))
        AS t(n, geometry, big, price, day, moment, flag, list, record, text)) TO '${path('types.parquet')}' (FORMAT parquet)`);
      const features = await imported('types.parquet');
      assert.equal(features[1]!.geometry, null);
      assert.deepEqual(own(features[1]!), { n: 1 });
      const { space } = namespaceOf(features[0]!);
      const { text } = await hub.get(`/hub/spaces/${space}/features/0`);
      assert.match(text, /9007199254740993/, 'whole numbers keep their digits');
      const { big: _, ...others } = own(features[0]!);
      assert.deepEqual(others, {
        n: 0,
        price: 1.25,
        day: '2024-02-29',
        moment: '2024-02-29T12:30:00.000Z',
        flag: true,
        list: [1, 2],
        record: { a: 1, b: 'x' },
        text: 'eé',
      });
    });

    test('the native encoding of points', async () => {
      const geo =
        '{"version":"1.1.0","primary_column":"geometry","columns":{"geometry":{"encoding":"point","geometry_types":["Point"]}}}';
      await ask(`COPY (SELECT i AS n, {'x': i / 10.0::DOUBLE, 'y': i / 20.0::DOUBLE} AS geometry FROM range(100) AS t(i))
        TO '${path('native.parquet')}' (FORMAT parquet, KV_METADATA {geo: '${geo}'})`);
      const features = await imported('native.parquet');
      assert.deepEqual(
        features.map(({ geometry }) => geometry),
        Array.from({ length: 100 }, (_, i) => ({ type: 'Point', coordinates: [i / 10, i / 20] })),
      );
    });

    test('many rows in many groups, with dictionaries and runs', { timeout: 120_000 }, async () => {
      await ask(`COPY (SELECT i AS n, ('POINT(' || (i % 360 - 180) || ' ' || (i % 170 - 85) || ')')::GEOMETRY AS geometry,
          'kind ' || (i % 5) AS kind, i // 1000 AS run, CASE WHEN i % 3 = 0 THEN i END AS third FROM range(20000) AS t(i))
        TO '${path('groups.parquet')}' (FORMAT parquet, ROW_GROUP_SIZE 3000, PARQUET_VERSION v2)`);
      const features = await imported('groups.parquet');
      assert.equal(features.length, 20_000);
      for (const [i, { geometry, properties }] of features.entries()) {
        assert.deepEqual(geometry, { type: 'Point', coordinates: [(i % 360) - 180, (i % 170) - 85] });
        const { n, kind, run, third } = properties;
        assert.deepEqual(
          [n, kind, run, third],
          [i, `kind ${i % 5}`, Math.floor(i / 1000), i % 3 === 0 ? i : undefined],
        );
      }
    });
  });
});
