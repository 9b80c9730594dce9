import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { relevance } from '../model/query/text-search.ts';
import { BlockBuilder } from './block-builder.ts';
import { ColumnBuilder } from './column-builder.ts';
import { propertyKey } from './column-key.ts';
import { decodeColumn } from './decode-column.ts';
import { encodeColumn } from './encode-column.ts';
import { FALSE, TRUE, UNDECIDED } from './outcomes.ts';
import { StoredBlock } from './stored-block.ts';
import { decodeSummary } from './summary.ts';
import { blockOf } from './testing.ts';
import { textPredicate } from './text-predicate.ts';

const MARKS = '\u0301'.repeat(70);
const piece = fc.constantFrom(
  'a',
  'b',
  'É',
  'e\u0301',
  'ß',
  'Ø',
  'Σ',
  '1',
  '2',
  '𝔘',
  '🜨',
  ' ',
  '-',
  "'",
  '\0',
  MARKS,
);
/** The largest number that is whole for sure. */
const LONGEST = Number.MAX_SAFE_INTEGER;
const value = fc.oneof(
  fc.array(piece, { maxLength: 6 }).map((pieces) => pieces.join('')),
  fc.constantFrom('AB 12', 'b-A', 'ab', ''),
  fc.constantFrom<unknown>(12, -2.15, 1e21, 1.5e-7, 0, -0, 2100, 120, -1, true, null, undefined),
  fc.constantFrom<unknown>(LONGEST, ['a b', 12], ['1\nab'], [[-2, { ab: 'É' }]], { '12': true }, {}),
  fc.integer(),
);
/** Dictionaries of nothing else are looked through as bytes. */
const asciiValue = fc.oneof(fc.stringMatching(/^[abAB12 -]{0,6}$/), fc.integer());
const SOME = { minLength: 1, maxLength: 30 };
const word = fc.constantFrom(
  'a',
  'ab',
  'e',
  'ss',
  'σ',
  '0',
  '01',
  '1',
  '12',
  '21',
  '210',
  '1e',
  '𝔘',
  'b1',
  String(LONGEST),
);

test('words are found in a column where they are found in the features', () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.array(value, SOME), fc.array(asciiValue, SOME)),
      fc.uniqueArray(word, { minLength: 1, maxLength: 2 }),
      (values, words) => {
        const builder = new ColumnBuilder(values.length);
        for (const [row, one] of values.entries()) builder.set(row, one);
        const column = builder.column();
        const known = { keys: [propertyKey(['v'])], newestBlock: 1 };
        const predicate = textPredicate({ root: 'text', words }, known);
        const expected = values.map((one) =>
          relevance({ properties: { v: one } }, { root: 'text', words }) > 0 ? TRUE : FALSE,
        );
        for (const stored of [column, decodeColumn(encodeColumn(column))])
          assert.deepEqual([...predicate.evaluate(blockOf(stored))], expected);
      },
    ),
  );
});

/** The block of features with such properties, as it is read: with its gaps, and a column of `v`. */
function builtBlock(propertiesOf: (row: number) => object): StoredBlock {
  const builder = new BlockBuilder();
  for (let row = 0; row < 2000; row++) {
    const head = `{"type":"Feature","id":"f${row}","geometry":`;
    const properties = JSON.stringify(propertiesOf(row));
    const propertiesStart = `${head}null,"properties":`.length;
    builder.add({
      seq: row + 1,
      id: `f${row}`,
      text: `${head}null,"properties":${properties}}`,
      geometryStart: head.length,
      propertiesStart,
      propertiesEnd: propertiesStart + properties.length,
      hasZ: 0,
      box: undefined,
      geometryType: undefined,
    });
  }
  const { first, last, rows, gaps, columns } = builder.finish(() => false, 0);
  const key = propertyKey(['v']);
  const column = columns.find((one) => one.key === key)!;
  const block = new StoredBlock(
    'a space',
    { block: 7, first, last, rows, gaps },
    new Set([key, propertyKey(['at'])]),
    new Map([[key, decodeSummary(column.summary)]]),
  );
  block.load(key, decodeColumn(column.bytes));
  return block;
}

describe('where a word is in no column that is known', () => {
  const outcomeIn = (block: StoredBlock, newestBlock = 7) =>
    textPredicate({ root: 'text', words: ['b'] }, { keys: [propertyKey(['v'])], newestBlock }).evaluate(
      block,
    )[0];

  test('it is nowhere, if all properties have columns', () => {
    assert.equal(outcomeIn(builtBlock(() => ({ v: 'a' }))), FALSE);
  });

  test('it may be in a property whose column would be too large', () => {
    assert.equal(outcomeIn(builtBlock((row) => ({ v: 'a', long: `${row} `.repeat(400) }))), UNDECIDED);
  });

  test('it may be in a column of a block that was made later', () => {
    assert.equal(
      outcomeIn(
        builtBlock(() => ({ v: 'a' })),
        6,
      ),
      UNDECIDED,
    );
  });

  test('an object without a column of its own counts as its members', () => {
    const block = builtBlock((row) => ({
      v: 'a',
      pad: 'b'.repeat(200),
      at: { row, name: `n${row}`.repeat(9) },
    }));
    assert.ok(block.info.gaps.omitted.includes(propertyKey(['at'])));
    assert.ok(block.isComplete({ keys: [], newestBlock: 7 }));
    // Other blocks have a column of it.
    const keys = [propertyKey(['v']), propertyKey(['at'])];
    const outcomeOf = (words: string[], paths?: string[][]) =>
      textPredicate({ root: 'text', words, ...(paths && { paths }) }, { keys, newestBlock: 7 }).evaluate(
        block,
      )[0];
    assert.deepEqual(
      [outcomeOf(['a']), outcomeOf(['z']), outcomeOf(['z'], [['at']])],
      [TRUE, FALSE, UNDECIDED],
    );
  });
});
