import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { relevance } from '../model/query/text-search.ts';
import { ColumnBuilder } from './column-builder.ts';
import { propertyKey } from './column-key.ts';
import { decodeColumn } from './decode-column.ts';
import { encodeColumn } from './encode-column.ts';
import { TRUE, UNDECIDED } from './outcomes.ts';
import { blockOf } from './testing.ts';
import { textPredicate } from './text-predicate.ts';
import { wordScores } from './word-scores.ts';

const value = fc.oneof(
  fc
    .array(fc.constantFrom('a', 'b', 'É', 'ß', '1', '2', ' ', '-', '\0'), { maxLength: 6 })
    .map((all) => all.join('')),
  fc.constantFrom<unknown>('AB 12', 'ab', 'a b', 12, -2.15, 1e21, 120, true, null, undefined, ['a b', 12], {
    a: 'ab',
  }),
);
const word = fc.constantFrom('a', 'ab', 'e', 'ss', '1', '12', '21', 'b');

test('rows score in a column what their features do, are left open or dropped because they score no more than others', () => {
  let scored = 0;
  let dropped = 0;
  fc.assert(
    fc.property(
      fc.array(value, { minLength: 1, maxLength: 30 }),
      fc.uniqueArray(word, { minLength: 1, maxLength: 3 }),
      fc.integer({ min: 0, max: 18 }),
      (values, words, above) => {
        const builder = new ColumnBuilder(values.length);
        for (const [row, one] of values.entries()) builder.set(row, one);
        const known = { keys: [propertyKey(['v'])], newestBlock: 1 };
        const block = blockOf(decodeColumn(encodeColumn(builder.column())));
        const outcomes = textPredicate({ root: 'text', words }, known).evaluate(block);
        const { rows, scores } = wordScores(block, outcomes, { root: 'text', words }, known, above)!;
        for (const [row, one] of values.entries()) {
          const expected = relevance({ properties: { v: one } }, { root: 'text', words });
          if (outcomes[row] === TRUE) assert.equal(scores[rows.indexOf(row)], expected, JSON.stringify(one));
          else if (outcomes[row] !== UNDECIDED) assert.ok(expected <= above, JSON.stringify(one));
          if (outcomes[row] === TRUE) scored++;
          else if (expected > 0) dropped++;
        }
      },
    ),
  );
  assert.ok(scored > 0 && dropped > 0);
});
