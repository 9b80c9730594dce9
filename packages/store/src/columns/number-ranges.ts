import { type Bounds, type Comparison, type Operand, ruleOf } from '../model/query/comparison.ts';

/** Numbers from `low` to `high`, both included. */
export type NumberRange = { low: number; high: number };

/** Which numbers pass: those in one of the ranges, or with `isNegated` those in none. */
export type NumberTest = { ranges: readonly NumberRange[]; isNegated: boolean };

export function passesNumber({ ranges, isNegated }: NumberTest, number: number): boolean {
  return ranges.some(({ low, high }) => number >= low && number <= high) !== isNegated;
}

/** Which numbers pass a comparison of the hub's syntax: operands that are no numbers are unlike every number. */
export function numberTest(comparison: Comparison, operands: readonly Operand[]): NumberTest {
  const { bounds, isNegated = false } = ruleOf(comparison);
  if (!bounds) return { ranges: [], isNegated: false };
  const numbers = operands.filter((operand) => typeof operand === 'number');
  return { ranges: numbers.map((number) => rangeOf(bounds, number)), isNegated };
}

function rangeOf({ from, to }: Bounds, number: number): NumberRange {
  const low = from === 'after' ? after(number) : number;
  const high = to === 'before' ? before(number) : number;
  return { low: from ? low : -Infinity, high: to ? high : Infinity };
}

const double = new Float64Array(1);
const word = new BigInt64Array(double.buffer);

/** The next double above; NaN, in which nothing lies, behind the last. */
export function after(number: number): number {
  if (number === Infinity) return Number.NaN;
  if (number === 0) return Number.MIN_VALUE;
  double[0] = number;
  word[0]! += number > 0 ? 1n : -1n;
  return double[0];
}

export function before(number: number): number {
  return -after(-number);
}
