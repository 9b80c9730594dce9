import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { readFeatures } from '../node.ts';
import type { ReadOptions } from '../options.ts';
import { bytesSource, type Source } from '../source.ts';
import { utf8 } from '../testing/read-all.ts';
import { measuresLeftOut } from './measures.ts';

const CORPUS = new URL('../../../../testing/corpus/files/', import.meta.url);

type Found = { isMeasured: boolean; coordinates: unknown };

/** LINESTRING ZM (1 2 3 7,3 4 5 7), written by GDAL 3.12 with `-nlt LINESTRINGZM -lco SPATIAL_INDEX=NO`. */
const FLATGEOBUF = Buffer.from(
  'ZmdiA2ZnYgFsAAAAHAAAABgAIAAMABAABwAIAAkAAAAAABQAGAAKABgAAAAAAAACAQEAADwAAAAUAAAADAAAAAEAAAAAAAAA' +
    'AAAAAAQAAAAAAAAAAADwPwAAAAAAAABAAAAAAAAACEAAAAAAAAAQQAMAAAB6bWwAhAAAAAwAAAAAAAYACAAEAAYAAAAQAAAA' +
    'DAAQAAAABAAIAAwADAAAADwAAAAgAAAABAAAAAIAAAAAAAAAAAAcQAAAAAAAABxAAAAAAAIAAAAAAAAAAAAIQAAAAAAAABRA' +
    'AAAAAAQAAAAAAAAAAADwPwAAAAAAAABAAAAAAAAACEAAAAAAAAAQQA==',
  'base64',
);

async function found(source: Source, options: ReadOptions = {}): Promise<Found[]> {
  const all: Found[] = [];
  for await (const record of readFeatures(source, options)) {
    assert.equal(record.refused, undefined);
    const { coordinates } = record.feature!.geometry as { coordinates: unknown };
    all.push({ isMeasured: record.isMeasured === true, coordinates });
  }
  return all;
}

function corpusFile(path: string): Source {
  const bytes = new Uint8Array(readFileSync(new URL(path, CORPUS)));
  const isPacked = path.endsWith('.gz');
  return bytesSource(isPacked ? gunzipSync(bytes) : bytes, isPacked ? path.slice(0, -3) : path);
}

