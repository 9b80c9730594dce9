import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parquetMetadata } from 'hyparquet';
import { ByteWriter, ParquetWriter } from 'hyparquet-writer';
import { DEFAULT_LIMITS } from '../limits.ts';
import { bytesSource } from '../source.ts';
import { decodeParquet } from './decode-parquet.ts';
import { pageLocationsOf } from './page-locations.ts';

const ROWS = 25_000;

/** One row group, in pages of some thousand rows. */
function oneGroup(): ArrayBuffer {
  const writer = new ByteWriter();
  const parquet = new ParquetWriter({
    writer,
    schema: [
      { name: 'root', num_children: 3 },
      { name: 'lon', type: 'DOUBLE', repetition_type: 'REQUIRED' },
      { name: 'lat', type: 'DOUBLE', repetition_type: 'OPTIONAL' },
      { name: 'name', type: 'BYTE_ARRAY', converted_type: 'UTF8', repetition_type: 'OPTIONAL' },
    ],
  });
  const column = (name: string, value: (row: number) => unknown) => ({
    name,
    data: Array.from({ length: ROWS }, (_, row) => value(row)),
  });
  parquet.write({
    columnData: [
      column('lon', (row) => row / 1000),
      column('lat', (row) => (row % 7 === 0 ? null : row / 1000)),
      column('name', (row) => `name ${row % 3}`),
    ],
    rowGroupSize: ROWS,
    pageSize: 16 * 1024,
  });
  parquet.finish();
  return writer.getBuffer();
}

test('slices of a large row group are read page by page, and have all rows once', async () => {
  const bytes = new Uint8Array(oneGroup());
  const source = bytesSource(bytes, 'f.parquet');
  const lengths: number[] = [];
  const counted = {
    ...source,
    slice: (start: number, end: number) => {
      lengths.push(end - start);
      return source.slice(start, end);
    },
  };
  const rows: string[] = [];
  for await (const batch of decodeParquet(counted, { file: 'f.parquet', limits: DEFAULT_LIMITS }))
    for (const row of batch.rows) rows.push(String(row));
  assert.deepEqual(
    rows,
    Array.from({ length: ROWS }, (_, row) =>
      JSON.stringify({ lon: row / 1000, lat: row % 7 === 0 ? null : row / 1000, name: `name ${row % 3}` }),
    ),
  );
  const { row_groups } = parquetMetadata(bytes.buffer);
  const column = Number(row_groups[0]!.columns[0]!.meta_data!.total_compressed_size);
  assert.ok(column > 100_000, `a column has ${column} bytes`);
  assert.ok(Math.max(...lengths.slice(1)) < column, 'no column is read as a whole');
});

test('pages follow each other from the first row of a group to its last', async () => {
  const buffer = oneGroup();
  const metadata = parquetMetadata(buffer);
  const found = await pageLocationsOf(
    async (start, end) => buffer.slice(start, end),
    metadata.row_groups[0]!,
    metadata,
  );
  assert.deepEqual(Object.keys(found), ['lon', 'lat', 'name']);
  for (const { first_row_index: first } of [found.lon![0]!, found.lat![0]!]) assert.equal(first, 0n);
  const { lon: pages } = found;
  assert.ok(pages!.length > 5);
  for (const [i, { offset, compressed_page_size: size }] of pages!.entries())
    if (i + 1 < pages!.length) assert.equal(offset + BigInt(size), pages![i + 1]!.offset);
});

test('columns whose pages do not add up are left out', async () => {
  const buffer = oneGroup();
  const metadata = parquetMetadata(buffer);
  const [group] = metadata.row_groups as [(typeof metadata.row_groups)[0]];
  const damaged = (change: (bytes: Uint8Array, start: number, end: number) => ArrayBuffer) => {
    const { data_page_offset, total_compressed_size } = group.columns[0]!.meta_data!;
    const start = Number(data_page_offset);
    const changed = change(new Uint8Array(buffer.slice(0)), start, start + Number(total_compressed_size));
    return pageLocationsOf(async (from, to) => changed.slice(from, to), group, metadata);
  };
  const zeros = await damaged((bytes, start, end) => bytes.fill(0, start, end).buffer as ArrayBuffer);
  assert.deepEqual(Object.keys(zeros), ['lat', 'name']);
  const ones = await damaged((bytes, start, end) => bytes.fill(0xff, start, end).buffer as ArrayBuffer);
  assert.deepEqual(Object.keys(ones), ['lat', 'name']);
  const cut = await damaged((bytes, start) => bytes.buffer.slice(0, start + 10_000) as ArrayBuffer);
  assert.deepEqual(cut, {});
  const more = { ...group, num_rows: group.num_rows + 1n };
  assert.deepEqual(await pageLocationsOf(async (from, to) => buffer.slice(from, to), more, metadata), {});
});
