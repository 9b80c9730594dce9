import type { TextTest } from '../model/query/query.ts';
import { type Column, KIND } from './batch.ts';
import { BetterRows, betterText } from './better-rows.ts';
import { isOfUser, propertyKey } from './column-key.ts';
import type { RowScores } from './index-predicate.ts';
import { entriesByCode, entriesOf } from './joined-dictionary.ts';
import { passingRows, UNDECIDED } from './outcomes.ts';
import type { KnownColumns, LoadedBlock } from './predicate.ts';
import { hasOthers, mayHaveWord } from './text-predicate.ts';
import { JsonScores, NumberScores, scoresOf } from './value-scores.ts';
import { entriesWithWord } from './word-entries.ts';

/**
 * How well the rows of a block that pass match the words of a test, as `relevance` has it; undefined where the block does not
 * have all that they are looked for in. Rows of which columns do not tell become undecided. Rows that certainly score no more than
 * `above` may pass no longer.
 */
export function wordScores(
  block: LoadedBlock,
  outcomes: Uint8Array,
  test: TextTest,
  known: KnownColumns,
  above = 0,
): RowScores | undefined {
  const keys = test.paths ? test.paths.map(propertyKey) : known.keys.filter(isOfUser);
  if (test.paths ? keys.some((key) => !block.summary(key)) : !block.isComplete(known)) return undefined;
  const { words } = test;
  const columns = keys.filter((key) => {
    const summary = test.paths || !block.isDivided(key) ? block.summary(key) : undefined;
    if (!summary || !words.some((word) => mayHaveWord(summary, word))) return false;
    return hasOthers(summary, words) || words.some((word) => entriesWithWord(block.column(key)!, word));
  });
  const better = betterText(words, above);
  if (better) {
    const rows = new BetterRows(outcomes, words, better, above / words.length);
    for (const key of columns) rows.look(block.column(key)!, hasOthers(block.summary(key)!, words));
    rows.dropOthers();
  }
  const passing = passingRows(outcomes);
  const best = new Uint8Array(outcomes.length * words.length);
  if (passing.length > 0) for (const key of columns) scoreColumn(block.column(key)!, passing, words, best);
  return sums(best, outcomes, passing, words.length);
}

function scoreColumn(column: Column, passing: Uint32Array, words: readonly string[], best: Uint8Array): void {
  const { kinds, numbers, codes } = column;
  const inEntries = new EntryScores(column, words);
  const inJson = new JsonScores(column, words);
  const inNumbers = new NumberScores(words);
  for (let i = 0; i < passing.length; i++) {
    const row = passing[i]!;
    switch (kinds[row]) {
      case KIND.text:
      case KIND.exact:
        raise(best, row, inEntries.scores(codes[row]!), words.length);
        break;
      case KIND.number:
        raiseByNumber(best, row, inNumbers, numbers[row]!, words.length);
        break;
      case KIND.json:
        raise(best, row, inJson.scores(codes[row]!), words.length);
    }
  }
}

function raiseByNumber(
  best: Uint8Array,
  row: number,
  inNumbers: NumberScores,
  number: number,
  words: number,
): void {
  for (let word = 0; word < words; word++) {
    const score = inNumbers.score(number, word);
    if (score > best[row * words + word]!) best[row * words + word] = score;
  }
}

function raise(best: Uint8Array, row: number, scores: readonly number[] | undefined, words: number): void {
  if (!scores) return;
  for (let word = 0; word < words; word++)
    if (scores[word]! > best[row * words + word]!) best[row * words + word] = scores[word]!;
}

/** What the entries of a dictionary score, each looked at once, and only where one of the words is in it. */
class EntryScores {
  readonly #column: Column;
  readonly #words: readonly string[];
  #found: Uint8Array | undefined;
  #entry: ((code: number) => string) | undefined;
  readonly #scores = new Map<number, readonly number[]>();

  constructor(column: Column, words: readonly string[]) {
    this.#column = column;
    this.#words = words;
  }

  scores(code: number): readonly number[] | undefined {
    this.#found ??= this.#entries();
    if (this.#found[code] !== 1) return undefined;
    let scores = this.#scores.get(code);
    if (!scores) {
      this.#entry ??= entriesByCode(this.#column);
      scores = scoresOf(this.#entry(code), this.#words);
      this.#scores.set(code, scores);
    }
    return scores;
  }

  #entries(): Uint8Array {
    const entries = new Uint8Array(entriesOf(this.#column));
    for (const word of this.#words) {
      const found = entriesWithWord(this.#column, word);
      if (found) for (let code = 0; code < found.length; code++) entries[code]! |= found[code]!;
    }
    return entries;
  }
}

/** A row that passes has every word somewhere: where one was not found, the row itself is asked. */
function sums(best: Uint8Array, outcomes: Uint8Array, rows: Uint32Array, words: number): RowScores {
  const scores = new Float64Array(rows.length);
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i]!;
    for (let word = 0; word < words; word++) {
      const score = best[row * words + word]!;
      if (score === 0) outcomes[row] = UNDECIDED;
      scores[i]! += score;
    }
  }
  return { rows, scores };
}