describe('measures of positions are left out, and each feature says so', () => {
  for (const path of ['shapefile/pointzm.shp', 'csv/pointzm.csv', 'geopackage/pointzm.gpkg.gz'])
    test(`of ${path}, which GDAL wrote`, async () => {
      const all = await found(corpusFile(path));
      assert.ok(all.length > 0);
      for (const { isMeasured, coordinates } of all) {
        assert.equal((coordinates as number[]).length, 3);
        assert.equal(isMeasured, true);
      }
    });

  const texts: [what: string, name: string, text: string, coordinates: unknown[], options?: ReadOptions][] = [
    [
      'WKT with M only',
      'f.csv',
      'wkt\nPOINT M (1 2 7)\nPOINT (3 4)\n',
      [
        [1, 2],
        [3, 4],
      ],
    ],
    [
      'WKT of lines with Z and M',
      'f.csv',
      'wkt\n"LINESTRING ZM (1 2 3 7, 4 5 6 7)"\n"LINESTRING Z (1 2 3, 4 5 6)"\n',
      [
        [
          [1, 2, 3],
          [4, 5, 6],
        ],
        [
          [1, 2, 3],
          [4, 5, 6],
        ],
      ],
    ],
    [
      'EWKT in a grid',
      'f.csv',
      'wkt\nSRID=3857;POINTM(0 0 7)\nSRID=3857;POINT(0 0)\n',
      [
        [0, 0],
        [0, 0],
      ],
    ],
    [
      'hexadecimal EWKB as PostGIS writes it',
      'f.csv',
      'wkb\n0101000060E6100000000000000000F03F00000000000000400000000000001C40\n0101000020E6100000000000000000F03F0000000000000040\n',
      [
        [1, 2],
        [1, 2],
      ],
      { csv: { geometry: 'wkb' } },
    ],
    [
      'WKT in JSON records',
      'f.json',
      '[{"n":1,"wkt":"POINT M (1 2 7)"},{"n":2,"wkt":"POINT (1 2)"}]',
      [
        [1, 2],
        [1, 2],
      ],
    ],
    [
      'GeoJSON in a grid',
      'f.geojson',
      '[{"type":"Point","coordinates":[0,0,3,7]},{"type":"Point","coordinates":[0,0,3]}]',
      [
        [0, 0, 3],
        [0, 0, 3],
      ],
      { crs: 'EPSG:3857' },
    ],
    [
      'Esri JSON',
      'f.json',
      JSON.stringify({
        spatialReference: { wkid: 4326 },
        features: [
          { attributes: {}, geometry: { x: 1, y: 2, m: 7 } },
          { attributes: {}, geometry: { x: 1, y: 2, m: 'NaN' } },
        ],
      }),
      [
        [1, 2],
        [1, 2],
      ],
    ],
    [
      'lines of Esri JSON',
      'f.json',
      JSON.stringify({
        spatialReference: { wkid: 4326 },
        features: [
          {
            attributes: {},
            geometry: {
              hasM: true,
              paths: [
                [
                  [1, 2, 7],
                  [3, 4, null],
                ],
              ],
            },
          },
          {
            attributes: {},
            geometry: {
              hasZ: true,
              paths: [
                [
                  [1, 2, 7],
                  [3, 4, 7],
                ],
              ],
            },
          },
        ],
      }),
      [
        [
          [1, 2],
          [3, 4],
        ],
        [
          [1, 2, 7],
          [3, 4, 7],
        ],
      ],
    ],
  ];
  for (const [what, name, text, coordinates, options] of texts)
    test(`of ${what}`, async () => {
      const all = await found(bytesSource(utf8(text), name), options);
      assert.deepEqual(
        all.map((one) => one.coordinates),
        coordinates,
      );
      assert.deepEqual(
        all.map(({ isMeasured }) => isMeasured),
        [true, false],
      );
    });

  test('of FlatGeobuf', async () =>
    assert.deepEqual(await found(bytesSource(FLATGEOBUF, 'f.fgb')), [
      {
        isMeasured: true,
        coordinates: [
          [1, 2, 3],
          [3, 4, 5],
        ],
      },
    ]));

  const doubles = (...values: number[]) => new Uint8Array(Float64Array.of(...values).buffer);
  const wkb = (type: number, ...values: number[]) =>
    new Uint8Array([1, ...new Uint8Array(Uint32Array.of(type).buffer), ...doubles(...values)]);
  const parquet = (encoding: string, geometry: object) =>
    bytesSource(
      new Uint8Array(
        parquetWriteBuffer({
          columnData: [geometry as never],
          kvMetadata: [
            {
              key: 'geo',
              value: JSON.stringify({
                version: '1.1.0',
                primary_column: 'geometry',
                columns: { geometry: { encoding, geometry_types: [] } },
              }),
            },
          ],
        }),
      ),
      'f.parquet',
    );

  test('of WKB in GeoParquet', async () => {
    const data = [wkb(2001, 1, 2, 7), wkb(3001, 1, 2, 3, 7), wkb(1, 1, 2)];
    const all = await found(parquet('WKB', { name: 'geometry', data, type: 'BYTE_ARRAY' }));
    assert.deepEqual(all, [
      { isMeasured: true, coordinates: [1, 2] },
      { isMeasured: true, coordinates: [1, 2, 3] },
      { isMeasured: false, coordinates: [1, 2] },
    ]);
  });
});

test('how many features it was is said in words', () => {
  assert.equal(measuresLeftOut(1), 'measures (M) of 1 feature, left out');
  assert.equal(measuresLeftOut(1234), 'measures (M) of 1,234 features, left out');
});
