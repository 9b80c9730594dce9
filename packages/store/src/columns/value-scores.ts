import { parseStored } from '../model/json/exact-json.ts';
import { eachText, SCORES, scoreText } from '../model/query/text-search.ts';
import type { Column } from './batch.ts';
import { entriesByCode } from './joined-dictionary.ts';
import { entriesWithPart } from './word-entries.ts';

/** What each word scores in a text. */
export function scoresOf(text: string, words: readonly string[]): number[] {
  const scores = new Array<number>(words.length).fill(0);
  scoreText(text, words, scores);
  return scores;
}

/** Digits that whole numbers may begin with: those of the number, which no other has. */
const DIGITS = /^(0|[1-9][0-9]{0,15})$/;

/** So many numbers that are not whole are remembered. */
const MAX_KNOWN = 4096;

/** What words score in numbers, written as JSON has them. */
export class NumberScores {
  readonly #words: readonly string[];
  /** Of each word the number that has these digits; -1 where no whole number begins with them. */
  readonly #prefixes: Float64Array;
  readonly #known = new Map<number, readonly number[]>();

  constructor(words: readonly string[]) {
    this.#words = words;
    this.#prefixes = Float64Array.from(words, (word) => (DIGITS.test(word) ? Number(word) : -1));
  }

  /** What one of the words scores. */
  score(number: number, nth: number): number {
    if (!Number.isSafeInteger(number)) return this.#scoresOf(number)[nth]!;
    const prefix = this.#prefixes[nth]!;
    const whole = Math.abs(number);
    if (whole === prefix) return this.#words.length === 1 ? SCORES.whole : SCORES.firstWord;
    return prefix > 0 && beginsWith(whole, prefix) ? SCORES.beginning : 0;
  }

  /** Whether one of the words scores more than this. */
  isAbove(number: number, least: number): boolean {
    for (let nth = 0; nth < this.#words.length; nth++) if (this.score(number, nth) > least) return true;
    return false;
  }

  #scoresOf(number: number): readonly number[] {
    let scores = this.#known.get(number);
    if (!scores) {
      scores = scoresOf(String(number), this.#words);
      if (this.#known.size >= MAX_KNOWN) this.#known.clear();
      this.#known.set(number, scores);
    }
    return scores;
  }
}

/** Whether the digits of one number begin with those of another. */
function beginsWith(number: number, prefix: number): boolean {
  for (let factor = 1; prefix * factor <= number; factor *= 10)
    if (number < (prefix + 1) * factor) return true;
  return false;
}

/** What words score in the arrays and objects of a column, each looked at once; undefined where none is in it. */
export class JsonScores {
  readonly #column: Column;
  readonly #words: readonly string[];
  readonly #known = new Map<number, readonly number[] | undefined>();
  #entry: ((code: number) => string) | undefined;

  constructor(column: Column, words: readonly string[]) {
    this.#column = column;
    this.#words = words;
  }

  scores(code: number): readonly number[] | undefined {
    if (!this.#known.has(code)) this.#known.set(code, this.#scoresOf(code));
    return this.#known.get(code);
  }

  /** Names of members are in its text too, and what is escaped changes where words begin: where the text has a word, its values are looked at. */
  #scoresOf(code: number): readonly number[] | undefined {
    if (!this.#words.some((word) => entriesWithPart(this.#column, word)?.[code] === 1)) return undefined;
    this.#entry ??= entriesByCode(this.#column);
    const scores = new Array<number>(this.#words.length).fill(0);
    eachText(parseStored(this.#entry(code)), (text) => scoreText(text, this.#words, scores));
    return scores.some((score) => score > 0) ? scores : undefined;
  }
}
