import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { FALSE, IS_OPEN, MAY_PASS, passingRows, rowsWhere, TRUE, UNDECIDED } from './outcomes.ts';

const outcome = fc.oneof(
  { weight: 12, arbitrary: fc.constant(FALSE) },
  fc.constantFrom(0, TRUE, UNDECIDED, FALSE | TRUE),
);

test('the rows that are wanted are found among many that are false, wherever their outcomes lie in memory', () => {
  fc.assert(
    fc.property(fc.array(outcome, { maxLength: 40 }), fc.integer({ min: 0, max: 4 }), (values, offset) => {
      const outcomes = new Uint8Array([...new Array(offset).fill(TRUE), ...values]).subarray(offset);
      const where = (isWanted: (value: number) => boolean) =>
        values.flatMap((value, row) => (isWanted(value) ? [row] : []));
      for (const wanted of [MAY_PASS, IS_OPEN])
        assert.deepEqual(
          [...rowsWhere(outcomes, wanted)],
          where((value) => wanted[value] === 1),
        );
      assert.deepEqual(
        [...passingRows(outcomes)],
        where((value) => value === TRUE),
      );
    }),
  );
});
