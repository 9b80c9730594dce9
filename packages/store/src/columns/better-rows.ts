import { SCORES } from '../model/query/text-search.ts';
import { type Column, KIND } from './batch.ts';
import { entriesOf, FULLY_FOLDED, foldedEntries } from './joined-dictionary.ts';
import { FALSE, passingRows } from './outcomes.ts';
import { JsonScores, NumberScores } from './value-scores.ts';
import { entriesWithWord } from './word-entries.ts';

const IN_WORD = '[\\p{L}\\p{N}]';
const BETWEEN = '[^\\p{L}\\p{N}]';

/**
 * What a folded text has to be like so that a feature with it can score more than others do: a word that scores more than it does
 * as a beginning is there as a whole, and so on. Undefined where any text may do.
 */
export function betterText(words: readonly string[], score: number): RegExp | undefined {
  const any = `(?:${words.join('|')})(?!${IN_WORD})`;
  const least = score / words.length;
  if (least >= SCORES.firstWord)
    return new RegExp(`^${BETWEEN}*${words.join(`${BETWEEN}+`)}${BETWEEN}*$`, 'u');
  if (least >= SCORES.word) return new RegExp(`^${BETWEEN}*${any}`, 'u');
  return least >= SCORES.beginning ? new RegExp(`(?<!${IN_WORD})${any}`, 'u') : undefined;
}

/** Of the rows that pass, those which may score more than others do, by what one of their columns has. */
export class BetterRows {
  readonly #outcomes: Uint8Array;
  readonly #passing: Uint32Array;
  readonly #words: readonly string[];
  readonly #text: RegExp;
  readonly #least: number;
  readonly #inNumbers: NumberScores;
  readonly #isBetter: Uint8Array;

  /** Some word has to score more than `least` somewhere; `text` is what texts are like in which one does. */
  constructor(outcomes: Uint8Array, words: readonly string[], text: RegExp, least: number) {
    this.#outcomes = outcomes;
    this.#passing = passingRows(outcomes);
    this.#words = words;
    this.#text = text;
    this.#least = least;
    this.#inNumbers = new NumberScores(words);
    this.#isBetter = new Uint8Array(outcomes.length);
  }

  /** Looks for them in a column. */
  look(column: Column, hasOthers: boolean): void {
    const found = this.#words.map((word) => entriesWithWord(column, word)).filter((one) => one !== undefined);
    if ((found.length === 0 && !hasOthers) || this.#passing.length === 0) return;
    const { kinds, codes, numbers } = column;
    const isBetterText = this.#textTest(column, found);
    const inJson = new JsonScores(column, this.#words);
    // 1: not better, 2: better.
    const known = new Uint8Array(codes.length > 0 ? entriesOf(column) : 0);
    for (const row of this.#passing) {
      if (this.#isBetter[row] === 1) continue;
      const kind = kinds[row]!;
      if (kind === KIND.number)
        this.#isBetter[row] = this.#inNumbers.isAbove(numbers[row]!, this.#least) ? 1 : 0;
      else if (kind === KIND.json) this.#isBetter[row] = this.#isAbove(inJson.scores(codes[row]!)) ? 1 : 0;
      else if (kind >= KIND.text) {
        const code = codes[row]!;
        known[code] ||= isBetterText(code) ? 2 : 1;
        this.#isBetter[row] = known[code] - 1;
      }
    }
  }

  #isAbove(scores: readonly number[] | undefined): boolean {
    return scores?.some((score) => score > this.#least) ?? false;
  }

  #textTest(column: Column, found: readonly Uint8Array[]): (code: number) => boolean {
    if (found.length === 0) return () => false;
    const entry = foldedEntries(column, FULLY_FOLDED);
    return (code) => found.some((entries) => entries[code] === 1) && this.#text.test(entry(code));
  }

  /** The others pass no longer. */
  dropOthers(): void {
    for (const row of this.#passing) if (this.#isBetter[row] === 0) this.#outcomes[row] = FALSE;
  }
}
