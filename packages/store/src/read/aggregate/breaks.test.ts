import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { breaksOf, naturalBreaks, quantileOf, roundBreaks } from './breaks.ts';

const sorted = (values: readonly number[]) => Float64Array.from(values).sort();

describe('classes with round limits', () => {
  const cases: [min: number, max: number, count: number, limits: number[]][] = [
    [3, 96, 5, [0, 20, 40, 60, 80, 100]],
    [0, 1, 10, [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1]],
    [-7, 12, 4, [-10, -5, 0, 5, 10, 15]],
    [5, 5, 10, [5, 5]],
    [0.001, 0.0021, 3, [0.001, 0.0015, 0.002, 0.0025]],
    [1e300, 1.5e300, 5, [1e300, 1.1e300, 1.2e300, 1.3e300, 1.4e300, 1.5e300]],
  ];
  for (const [min, max, count, limits] of cases)
    test(`${count} from ${min} to ${max}`, () => assert.deepEqual(roundBreaks(min, max, count), limits));

  test('hold every number, in about as many classes as were asked for', () => {
    const double = fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e15, max: 1e15 });
    fc.assert(
      fc.property(fc.array(double, { minLength: 1 }), fc.integer({ min: 2, max: 100 }), (values, count) => {
        const all = sorted(values);
        const limits = breaksOf(all, count, 'equal');
        assert.ok(limits[0]! <= all[0]! && limits.at(-1)! >= all.at(-1)!, String(limits));
        assert.ok(limits.length <= count + 3, String(limits));
        assert.ok(limits.every((limit, i) => i === 0 || limit >= limits[i - 1]!));
      }),
    );
  });
});

test('quantiles lie between two numbers by linear interpolation', () => {
  const all = sorted([1, 2, 3, 4]);
  assert.deepEqual(
    [0, 0.25, 0.5, 1].map((at) => quantileOf(all, at)),
    [1, 1.75, 2.5, 4],
  );
  assert.deepEqual(breaksOf(all, 2, 'quantile'), [1, 2.5, 4]);
  assert.deepEqual(breaksOf(sorted([7, 7, 7]), 5, 'quantile'), [7, 7]);
  assert.deepEqual(breaksOf(sorted([]), 5, 'quantile'), []);
});

describe('natural breaks', () => {
  test('lie in the gaps', () => {
    assert.deepEqual(naturalBreaks(sorted([1, 2, 3, 50, 51, 52, 900, 901]), 3), [1, 50, 900, 901]);
    assert.deepEqual(naturalBreaks(sorted([4, 4]), 3), [4, 4]);
    assert.deepEqual(naturalBreaks(sorted([1, 2, 3, 900]), 2), [1, 900, 900]);
  });

  /** The squared deviation of classes that begin at these indexes. */
  const cost = (values: Float64Array, starts: readonly number[]) =>
    starts.reduce((sum, start, i) => {
      const own = [...values.subarray(start, starts[i + 1])];
      const mean = own.reduce((a, b) => a + b, 0) / own.length;
      return sum + own.reduce((all, value) => all + (value - mean) ** 2, 0);
    }, 0);

  test('deviate as little as any other choice does', () => {
    const values = fc.uniqueArray(fc.integer({ min: 0, max: 1000 }), { minLength: 3, maxLength: 12 });
    fc.assert(
      fc.property(values, (list) => {
        const all = sorted(list);
        const limits = naturalBreaks(all, 3);
        const found = cost(
          all,
          limits.slice(0, 3).map((limit) => all.indexOf(limit)),
        );
        for (let second = 1; second < all.length - 1; second++)
          for (let third = second + 1; third < all.length; third++)
            assert.ok(found <= cost(all, [0, second, third]) + 1e-6);
      }),
    );
  });

  test('of very many different numbers stay near the gaps', () => {
    const many = sorted(Array.from({ length: 20_000 }, (_, i) => (i < 10_000 ? i : i + 1_000_000)));
    const [, middle] = naturalBreaks(many, 2);
    assert.ok(middle! >= 10_000 - 4 && middle! <= 1_010_004, String(middle));
  });
});
