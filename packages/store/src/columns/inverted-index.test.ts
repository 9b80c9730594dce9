import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { JsonObject } from '../model/json/own.ts';
import { relevance, wordsOf } from '../model/query/text-search.ts';
import { BlockBuilder, type EncodedBlock } from './block-builder.ts';
import { isIntact } from './build-plan.ts';
import { indexedScores, isIndexed, type RowScores } from './index-predicate.ts';
import { IndexPart, isPartKey, MAX_WORD_UNITS } from './inverted-index.ts';
import { TRUE, UNDECIDED } from './outcomes.ts';
import { DamagedColumn } from './packing.ts';
import { StoredBlock } from './stored-block.ts';
import { decodeSummary } from './summary.ts';
import { textPredicate } from './text-predicate.ts';

/** Columns take no more than a third of what features take: it leaves room for an index. */
const FILLER = 'x'.repeat(12_000);

function built(rows: readonly JsonObject[], filler = FILLER): EncodedBlock {
  const builder = new BlockBuilder();
  for (const [i, properties] of rows.entries()) {
    const head = `{"type":"Feature","id":"${i}","filler":"${filler}","geometry":null,"properties":`;
    const text = `${head}${JSON.stringify(properties)}}`;
    const [geometryStart, propertiesStart] = [text.indexOf('null'), head.length];
    const bounds = { geometryStart, propertiesStart, propertiesEnd: text.length - 1, hasZ: 0 };
    builder.add({ seq: i + 1, id: String(i), text, ...bounds, box: undefined, geometryType: undefined });
  }
  return builder.finish(() => false, 0);
}

/** Without columns: what is told of it comes from the index. */
function indexOnly({ columns, gaps, rows, first, last }: EncodedBlock): StoredBlock {
  const parts = columns.filter(({ key }) => isPartKey(key));
  const summaries = new Map(parts.map(({ key, summary }) => [key, decodeSummary(summary)]));
  const info = { block: 1, first, last, rows, gaps };
  const block = new StoredBlock('test', info, new Set(summaries.keys()), summaries);
  for (const { key, bytes } of parts) block.loadPart(key, new IndexPart(bytes));
  return block;
}

const text = fc
  .array(fc.constantFrom('a', 'b', 'ab', 'É', 'ß', '1', '12', ' ', '-', '\0', '𝒳', '日', '\uffff'), {
    maxLength: 6,
  })
  .map((all) => all.join(''));
const OTHERS: unknown[] = [12, -2.15, 1e21, 120, 70_000, true, null, ['a b', 12], { a: 'ab' }, {}];
const LONG = 'a'.repeat(MAX_WORD_UNITS - 1);
const value: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 3, arbitrary: text },
  { weight: 2, arbitrary: fc.constantFrom(...OTHERS) },
  { weight: 1, arbitrary: fc.constantFrom(LONG, `${'a'.repeat(300)} b`) },
);
const properties = fc.record({ v: value, w: value, deep: fc.record({ v: value }) }, { requiredKeys: [] });
const word = fc.constantFrom('a', 'ab', 'b', 'e', 'ss', '1', '12', '𝒳', '日', LONG);
const words = fc.oneof(
  fc.array(word, { minLength: 1, maxLength: 3 }),
  text.map(wordsOf).filter(({ length }) => length > 0),
);

function scoresByRow({ rows, scores }: RowScores): Map<number, number> {
  return new Map(Array.from(rows, (row, i) => [row, scores[i]!]));
}

test('an inverted index finds the rows that have words, and what they score', () => {
  let [scored, open] = [0, 0];
  const property = fc.property(
    fc.array(properties, { minLength: 1, maxLength: 20 }),
    words,
    (rows, words) => {
      const block = indexOnly(built(rows as JsonObject[]));
      const test = { root: 'text', words } as const;
      assert.ok(isIndexed(block, test));
      const outcomes = textPredicate(test, { keys: [], newestBlock: 0 }).evaluate(block);
      const expected = rows.map((one) => relevance({ properties: one as JsonObject }, test));
      const passing = Array.from(outcomes, (outcome) => outcome === TRUE);
      assert.deepEqual(
        passing,
        expected.map((score) => score > 0),
      );
      const scores = scoresByRow(indexedScores(block, outcomes, words, Infinity)!);
      for (const [row, score] of expected.entries()) {
        if (outcomes[row] === TRUE) assert.equal(scores.get(row), score, JSON.stringify(rows[row]));
        if (outcomes[row] === TRUE) scored++;
        if (outcomes[row] === UNDECIDED) open++;
      }
    },
  );
  fc.assert(property, {
    numRuns: 200,
    examples: [
      [
        [{ v: 'a b' }, { w: 'b a' }],
        ['a', 'b'],
      ],
    ],
  });
  assert.ok(scored > 0 && open > 0);
});

test('where too many rows may have a text of nothing but the words, none is left open', () => {
  const block = indexOnly(built(Array.from({ length: 9 }, () => ({ v: 'Main Street' }))));
  const outcomes = new Uint8Array(9).fill(TRUE);
  assert.equal(indexedScores(block, outcomes, ['main', 'street'], 8), undefined);
  assert.deepEqual(outcomes, new Uint8Array(9).fill(TRUE));
  assert.ok(indexedScores(block, outcomes, ['main', 'street'], 9));
  assert.deepEqual(outcomes, new Uint8Array(9).fill(UNDECIDED));
});

test('a block without room for an index, or with objects that were not looked into, has none', () => {
  const hasIndex = ({ columns }: EncodedBlock) => columns.some(({ key }) => isPartKey(key));
  const texts = Array.from({ length: 50 }, (_, i) => ({ v: `${i} `.repeat(200) }));
  assert.equal(hasIndex(built(texts)), true);
  assert.equal(hasIndex(built(texts, '')), false);
  let deep: JsonObject = { v: 'a' };
  for (let i = 0; i < 10; i++) deep = { deep };
  assert.equal(hasIndex(built([deep])), false);
});

test('words of more than a posting has room for are not looked up in an index', () => {
  const block = indexOnly(built([{ v: 'a' }]));
  const isFound = (length: number) => isIndexed(block, { root: 'text', words: ['a'.repeat(length)] });
  assert.deepEqual([MAX_WORD_UNITS - 1, MAX_WORD_UNITS].map(isFound), [true, false]);
});

test('any changed byte of an index is noticed', () => {
  const { columns, rows } = built(Array.from({ length: 500 }, (_, i) => ({ v: `text ${i}` })));
  const { summary, bytes } = columns.find(({ key }) => key === 'words 1')!;
  assert.ok(isIntact([{ summary, bytes }], rows));
  for (const at of [0, 5, 17, Math.floor(bytes.length / 2), bytes.length - 1]) {
    const damaged = Uint8Array.from(bytes);
    damaged[at]! ^= 0x10;
    assert.throws(() => new IndexPart(damaged), DamagedColumn, `byte ${at}`);
    assert.ok(!isIntact([{ summary, bytes: damaged }], rows));
  }
});
