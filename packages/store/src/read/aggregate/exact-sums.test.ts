import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { randomCases } from '../../../../../testing/effort.ts';
import { ColumnBuilder } from '../../columns/column-builder.ts';
import { decodeColumn } from '../../columns/decode-column.ts';
import { encodeColumn } from '../../columns/encode-column.ts';
import { isRawNumber } from '../../model/json/exact-json.ts';
import { ExactSums } from './exact-sums.ts';
import { ascending } from './groups.ts';

/** A double as a whole number of 2^-1074, which every double is. */
function scaled(value: number): bigint {
  const bits = new DataView(new ArrayBuffer(8));
  bits.setFloat64(0, value);
  const exponent = (bits.getUint16(0) >> 4) & 0x7ff;
  const fraction = bits.getBigUint64(0) & 0xfffffffffffffn;
  const mantissa = exponent === 0 ? fraction : fraction | 0x10000000000000n;
  const size = mantissa << BigInt(Math.max(0, exponent - 1));
  return value < 0 ? -size : size;
}

function neighbours(value: number): number[] {
  const bits = new DataView(new ArrayBuffer(8));
  bits.setFloat64(0, value === 0 ? 0 : value);
  const at = bits.getBigInt64(0);
  return [at - 1n, at + 1n].flatMap((near) => {
    bits.setBigInt64(0, near);
    const neighbour = bits.getFloat64(0);
    return Number.isFinite(neighbour) ? [neighbour] : [];
  });
}

const distance = (a: bigint, b: bigint) => (a < b ? b - a : a - b);

function sumOf(values: readonly (number | bigint)[]): unknown {
  const sums = new ExactSums();
  for (const value of values)
    if (typeof value === 'bigint') sums.addLarge(0, value);
    else sums.add(0, value);
  return sums.sum(0);
}

const double = fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e300, max: 1e300 });
const near = fc.constantFrom(1e16, 1, -1, 0.1, 2 ** -53, -1e16, 1e100, -1e100, 5e-324, 0.5);

test('a sum is the double nearest to the true sum, whatever the order', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(double, near), { minLength: 1, maxLength: 30 }), (values) => {
      const found = sumOf([0.5, ...values]) as number;
      const truth = [0.5, ...values].reduce((sum, value) => sum + scaled(value), 0n);
      const off = distance(scaled(found), truth);
      for (const other of neighbours(found))
        assert.ok(off <= distance(scaled(other), truth), `${found} ${other}`);
      assert.equal(sumOf([...values.toReversed(), 0.5]), found);
    }),
    { numRuns: randomCases(500) },
  );
});

test('a sum of whole numbers has all of its digits', () => {
  const whole = fc.oneof(fc.maxSafeInteger(), fc.bigInt({ min: 2n ** 53n, max: 2n ** 80n }));
  fc.assert(
    fc.property(fc.array(whole, { minLength: 1, maxLength: 30 }), (values) => {
      const found = sumOf(values);
      const digits = isRawNumber(found) ? found.rawJSON : String(found);
      assert.equal(digits, String(values.reduce<bigint>((sum, value) => sum + BigInt(value), 0n)));
    }),
  );
});

test('digits beyond a double count where there are fractions too', () => {
  assert.equal(sumOf([2n ** 70n, 0.25, -(2n ** 70n)]), 0.25);
  assert.equal(sumOf([2n ** 53n + 1n, 0.5, -(2n ** 53n)]), 1.5);
});

test('nothing has no sum and no mean', () => {
  const sums = new ExactSums();
  sums.add(3, 5);
  assert.deepEqual([sums.sum(0), sums.mean(0), sums.sum(3), sums.mean(3)], [null, null, 5, 5]);
});

test('rows that are added together have the same sums and counts as one by one', () => {
  const value = fc.oneof(fc.integer({ min: -1000, max: 1000 }), fc.constant(undefined), {
    weight: 1,
    arbitrary: fc.constantFrom(2 ** 52, -(2 ** 51), 0.5, 1e300),
  });
  const whole = fc.option(fc.integer({ min: -1000, max: 1000 }), { nil: undefined });
  const row = (found: typeof value | typeof whole) => fc.tuple(fc.nat({ max: 3 }), found);
  const batches = fc.array(fc.oneof(fc.array(row(value)), fc.array(row(whole))), { maxLength: 6 });
  fc.assert(
    fc.property(batches, fc.boolean(), fc.boolean(), (batches, hasEachRow, isStored) => {
      const [together, apart] = [new ExactSums(), new ExactSums()];
      for (const batch of batches) {
        const builder = new ColumnBuilder(batch.length);
        for (const [i, [group, number]] of batch.entries()) {
          builder.set(i, number);
          if (number !== undefined) apart.add(group, number);
        }
        const groups = Uint32Array.from(batch, ([group]) => group);
        const rows = ascending(batch.length);
        const grouped = { rows, hasEachRow, groups, length: batch.length, groupCount: 4 };
        const column = isStored ? decodeColumn(encodeColumn(builder.column())) : builder.column();
        together.addRows(column, grouped);
      }
      for (let group = 0; group < 4; group++) {
        assert.deepEqual(together.sum(group), apart.sum(group));
        assert.equal(together.count(group), apart.count(group));
      }
    }),
    { numRuns: randomCases(1000) },
  );
});
