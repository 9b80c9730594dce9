import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { randomCases } from '../../../../testing/effort.ts';
import { parseStored } from '../model/json/exact-json.ts';
import { matchesTest } from '../model/query/match.ts';
import { COMPARISONS, type Operand, type PropertyTest } from '../model/query/query.ts';
import { KIND, valueIn } from './batch.ts';
import { ColumnBuilder } from './column-builder.ts';
import { decodeColumn } from './decode-column.ts';
import { encodeColumn } from './encode-column.ts';
import { Membership, textHash } from './membership.ts';
import { numberTest, passesNumber } from './number-ranges.ts';
import { DamagedColumn } from './packing.ts';
import { decodeSummary, encodeSummary, hasKind, summaryOf } from './summary.ts';

const NUMBERS = [0, -0, 1, 255, 256, 65_536, -7, 0.1, 12.34, 179.9999999, 1e-7, 1e300, 2 ** 53, -(2 ** 53)];
const TEXTS = ['', 'a', 'ä', '🜨', '\ud83d', '\ude00', '9007199254740993', '[]', 'x'.repeat(300)];

/** JSON texts of values, or none. */
const value = fc.option(
  fc.oneof(
    fc.constantFrom(...NUMBERS).map((number) => (Object.is(number, -0) ? '-0' : JSON.stringify(number))),
    fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => JSON.stringify(number)),
    fc.integer().map(String),
    fc.constantFrom(
      '9007199254740993',
      '1e999',
      'null',
      'true',
      'false',
      '[]',
      '["a",9007199254740993]',
      '{}',
    ),
    fc.constantFrom(...TEXTS).map((text) => JSON.stringify(text)),
  ),
  { nil: undefined },
);
/** Many of one kind, so that every form in which numbers are stored occurs. */
const column = fc.oneof(
  fc.array(value, { maxLength: 60 }),
  fc.array(fc.integer({ min: 0, max: 400 }).map(String), { minLength: 1, maxLength: 600 }),
  fc.array(
    fc.integer({ min: -9e6, max: 9e6 }).map((whole) => String(whole / 1000)),
    { maxLength: 60 },
  ),
);

function columnOf(values: readonly (string | undefined)[]) {
  const builder = new ColumnBuilder(values.length);
  for (const [row, text] of values.entries()) if (text !== undefined) builder.set(row, parseStored(text));
  return builder.column();
}

test('a column is decoded to what was encoded, digits and half surrogate pairs included', () => {
  const property = fc.property(column, (values) => {
    const made = columnOf(values);
    const read = decodeColumn(encodeColumn(made));
    assert.deepEqual(read.kinds, made.kinds);
    assert.deepEqual([...read.dictionary], made.dictionary);
    for (const row of values.keys()) {
      assert.deepEqual(valueIn(read, row), valueIn(made, row));
      if (made.kinds[row] === KIND.exact)
        assert.equal(read.dictionary[read.codes[row]!], made.dictionary[made.codes[row]!]);
    }
  });
  fc.assert(property, { numRuns: randomCases(300) });
});

test('one number of a column is told before and after all of them are made', () => {
  fc.assert(
    fc.property(column, (values) => {
      const made = columnOf(values);
      const read = decodeColumn(encodeColumn(made));
      const rows = values.keys().filter((row) => made.kinds[row] === KIND.number);
      const alone = [...rows].map((row) => [row, read.numberAt(row)] as const);
      for (const [row, number] of alone) {
        assert.ok(Object.is(number, made.numbers[row]), `${number} instead of ${made.numbers[row]}`);
        assert.ok(Object.is(read.numbers[row], number));
        assert.ok(Object.is(read.numberAt(row), number));
      }
    }),
    { numRuns: randomCases(300) },
  );
});

test('a column that starts anywhere in a larger buffer is decoded', () => {
  const encoded = encodeColumn(columnOf(['1.5', '"a"', undefined]));
  const shifted = new Uint8Array(encoded.length + 3);
  shifted.set(encoded, 3);
  assert.equal(valueIn(decodeColumn(shifted.subarray(3)), 0), 1.5);
});

test('any changed byte of a stored column or summary is noticed', () => {
  const made = columnOf(Array.from({ length: 400 }, (_, i) => `"text ${i % 7}"`));
  for (const [encoded, decode] of [
    [encodeColumn(made), decodeColumn],
    [encodeSummary(summaryOf(made)), decodeSummary],
  ] as const)
    for (const at of [0, 5, 17, Math.floor(encoded.length / 2), encoded.length - 1]) {
      const damaged = Uint8Array.from(encoded);
      damaged[at]! ^= 0x10;
      assert.throws(() => decode(damaged), DamagedColumn, `byte ${at}`);
    }
  assert.throws(() => decodeColumn(new Uint8Array(3)), DamagedColumn);
});

test('a summary has the kinds, the range, and denies no value that occurs', () => {
  const property = fc.property(column, (values) => {
    const made = columnOf(values);
    const summary = decodeSummary(encodeSummary(summaryOf(made)));
    for (const row of values.keys()) {
      assert.ok(hasKind(summary, made.kinds[row]!));
      const found = valueIn(made, row);
      if (typeof found === 'number') {
        assert.ok(found >= summary.min && found <= summary.max);
        assert.ok(summary.isDense || summary.members.mayHave(found));
      }
      if (typeof found === 'string') assert.ok(summary.members.mayHave(found));
    }
  });
  fc.assert(property, { numRuns: randomCases(200) });
});

test('a membership filter denies nearly all that is not a member', () => {
  const members = Membership.of(Array.from({ length: 2000 }, (_, i) => textHash(`member ${i}`)));
  const wrong = Array.from({ length: 2000 }, (_, i) => members.mayHave(`other ${i}`)).filter(Boolean);
  assert.ok(wrong.length < 100, `${wrong.length} of 2000`);
});

test('ranges let those numbers pass that the comparison lets pass', () => {
  const operands: Operand[] = [...NUMBERS, 'a', true, null];
  const property = fc.property(
    fc.constantFrom(...COMPARISONS),
    fc.array(fc.constantFrom(...operands), { minLength: 1, maxLength: 3 }),
    fc.constantFrom(...NUMBERS, Infinity, 1e-8, 255.5),
    (comparison, operands, number) => {
      const test: PropertyTest = { root: 'properties', path: ['v'], comparison, operands };
      assert.equal(passesNumber(numberTest(comparison, operands), number), matchesTest(number, test));
    },
  );
  fc.assert(property, { numRuns: randomCases(2000) });
});
