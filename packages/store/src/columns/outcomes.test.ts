import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  countPassing,
  FALSE,
  passingRows,
  rowsThatMayPass,
  rowsWhere,
  TRUE,
  UNDECIDED,
  UNKNOWN,
} from './outcomes.ts';

const outcome = fc.oneof(
  { weight: 12, arbitrary: fc.constant(FALSE) },
  fc.constantFrom(0, TRUE, UNKNOWN, UNDECIDED, FALSE | TRUE, FALSE | UNKNOWN, TRUE | UNKNOWN),
);

test('the rows that are wanted are found among many that are false, wherever their outcomes lie in memory', () => {
  fc.assert(
    fc.property(fc.array(outcome, { maxLength: 40 }), fc.integer({ min: 0, max: 4 }), (values, offset) => {
      const outcomes = new Uint8Array([...new Array(offset).fill(TRUE), ...values]).subarray(offset);
      const where = (isWanted: (value: number) => boolean) =>
        values.flatMap((value, row) => (isWanted(value) ? [row] : []));
      const passes = (value: number) => value === TRUE;
      const mayPass = (value: number) => (value & TRUE) !== 0;
      const isOpen = (value: number) => mayPass(value) && !passes(value);
      assert.deepEqual([...rowsThatMayPass(outcomes)], where(mayPass));
      assert.deepEqual([...rowsWhere(outcomes, 'open')], where(isOpen));
      assert.deepEqual([...passingRows(outcomes)], where(passes));
      assert.deepEqual(countPassing(outcomes), {
        passing: where(passes).length,
        open: where(isOpen).length,
      });
    }),
  );
});
