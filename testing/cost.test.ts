import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertLinear } from './cost.ts';

/** Work that no compiler can leave out. */
function work(steps: number): number {
  let sum = 0;
  for (let i = 0; i < steps; i++) sum = (sum * 31 + i) % 65_521;
  return sum;
}

test('what grows as its input passes', () =>
  assertLinear(
    'a sum',
    (size) => size,
    (size) => work(size * 100),
    2000,
  ));

test('what grows with the square of its input fails, also where it is over in a fraction of a millisecond', () => {
  assert.throws(
    () =>
      assertLinear(
        'a square',
        (size) => size,
        (size) => work((size * size) / 40),
        2000,
      ),
    /a square: twice the input costs \d+\.\d times as much, four times \d+\.\d/,
  );
});
