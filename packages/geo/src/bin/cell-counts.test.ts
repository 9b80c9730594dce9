import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CellCodes } from './cell-codes.ts';
import { CellCounts } from './cell-counts.ts';

/** Numbers of up to 52 bits that look random. */
function spread(nth: number): number {
  return (nth * 2_654_435_761 * 1021) % 2 ** 52;
}

const CELLS = 50_000;

/** Cells in the orders in which they may be met. */
const orders = {
  'any order': Array.from({ length: CELLS }, (_, nth) => spread(nth + 1)),
  'ascending order': Array.from({ length: CELLS }, (_, nth) => 7 * nth),
  'descending order': Array.from({ length: CELLS }, (_, nth) => 7 * (CELLS - nth)),
  // What is low comes between those that a sample meets.
  'an order with low ones apart': Array.from({ length: CELLS }, (_, nth) =>
    nth % 12 === 1 ? nth : 1e9 + nth,
  ),
};

for (const [order, numbers] of Object.entries(orders))
  test(`the lowest cells are those that sorting all would find, met in ${order}`, () => {
    const codes = new CellCodes();
    const counts = new CellCounts();
    const counted: number[] = [];
    for (const [nth, number] of numbers.entries()) {
      const code = codes.codeOf(number);
      // Others have met cells in which nothing is counted here.
      if (nth % 5 === 0) continue;
      counts.add(code, 1);
      counted.push(number);
    }
    counted.sort((a, b) => a - b);
    assert.equal(counts.size, counted.length);
    for (const limit of [1, 100, 3000, 30_000, CELLS])
      assert.deepEqual([...counts.lowest(limit, codes)], counted.slice(0, limit), `limit ${limit}`);
  });

test('many cells get the codes that they get one by one, whether they were met before or are there twice', () => {
  const [one, other] = [new CellCodes(), new CellCodes()];
  for (let round = 1; round <= 3; round++) {
    const numbers = Float64Array.from({ length: 5000 * round }, (_, nth) => spread(nth % (4000 * round)));
    const codes = other.codesOf(numbers);
    assert.deepEqual(
      [...codes],
      Array.from(numbers, (number) => one.codeOf(number)),
    );
    for (const [nth, code] of codes.entries()) assert.equal(other.numberOf(code), numbers[nth]);
  }
});

test('a cell may have more features than 32 bits count', () => {
  const counts = new CellCounts();
  counts.add(3, 2 ** 32 - 1);
  counts.add(4, 5);
  counts.addEach(Int32Array.of(9, 3, 3, 4, 9), 1, 4);
  assert.deepEqual([counts.of(3), counts.of(4), counts.of(9), counts.size], [2 ** 32 + 1, 6, 0, 2]);
});
