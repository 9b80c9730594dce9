import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compileFilter, type Expression } from '@meridian/filter';
import fc from 'fast-check';
import { randomCases } from '../../../../testing/effort.ts';
import { ColumnBuilder } from './column-builder.ts';
import { decodeColumn } from './decode-column.ts';
import { encodeColumn } from './encode-column.ts';
import { expressionPredicate } from './expression-predicate.ts';
import { outcomeOf } from './outcomes.ts';
import { blockOf } from './testing.ts';

const piece = fc.constantFrom(
  'a',
  'A',
  'É',
  'e\u0301',
  'ß',
  'Ø',
  'Σ',
  'ς',
  '𝔘',
  '\ud835',
  ' ',
  '\0',
  '%',
  '_',
  '\\',
);
const text = fc.array(piece, { maxLength: 6 }).map((pieces) => pieces.join(''));
const value = fc.oneof({ weight: 6, arbitrary: text }, fc.constantFrom<unknown>(12, true, null, undefined));
const SOME = { minLength: 1, maxLength: 30 };
const fold = fc.constantFrom<'casei' | 'accenti'>('casei', 'accenti');

function folded(folds: readonly ('casei' | 'accenti')[], arg: Expression): Expression {
  return folds.reduce<Expression>((inner, kind) => ({ kind, arg: inner }), arg);
}

test('LIKE comes to the same in a column as in the features, however both sides are folded', () => {
  const folds = fc.array(fold, { maxLength: 2 });
  fc.assert(
    fc.property(
      fc.oneof(fc.array(value, SOME), fc.array(fc.stringMatching(/^[aAbB %_]{0,6}$/), SOME)),
      text,
      folds,
      folds,
      (values, pattern, a, b) => {
        const like: Expression = {
          kind: 'like',
          value: folded(a, { kind: 'property', name: 'v' }),
          pattern: folded(b, { kind: 'literal', value: pattern }),
        };
        const builder = new ColumnBuilder(values.length);
        for (const [row, one] of values.entries()) builder.set(row, one);
        const column = builder.column();
        const { evaluate } = compileFilter(like, undefined);
        const expected = values.map((one) =>
          outcomeOf(evaluate({ id: '', property: () => one, geometry: () => null })),
        );
        for (const one of [column, decodeColumn(encodeColumn(column))])
          assert.deepEqual([...expressionPredicate(like).evaluate(blockOf(one))], expected);
      },
    ),
    { numRuns: randomCases(400) },
  );
});

test('a column of more than a thousand different texts has each of its rows, also those that are equal', () => {
  const values = Array.from({ length: 3000 }, (_, i) => (i < 1500 ? `text ${i}` : `text ${i % 100}`));
  const builder = new ColumnBuilder(1);
  for (const [row, one] of values.entries()) builder.set(row, one);
  const { codes, dictionary } = builder.column(values.length);
  assert.deepEqual(
    Array.from(codes, (code) => dictionary[code]),
    values,
  );
});
