import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { valueIn } from './batch.ts';
import { ColumnBuilder } from './column-builder.ts';
import { decodeColumn } from './decode-column.ts';
import { encodeColumn } from './encode-column.ts';
import { after, before, passesNumber } from './number-ranges.ts';
import { entriesIn } from './number-steps.ts';
import { FALSE, type Outcomes, TRUE } from './outcomes.ts';
import type { LoadedBlock } from './predicate.ts';
import { valuePredicate } from './value-test.ts';

/** Numbers that are stored in one, two or four bytes, and how they are written. */
const numbers = fc
  .tuple(
    fc.constantFrom(1, 10, 1000, 1e7),
    fc.integer({ min: -1e9, max: 1e9 }),
    fc.constantFrom(2 ** 7, 2 ** 15, 2 ** 31),
  )
  .chain(([scale, base, span]) =>
    fc.array(
      fc.nat({ max: span }).map((step) => (base + step) / scale),
      { minLength: 1, maxLength: 30 },
    ),
  );

const rows = numbers.chain((numbers) =>
  fc.array(
    fc.oneof(
      { weight: 3, arbitrary: fc.constantFrom(...numbers) },
      fc.constantFrom(undefined, null, true, false),
    ),
    {
      maxLength: 40,
    },
  ),
);

function columnOf(values: readonly unknown[]) {
  const builder = new ColumnBuilder(values.length);
  for (const [row, value] of values.entries()) builder.set(row, value);
  return decodeColumn(encodeColumn(builder.column()));
}

/** Ends at, just before and just behind numbers that are there, and anywhere else. */
function ends(values: readonly unknown[]): fc.Arbitrary<number> {
  const known = values.filter((value) => typeof value === 'number');
  return fc.oneof(
    fc.constantFrom(...known, ...known.map(after), ...known.map(before), 0, Infinity, -Infinity, Number.NaN),
    fc.double(),
  );
}

test('what lies in a range is told from steps as from the numbers', () => {
  const cases = rows.chain((values) =>
    fc.tuple(fc.constant(values), ends(values), ends(values), fc.boolean(), fc.boolean()),
  );
  let stored = 0;
  fc.assert(
    fc.property(cases, ([values, low, high, isNegated, isTrueOfNull]) => {
      const column = columnOf(values);
      if (column.steps) stored++;
      const numbers = { ranges: [{ low, high }], isNegated };
      const outcome = (value: unknown): Outcomes => {
        const passes =
          typeof value === 'number' ? passesNumber(numbers, value) : value === null && isTrueOfNull;
        return passes ? TRUE : FALSE;
      };
      const block = { rows: values.length, column: () => column } as unknown as LoadedBlock;
      const found = valuePredicate('p', { outcome, numbers }).evaluate(block);
      assert.deepEqual(
        [...found],
        values.map((_, row) => outcome(valueIn(column, row))),
      );
    }),
    { numRuns: 2000 },
  );
  assert.ok(stored > 500, `${stored} columns have steps`);
});

test('the entries of a range are those whose numbers lie in it', () => {
  const steps = { base: -5, scale: 10, entries: new Uint8Array(1) };
  assert.deepEqual(entriesIn(steps, { low: 0, high: 0.1 }), { first: 5, last: 6 });
  assert.deepEqual(entriesIn(steps, { low: -Infinity, high: Infinity }), { first: 0, last: 255 });
  assert.deepEqual(entriesIn(steps, { low: 30, high: Infinity }), { first: 256, last: 255 });
  const { first, last } = entriesIn(steps, { low: Number.NaN, high: 1 });
  assert.ok(last < first);
});
