import { NAMESPACE } from '../feature/feature.ts';
import type { JsonObject } from '../json/own.ts';
import type { FeatureTest, TextTest } from './query.ts';
import { eachTextOf, wordsOf } from './text-search.ts';

/** Among the paths of properties that have an index, that of all of them together: an index of their words. */
export const TEXT_INDEX: readonly string[] = [];

export function isTextIndex(path: readonly string[]): boolean {
  return path.length === 0;
}

/** Longer words are cut: an index finds too much, never too little. */
const MAX_WORD_LENGTH = 64;

/** Features with more words are found by every search. 2048 words of four bytes a character fill half of a `tsvector`. */
const MAX_WORDS = 2048;

/** Stands for all words. No word has this character. */
export const ANY_WORD = '※';

/** What an index has of a feature: each of its words once. */
export function indexedWords(properties: JsonObject): string[] {
  const words = new Set<string>();
  eachTextOf(properties, (text) => {
    if (words.size <= MAX_WORDS) for (const word of wordsOf(text)) words.add(cut(word));
  });
  return words.size > MAX_WORDS ? [ANY_WORD] : [...words];
}

/** The beginnings of words that an index is asked for; undefined where it does not have all that is looked through. */
export function soughtWords({ words, paths }: TextTest): string[] | undefined {
  return paths?.some(([name]) => name === NAMESPACE) ? undefined : [...new Set(words.map(cut))];
}

/** The words of all tests that an index can be asked for. */
export function allSoughtWords(tests: readonly FeatureTest[]): string[] {
  return tests.flatMap((test) => (test.root === 'text' ? (soughtWords(test) ?? []) : []));
}

function cut(word: string): string {
  return word.length <= MAX_WORD_LENGTH ? word : [...word].slice(0, MAX_WORD_LENGTH).join('');
}
