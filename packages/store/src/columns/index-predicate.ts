import type { TextTest } from '../model/query/query.ts';
import { SCORES } from '../model/query/text-search.ts';
import { type Found, indexKey, PLACE, placeOf, rowOf } from './inverted-index.ts';
import { FALSE, passingRows, TRUE, UNDECIDED } from './outcomes.ts';
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

/** What was found in a block while it is held against words: for those rows that pass it is asked once more. */
const found = new WeakMap<LoadedBlock, Map<string, Found>>();

function postingsOf(block: LoadedBlock, word: string): Found {
  const known = found.get(block) ?? new Map<string, Found>();
  if (known.size === 0) found.set(block, known);
  const postings = known.get(word) ?? block.indexPart(indexKey(word)!).find(word);
  known.set(word, postings);
  return postings;
}

/** The rarest word comes first: only its rows are looked at again. */
function rowsWith(block: LoadedBlock, words: readonly string[]): Uint8Array {
  const outcomes = new Uint8Array(block.rows).fill(FALSE);
  const postings = words.map((word) => postingsOf(block, word));
  const [rarest, ...others] = postings.sort((a, b) => countOf(a) - countOf(b));
  if (!rarest || countOf(rarest) === 0) return outcomes;
  // How many words a row still lacks, counted from what is true upwards: one behind the other is taken off.
  const lacking = TRUE + others.length;
  for (const postings of [rarest.whole, rarest.longer])
    for (let i = 0; i < postings.length; i++) outcomes[rowOf(postings[i]!)] = lacking;
  for (const [nth, { whole, longer }] of others.entries())
    for (const postings of [whole, longer]) takeOff(outcomes, postings, lacking - nth);
  if (others.length > 0)
    for (const postings of [rarest.whole, rarest.longer])
      for (let i = 0; i < postings.length; i++)
        if (outcomes[rowOf(postings[i]!)]! > TRUE) outcomes[rowOf(postings[i]!)] = FALSE;
  return outcomes;
}

function countOf({ whole, longer }: Found): number {
  return whole.length + longer.length;
}

function takeOff(outcomes: Uint8Array, postings: Uint16Array, lacking: number): void {
  for (let i = 0; i < postings.length; i++) {
    const row = rowOf(postings[i]!);
    if (outcomes[row] === lacking) outcomes[row] = lacking - 1;
  }
}

/** What some rows of a block score, in their order. */
export type RowScores = { rows: Uint32Array; scores: Float64Array };

/**
 * How well the rows that pass match words, as `relevance` has it. Whether a text has nothing but these words, where there are
 * several, takes the text: rows that may have such a one become undecided. Undefined, and nothing changed, where these are more than
 * `maxOpen`.
 */
export function indexedScores(
  block: LoadedBlock,
  outcomes: Uint8Array,
  words: readonly string[],
  maxOpen: number,
): RowScores | undefined {
  const rows = passingRows(outcomes);
  const places = placesOf(rows, block.rows);
  const scores = new Float64Array(rows.length);
  const isFirst = words.length === 2 ? PLACE.firstOfTwo : PLACE.first;
  const matched = new Uint16Array(words.length === 1 ? 0 : rows.length);
  for (const [nth, word] of words.entries()) {
    const { whole, longer } = postingsOf(block, word);
    addScores(scores, places, whole, longer, words.length === 1 ? SCORES.whole : SCORES.firstWord);
    if (words.length > 1) countMatched(matched, places, whole, nth, isFirst);
  }
  const open: number[] = [];
  for (let i = 0; i < matched.length; i++) if (matched[i] === words.length) open.push(rows[i]!);
  if (open.length > maxOpen) return undefined;
  for (const row of open) outcomes[row] = UNDECIDED;
  return { rows, scores };
}

/** Of each row of a block its place among some of them, from 1 on; 0 = it is none of them. */
function placesOf(rows: Uint32Array, count: number): Uint16Array {
  const places = new Uint16Array(count);
  for (let i = 0; i < rows.length; i++) places[rows[i]!] = i + 1;
  return places;
}

/** Adds the best that a word scores in each of the rows; `alone` is what it does where there is no other. */
function addScores(
  scores: Float64Array,
  places: Uint16Array,
  whole: Uint16Array,
  longer: Uint16Array,
  alone: number,
): void {
  // Behind one for all other rows.
  const best = new Uint8Array(scores.length + 1);
  for (let i = 0; i < longer.length; i++) best[places[rowOf(longer[i]!)]!] = SCORES.beginning;
  for (let i = 0; i < whole.length; i++) {
    const nth = places[rowOf(whole[i]!)]!;
    if (nth === 0) continue;
    const place = placeOf(whole[i]!);
    const score = place === PLACE.later ? SCORES.word : place === PLACE.only ? alone : SCORES.firstWord;
    if (score > best[nth]!) best[nth] = score;
  }
  for (let i = 0; i < scores.length; i++) scores[i]! += best[i + 1]!;
}

/** Rows that had all words before, the first one at the beginning of a text, have one more. */
function countMatched(
  matched: Uint16Array,
  places: Uint16Array,
  whole: Uint16Array,
  nth: number,
  isFirst: number,
): void {
  for (let i = 0; i < whole.length; i++) {
    const at = places[rowOf(whole[i]!)]! - 1;
    if (at >= 0 && matched[at] === nth && (nth > 0 || placeOf(whole[i]!) === isFirst)) matched[at] = nth + 1;
  }
}
