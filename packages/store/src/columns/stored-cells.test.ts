import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DamagedColumn } from './packing.ts';
import {
  type CellEntries,
  ENTRY,
  encodeCells,
  FIRST_CELL,
  StoredCells,
  tooManyCells,
} from './stored-cells.ts';

function assertSame(cells: CellEntries): void {
  const { rows, numbers, entries, lengths, lists } = new StoredCells(encodeCells(cells));
  assert.equal(rows, cells.entries.length);
  assert.deepEqual(numbers, cells.numbers);
  assert.deepEqual(Array.from(entries), Array.from(cells.entries));
  assert.deepEqual(lengths, cells.lengths);
  assert.deepEqual(Array.from(lists), Array.from(cells.lists));
}

for (const [name, cells] of [
  ['one', 1],
  ['the most of a byte', 2 ** 8 - FIRST_CELL],
  ['more than a byte', 2 ** 8 - FIRST_CELL + 1],
  ['more than two bytes', 2 ** 16 - FIRST_CELL + 1],
] as const)
  test(`what is stored of ${name} is read again`, () =>
    assertSame({
      numbers: Float64Array.from({ length: cells }, (_, nth) => nth * 127 + 1),
      entries: Uint32Array.of(
        ENTRY.unknown,
        ENTRY.several,
        cells - 1 + FIRST_CELL,
        ENTRY.open,
        ENTRY.nowhere,
      ),
      lengths: Uint32Array.of(2),
      lists: Uint32Array.of(FIRST_CELL, cells - 1 + FIRST_CELL),
    }));

test('numbers of the finest cells are read again', () =>
  assertSame({
    numbers: Float64Array.of(0, 127, 128, 255, 2 ** 31, 2 ** 52 - 1, Number.MAX_SAFE_INTEGER),
    entries: Uint32Array.of(FIRST_CELL + 6),
    lengths: new Uint32Array(0),
    lists: new Uint32Array(0),
  }));

test('where there are too many, no row has any', () => {
  assert.equal(new StoredCells(tooManyCells()).rows, 0);
});

test('what is damaged is not believed', () => {
  const stored = encodeCells({
    numbers: Float64Array.of(7),
    entries: Uint32Array.of(FIRST_CELL),
    lengths: new Uint32Array(0),
    lists: new Uint32Array(0),
  });
  stored[stored.length - 1]! ^= 1;
  assert.throws(() => new StoredCells(stored), DamagedColumn);
});
