import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parquetWriteBuffer } from 'hyparquet-writer';
import type { ReadOptions } from '../options.ts';
import { readAll } from '../testing/read-all.ts';

type ColumnData = Parameters<typeof parquetWriteBuffer>[0]['columnData'];

const NAMES: ColumnData[number] = {
  name: 'name',
  data: ['Bonn', 'Köln', null],
  type: 'STRING',
  nullable: true,
};

async function rowsOf(columns: ColumnData, options?: ReadOptions) {
  const bytes = new Uint8Array(parquetWriteBuffer({ columnData: [NAMES, ...columns] }));
  const { features, refused, fault } = await readAll('f.parquet', bytes, options);
  return {
    rows: features.map(({ geometry, properties }) => [geometry, properties]),
    reasons: refused.map(({ reason }) => reason),
    fault: fault?.message,
  };
}

const double = (name: string, ...data: (number | null)[]): ColumnData[number] => ({
  name,
  data,
  type: 'DOUBLE',
  nullable: true,
});
const point = (...coordinates: number[]) => ({ type: 'Point', coordinates });

test('rows of Parquet without a geometry have their coordinates in columns, as records of JSON have', async () => {
  const found = await rowsOf([double('Lat', 50.7, 50.9, null), double('lng', 7.1, 6.9, null)]);
  assert.deepEqual(found, {
    rows: [
      [point(7.1, 50.7), { name: 'Bonn' }],
      [point(6.9, 50.9), { name: 'Köln' }],
      [null, {}],
    ],
    reasons: [],
    fault: undefined,
  });
});

test('columns of coordinates, heights, WKT and WKB can be named', async () => {
  const columns = [double('a', 7.1, 6.9, 7), double('b', 50.7, 50.9, 95), double('up', 60, null, 1)];
  const named = await rowsOf(columns, { csv: { lon: 'a', lat: 'b', height: 'up' } });
  assert.deepEqual(named.rows, [
    [point(7.1, 50.7, 60), { name: 'Bonn' }],
    [point(6.9, 50.9), { name: 'Köln' }],
  ]);
  assert.equal(named.reasons.length, 1);
  const texts: ColumnData[number] = {
    name: 'geometry',
    data: ['POINT (7.1 50.7)', 'POINT (6.9 50.9)', 'NOTHING'],
    type: 'STRING',
  };
  const wkt = await rowsOf([texts]);
  assert.deepEqual(wkt.rows[0], [point(7.1, 50.7), { name: 'Bonn' }]);
  assert.equal(wkt.reasons.length, 1);
  const wkb = Uint8Array.from([1, 1, 0, 0, 0, ...new Uint8Array(new Float64Array([7, 50]).buffer)]);
  const bytes: ColumnData[number] = { name: 'where', data: [wkb, wkb, wkb], type: 'BYTE_ARRAY' };
  const binary = await rowsOf([bytes], { csv: { geometry: 'where' } });
  assert.deepEqual(binary.rows[0], [point(7, 50), { name: 'Bonn' }]);
});

test('coordinates in a grid that is named become WGS 84', async () => {
  const { rows } = await rowsOf(
    [double('easting', 565000, 565000, 565000), double('northing', 5930000, 5930000, 5930000)],
    { crs: 'EPSG:25832' },
  );
  const [[geometry]] = rows as [[{ coordinates: number[] }]];
  assert.deepEqual(
    geometry.coordinates.map((value) => value.toFixed(4)),
    ['9.9803', '53.5149'],
  );
});

test('a table without coordinates is a fault that says what it has, unless no geometry is asked for', async () => {
  const { rows, fault } = await rowsOf([double('height', 1, 2, 3)]);
  assert.deepEqual(rows, []);
  assert.match(fault!, /^f\.parquet: is a list of records that have no members .* It has name, height$/);
  const without = await rowsOf([double('height', 1, 2, 3)], { csv: { allowNoGeometry: true } });
  assert.deepEqual(without.rows[2], [null, { height: 3 }]);
});
