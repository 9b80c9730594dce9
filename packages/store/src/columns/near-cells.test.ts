import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type BBox, boxesMeet } from '@meridian/geo';
import fc from 'fast-check';
import { randomCases } from '../../../../testing/effort.ts';
import { ColumnBuilder } from './column-builder.ts';
import { COLUMN } from './column-key.ts';
import { NearCells } from './near-cells.ts';
import { FALSE, TRUE, UNDECIDED } from './outcomes.ts';
import type { LoadedBlock } from './predicate.ts';
import { blockOf } from './testing.ts';

/** Points, what is as large as the largest that has a cell, and what is larger. */
function rangeUpTo(max: number): fc.Arbitrary<readonly [number, number]> {
  const at = fc.double({ min: -max, max, noNaN: true });
  const size = fc.oneof(
    fc.constantFrom(0, 1),
    fc.double({ min: 0, max: 2, noNaN: true }),
    fc.double({ min: 0, max: 2 * max, noNaN: true }),
  );
  return fc.tuple(at, size).map(([from, size]) => [from, Math.min(max, from + size)] as const);
}

const box: fc.Arbitrary<BBox> = fc
  .tuple(rangeUpTo(180), rangeUpTo(90))
  .map(([[west, east], [south, north]]) => ({ west, south, east, north }));

function blockWith(rows: readonly (BBox | null)[]): LoadedBlock {
  const column = (side: (row: BBox) => number | undefined) => {
    const builder = new ColumnBuilder(rows.length);
    for (const [i, row] of rows.entries()) builder.set(i, row ? side(row) : undefined);
    return builder.column();
  };
  const columns = new Map([
    [COLUMN.west as string, column(({ west }) => west)],
    [COLUMN.south, column(({ south }) => south)],
    [COLUMN.east, column(({ west, east }) => (east > west ? east : undefined))],
    [COLUMN.north, column(({ south, north }) => (north > south ? north : undefined))],
  ]);
  return { ...blockOf(columns.get(COLUMN.west)!), column: (key) => columns.get(key) };
}

test('rows near some boxes are all that reach into them and may pass, in their order', () => {
  const row = fc.tuple(fc.option(box), fc.constantFrom(0, FALSE, TRUE, UNDECIDED));
  fc.assert(
    fc.property(
      fc.array(row, { maxLength: 60 }),
      fc.array(box, { minLength: 1, maxLength: 3 }),
      fc.nat(60),
      (rows, asked, known) => {
        const block = blockWith(rows.map(([at]) => at));
        const outcomes = Uint8Array.from(rows.slice(0, known), ([, outcome]) => outcome);
        const near = [...new NearCells(asked).rowsOf(block, outcomes)];
        assert.deepEqual(
          near,
          near.toSorted((a, b) => a - b),
        );
        assert.equal(new Set(near).size, near.length);
        for (const [row, [at, outcome]] of rows.entries()) {
          const hint = `${row}: ${JSON.stringify([at, outcome, asked])}`;
          const mayPass = row < known && (outcome & TRUE) !== 0;
          if (!at || !mayPass) assert.ok(!near.includes(row), hint);
          else if (asked.some((one) => boxesMeet(at, one))) assert.ok(near.includes(row), hint);
        }
      },
    ),
    { numRuns: randomCases(300) },
  );
});

test('of many rows around the earth only those near are given', () => {
  const rows = Array.from({ length: 3600 }, (_, i) => {
    const [west, south] = [i / 10 - 180, (i % 180) - 90];
    return { west, south, east: west, north: south };
  });
  const near = new NearCells([{ west: 10, south: -20, east: 40, north: 20 }]);
  const { length } = near.rowsOf(blockWith(rows), new Uint8Array(rows.length).fill(TRUE));
  assert.ok(length > 50 && length < 120, `${length} rows`);
});

test('it can be asked about one block after another, also of other sizes', () => {
  const near = new NearCells([{ west: 0, south: 0, east: 1, north: 1 }]);
  const at = { west: 0.5, south: 0.5, east: 0.5, north: 0.5 };
  for (const count of [1, 5, 3]) {
    const rows = near.rowsOf(blockWith(Array(count).fill(at)), new Uint8Array(count).fill(TRUE));
    assert.deepEqual([...rows], [0, 1, 2, 3, 4].slice(0, count));
  }
});
