import type { TextTest } from '../model/query/query.ts';
import { scoreText } from '../model/query/text-search.ts';
import { type Column, KIND } from './batch.ts';
import { BetterRows, betterText } from './better-rows.ts';
import { isOfUser, propertyKey } from './column-key.ts';
import { entriesOf } from './joined-dictionary.ts';
import { TRUE, UNDECIDED } from './outcomes.ts';
import type { KnownColumns, LoadedBlock } from './predicate.ts';
import { entriesWithWord, hasOthers, mayBeInJson, mayHaveWord } from './text-predicate.ts';

/**
 * How well each row of a block that passes matches the words of a test, as `relevance` has it; undefined where the block does not
 * have all that they are looked for in. Rows of which columns do not tell become undecided. Rows that certainly score no more than
 * `above` may pass no longer.
 */
export function wordScores(
  block: LoadedBlock,
  outcomes: Uint8Array,
  test: TextTest,
  known: KnownColumns,
  above = 0,
): Float64Array | undefined {
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
    const rows = new BetterRows(outcomes, words, better);
    for (const key of columns) rows.look(block.column(key)!, hasOthers(block.summary(key)!, words));
    rows.dropOthers();
  }
  const best = new Uint8Array(outcomes.length * words.length);
  for (const key of columns) scoreColumn(block.column(key)!, outcomes, words, best);
  return sums(best, outcomes, words.length);
}

function scoreColumn(column: Column, outcomes: Uint8Array, words: readonly string[], best: Uint8Array): void {
  const { kinds, numbers, codes } = column;
  const ofEntry = new EntryScores(column, words);
  for (let row = 0; row < kinds.length; row++) {
    if (outcomes[row] !== TRUE) continue;
    switch (kinds[row]) {
      case KIND.text:
      case KIND.exact:
        raise(best, row, ofEntry.scores(codes[row]!), words.length);
        break;
      case KIND.number:
        raise(best, row, scoresOf(String(numbers[row]), words), words.length);
        break;
      case KIND.json:
        if (ofEntry.isOpen(codes[row]!)) outcomes[row] = UNDECIDED;
    }
  }
}

function scoresOf(text: string, words: readonly string[]): number[] {
  const scores = new Array<number>(words.length).fill(0);
  scoreText(text, words, scores);
  return scores;
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
  readonly #scores = new Map<number, readonly number[]>();
  readonly #isOpen = new Map<number, boolean>();

  constructor(column: Column, words: readonly string[]) {
    this.#column = column;
    this.#words = words;
  }

  scores(code: number): readonly number[] | undefined {
    this.#found ??= this.#entries();
    if (this.#found[code] !== 1) return undefined;
    let scores = this.#scores.get(code);
    if (!scores) {
      scores = scoresOf(this.#column.dictionary[code]!, this.#words);
      this.#scores.set(code, scores);
    }
    return scores;
  }

  isOpen(code: number): boolean {
    let isOpen = this.#isOpen.get(code);
    if (isOpen === undefined) {
      isOpen = this.#words.some((word) => mayBeInJson(this.#column.dictionary[code]!, word));
      this.#isOpen.set(code, isOpen);
    }
    return isOpen;
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
function sums(best: Uint8Array, outcomes: Uint8Array, words: number): Float64Array {
  const scores = new Float64Array(outcomes.length);
  for (let row = 0; row < outcomes.length; row++) {
    if (outcomes[row] !== TRUE) continue;
    for (let word = 0; word < words; word++) {
      const score = best[row * words + word]!;
      if (score === 0) outcomes[row] = UNDECIDED;
      scores[row]! += score;
    }
  }
  return scores;
}
