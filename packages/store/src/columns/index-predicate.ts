import type { TextTest } from '../model/query/query.ts';
import { SCORES } from '../model/query/text-search.ts';
import { type Found, indexKey, PLACE, placeOf, rowOf } from './inverted-index.ts';
import { FALSE, TRUE, UNDECIDED } from './outcomes.ts';
import type { LoadedBlock, Predicate, Summaries } from './predicate.ts';

/** Words anywhere in rows, by the inverted index of a block; by something else where a block has none. */
export function indexPredicate(words: readonly string[], otherwise: Predicate): Predicate {
  const keys = [...new Set(words.map(indexKey).filter((key) => key !== undefined))];
  const isIndexed = (block: Summaries) => hasIndexOf(block, words);
  return {
    keys: [...otherwise.keys, ...keys],
    outlook: (block) => (isIndexed(block) ? FALSE | TRUE : otherwise.outlook(block)),
    columnsFor: (block) => (isIndexed(block) ? keys : otherwise.columnsFor(block)),
    evaluate: (block) => (isIndexed(block) ? rowsWith(block, words) : otherwise.evaluate(block)),
  };
}

/** Whether the inverted index of a block tells which rows have what a test looks for. */
export function isIndexed(block: Summaries, { words, paths }: TextTest): boolean {
  return paths === undefined && hasIndexOf(block, words);
}

function hasIndexOf(block: Summaries, words: readonly string[]): boolean {
  return words.every((word) => {
    const key = indexKey(word);
    return key !== undefined && block.hasColumn(key);
  });
}

function postingsOf(block: LoadedBlock, word: string): Found {
  return block.indexPart(indexKey(word)!).find(word);
}

function rowsWith(block: LoadedBlock, words: readonly string[]): Uint8Array {
  const found = new Uint16Array(block.rows);
  for (const [nth, word] of words.entries()) {
    const { whole, longer } = postingsOf(block, word);
    countNext(found, whole, nth);
    countNext(found, longer, nth);
  }
  const outcomes = new Uint8Array(block.rows);
  for (let row = 0; row < outcomes.length; row++) outcomes[row] = found[row] === words.length ? TRUE : FALSE;
  return outcomes;
}

/** Rows in which so many of the words were found have one more. */
function countNext(found: Uint16Array, postings: Uint16Array, nth: number): void {
  for (let i = 0; i < postings.length; i++) {
    const row = rowOf(postings[i]!);
    if (found[row] === nth) found[row] = nth + 1;
  }
}

/**
 * How well each row that passes matches words, as `relevance` has it. Whether a text has nothing but these words, where there are
 * several, takes the text: rows that may have such a one become undecided. Undefined, and nothing changed, where these are more than
 * `maxOpen`.
 */
export function indexedScores(
  block: LoadedBlock,
  outcomes: Uint8Array,
  words: readonly string[],
  maxOpen: number,
): Float64Array | undefined {
  const scores = new Float64Array(block.rows);
  const isFirst = words.length === 2 ? PLACE.firstOfTwo : PLACE.first;
  const matched = new Uint16Array(block.rows);
  for (const [nth, word] of words.entries()) {
    const { whole, longer } = postingsOf(block, word);
    addScores(scores, whole, longer, words.length === 1 ? SCORES.whole : SCORES.firstWord);
    const begins = nth === 0 ? whole.filter((posting) => placeOf(posting) === isFirst) : whole;
    countNext(matched, begins, nth);
  }
  if (words.length === 1) return scores;
  const open: number[] = [];
  for (let row = 0; row < matched.length; row++)
    if (matched[row] === words.length && outcomes[row] === TRUE) open.push(row);
  if (open.length > maxOpen) return undefined;
  for (const row of open) outcomes[row] = UNDECIDED;
  return scores;
}

/** Adds the best that a word scores in each row; `alone` is what it does where there is no other. */
function addScores(scores: Float64Array, whole: Uint16Array, longer: Uint16Array, alone: number): void {
  const best = new Uint8Array(scores.length);
  for (let i = 0; i < longer.length; i++) best[rowOf(longer[i]!)] = SCORES.beginning;
  for (let i = 0; i < whole.length; i++) {
    const place = placeOf(whole[i]!);
    const score = place === PLACE.later ? SCORES.word : place === PLACE.only ? alone : SCORES.firstWord;
    const row = rowOf(whole[i]!);
    if (score > best[row]!) best[row] = score;
  }
  for (let row = 0; row < best.length; row++) scores[row]! += best[row]!;
}
