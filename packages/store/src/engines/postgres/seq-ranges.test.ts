import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SeqRanges } from './seq-ranges.ts';

/** The ranges asked for, and the rows found, where these numbers are taken. */
function walked(ranges: SeqRanges, taken: readonly number[], step: number) {
  const widths: number[] = [];
  const found: number[] = [];
  for (let range = ranges.first(); range; ) {
    const { after, to } = range;
    widths.push(to - after);
    const rows = taken.filter((seq) => seq > after && seq <= to).slice(0, step);
    found.push(...rows);
    range = ranges.next(range, rows.length, rows.at(-1));
  }
  return { widths, found };
}

const dense = Array.from({ length: 100 }, (_, n) => n + 1);

test('on shards a range is as wide as a step where all rows are found, and every row comes once', () => {
  const { widths, found } = walked(new SeqRanges(100, 10, true), dense, 10);
  assert.deepEqual(found, dense);
  assert.ok(
    widths.every((width) => width <= 10),
    `${widths}`,
  );
});

test('it widens where little is found, up to a bound, and narrows again', () => {
  const sparse = [5, 900, ...Array.from({ length: 50 }, (_, n) => 950 + n)];
  const { widths, found } = walked(new SeqRanges(1000, 10, true), sparse, 10);
  assert.deepEqual(found, sparse);
  assert.ok(Math.max(...widths) === 160 && widths.length < 25, `${widths}`);
});

test('on one machine there is one range, until a step is full', () => {
  const { widths, found } = walked(new SeqRanges(100, 40, false), dense, 40);
  assert.deepEqual(found, dense);
  assert.deepEqual(widths, [100, 60, 20]);
});

test('an empty space has none', () => assert.equal(new SeqRanges(0, 10, true).first(), undefined));
