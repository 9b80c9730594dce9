import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { randomCases } from '../../../../testing/effort.ts';
import { ColumnBuilder } from './column-builder.ts';
import { COLUMN } from './column-key.ts';
import type { LoadedBlock } from './predicate.ts';
import { rowsNear } from './rows-by-longitude.ts';
import { blockOf } from './testing.ts';

type Extent = { west: number; east: number };

const longitude = fc.double({ min: -180, max: 180, noNaN: true });
const extent: fc.Arbitrary<Extent> = fc.oneof(
  longitude.map((at) => ({ west: at, east: at })),
  fc.tuple(longitude, fc.double({ min: 0, max: 3, noNaN: true })).map(([west, width]) => ({
    west,
    east: Math.min(180, west + width),
  })),
  fc.tuple(longitude, longitude).map(([a, b]) => ({ west: Math.min(a, b), east: Math.max(a, b) })),
);

function blockWith(rows: readonly (Extent | null)[]): LoadedBlock {
  const column = (side: (row: Extent) => number | undefined) => {
    const builder = new ColumnBuilder(rows.length);
    for (const [i, row] of rows.entries()) builder.set(i, row ? side(row) : undefined);
    return builder.column();
  };
  const [west, east] = [
    column((row) => row.west),
    column((row) => (row.east > row.west ? row.east : undefined)),
  ];
  return { ...blockOf(west), column: (key) => (key === COLUMN.east || key === COLUMN.north ? east : west) };
}

test('rows near some longitudes are all that reach them, in their order', () => {
  fc.assert(
    fc.property(fc.array(fc.option(extent), { maxLength: 60 }), extent, (rows, asked) => {
      const near = [...rowsNear(blockWith(rows), asked)];
      assert.deepEqual(
        near,
        near.toSorted((a, b) => a - b),
      );
      assert.equal(new Set(near).size, near.length);
      for (const [row, at] of rows.entries()) {
        if (!at) assert.ok(!near.includes(row), `${row} is nowhere`);
        else if (at.west <= asked.east && at.east >= asked.west)
          assert.ok(near.includes(row), `${row}: ${JSON.stringify([at, asked])}`);
      }
    }),
    { numRuns: randomCases(300) },
  );
});

test('of many rows around the earth only those near are given', () => {
  const rows = Array.from({ length: 3600 }, (_, i) => ({ west: i / 10 - 180, east: i / 10 - 180 }));
  const near = rowsNear(blockWith(rows), { west: 10, east: 12 });
  assert.ok(near.length < 60, `${near.length} rows`);
});
