import { foldCase, foldLetters } from '@meridian/filter';
import { NAMESPACE } from '../feature/feature.ts';
import { isRawNumber } from '../json/exact-json.ts';
import { isObject, type JsonObject, valueAt } from '../json/own.ts';
import type { TextTest } from './query.ts';

const WORD = /[\p{L}\p{N}]+/gu;

/**
 * Texts that differ only in case, accents and letters that are spelled otherwise become equal. What is in an index of words was
 * folded so: a change of it takes a new format of both engines' files (`SINCE.words`), with which indexes are built again.
 */
export function fold(text: string): string {
  return foldCase(foldLetters(text));
}

/** The words of a text, folded: `Château d'Eau` → chateau, d, eau. */
export function wordsOf(text: string): string[] {
  return fold(text).match(WORD) ?? [];
}

const IN_WORD = /[\p{L}\p{N}]/u;

/** Of ASCII, what words are made of. */
export const IS_IN_WORD = Uint8Array.from({ length: 128 }, (_, code) =>
  IN_WORD.test(String.fromCharCode(code)) ? 1 : 0,
);

/** Whether what is at a position goes on with a word, in a text that begins at `start`. */
export function isBehindLetter(text: string, at: number, start: number): boolean {
  if (at === start) return false;
  const before = text.charCodeAt(at - 1);
  if (before < IS_IN_WORD.length) return IS_IN_WORD[before] === 1;
  const isPair =
    at > start + 1 && /[\udc00-\udfff]/.test(text[at - 1]!) && /[\ud800-\udbff]/.test(text[at - 2]!);
  return IN_WORD.test(text.slice(isPair ? at - 2 : at - 1, at));
}

/** How good it is that a word was found so. */
export const SCORES = { beginning: 1, word: 2, firstWord: 3, whole: 6 } as const;

/**
 * How well a feature matches: each word of the test must begin a word of a text or number below `properties`, or of those
 * that are named. 0 = not at all. Whole words count more than beginnings, the first word of a text more than later ones, a
 * text that has nothing else the most.
 */
export function relevance({ properties }: { readonly properties: JsonObject }, test: TextTest): number {
  const best = new Array<number>(test.words.length).fill(0);
  const score = (text: string) => scoreText(text, test.words, best);
  if (test.paths) for (const path of test.paths) eachText(valueAt(properties, path), score);
  else eachTextOf(properties, score);
  return best.includes(0) ? 0 : best.reduce((sum, score) => sum + score, 0);
}

/** Digits and, in large or small numbers, an exponent. */
export const IN_NUMBERS = /^[0-9][0-9e]*$/;

/** Beside ASCII, what may be folded into it; a backslash, which may stand for anything. */
const NOT_AS_WRITTEN = /[^ -[\]-~]/;

/** Whether no text or number of some JSON has a word that begins as one of these; false where that does not show at once. */
export function lacksWord(json: string, words: readonly string[]): boolean {
  // Numbers may be written otherwise than they are searched for.
  if (words.every((word) => IN_NUMBERS.test(word)) || NOT_AS_WRITTEN.test(json)) return false;
  const lower = json.toLowerCase();
  return words.some((word) => !IN_NUMBERS.test(word) && !lower.includes(word));
}

/** The texts and numbers in which words are looked for where no property is named. */
export function eachTextOf(properties: JsonObject, visit: (text: string) => void): void {
  for (const name of Object.keys(properties)) if (name !== NAMESPACE) eachText(properties[name], visit);
}

export function eachText(value: unknown, visit: (text: string) => void): void {
  if (typeof value === 'string') visit(value);
  else if (typeof value === 'number') visit(String(value));
  else if (isRawNumber(value)) visit(value.rawJSON);
  else if (Array.isArray(value)) for (const element of value) eachText(element, visit);
  else if (isObject(value)) for (const name of Object.keys(value)) eachText(value[name], visit);
}

/** Raises the score of each word that is found better in this text than before. */
export function scoreText(text: string, words: readonly string[], best: number[]): void {
  const found = wordsOf(text);
  const isWhole = found.length === words.length && found.every((word, i) => word === words[i]);
  for (const [i, wanted] of words.entries()) {
    const score = isWhole ? SCORES.whole : scoreWord(found, wanted);
    if (score > best[i]!) best[i] = score;
  }
}

function scoreWord(found: readonly string[], wanted: string): number {
  let score = 0;
  for (const [i, word] of found.entries()) {
    if (!word.startsWith(wanted)) continue;
    const own = word !== wanted ? SCORES.beginning : i === 0 ? SCORES.firstWord : SCORES.word;
    if (own > score) score = own;
  }
  return score;
}
