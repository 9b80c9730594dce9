import { foldAccents, foldCase, foldLetters } from '@meridian/filter';
import type { Column, EncodedTexts } from './batch.ts';

/** How texts are changed before something is looked for in them, in this order. */
export type Folds = readonly (keyof typeof FOLDING)[];

const FOLDING = { accenti: foldAccents, casei: foldCase, letters: foldLetters };

/** As the words of a text search are. */
export const FULLY_FOLDED: Folds = ['letters', 'casei'];

const SEPARATOR = '\0';

/** A dictionary as one text in which something is looked for, or entry by entry where one of them has the separator. */
type Joined = { joined: string } | { entries: readonly string[] };

/** Who types a word asks again with each letter: what was folded is kept as long as the column is. */
const joinedDictionaries = new WeakMap<Column, Map<string, Joined>>();

function joinedOf(column: Column, folds: Folds): Joined {
  const known = joinedDictionaries.get(column) ?? new Map<string, Joined>();
  joinedDictionaries.set(column, known);
  const name = folds.join();
  let joined = known.get(name);
  if (!joined) {
    joined = joinedAscii(column.encoded, folds.includes('casei')) ?? joinedTexts(column.dictionary, folds);
    known.set(name, joined);
  }
  return joined;
}

/** So many marks in a row are folded in another way, which is each text's own concern. */
const MANY_MARKS = /\p{M}{64}/u;

function joinedTexts(dictionary: readonly string[], folds: Folds): Joined {
  const joined = dictionary.join(SEPARATOR);
  // Folding looks at neighbours, but never across a separator.
  const isFoldedAtOnce = !MANY_MARKS.test(joined) && !dictionary.some((text) => text.includes(SEPARATOR));
  return isFoldedAtOnce
    ? { joined: folded(joined, folds) }
    : { entries: dictionary.map((text) => folded(text, folds)) };
}

/**
 * The same without making a text of each entry, where all of them are ASCII: that has no accents, and of its letters each has
 * one other case. Undefined where there is anything else, or the separator.
 */
function joinedAscii(encoded: EncodedTexts | undefined, isLowerCase: boolean): Joined | undefined {
  if (!encoded) return undefined;
  const { bytes, lengths } = encoded;
  // Only in ASCII are there as many bytes as code units.
  const separated = Buffer.allocUnsafe(bytes.length + Math.max(0, lengths.length - 1));
  let at = 0;
  let to = 0;
  for (let entry = 0; entry < lengths.length; entry++) {
    if (entry > 0) separated[to++] = 0;
    for (const end = at + lengths[entry]!; at < end; at++) {
      const byte = bytes[at]!;
      if (byte === 0 || byte > 0x7f) return undefined;
      separated[to++] = isLowerCase && byte >= 0x41 && byte <= 0x5a ? byte | 0x20 : byte;
    }
  }
  return { joined: separated.toString('latin1', 0, to) };
}

function folded(text: string, folds: Folds): string {
  return folds.reduce((folded, fold) => FOLDING[fold](folded), text);
}

/** Finds the next place in a text at or behind a position; -1 where there is none. */
export type Find = (text: string, from: number) => number;

/** In which entries of the dictionary of a column something is found that never has a NUL: 1 or 0 for each. */
export function entriesWith(column: Column, folds: Folds, find: Find): Uint8Array {
  const found = new Uint8Array(column.encoded ? column.encoded.lengths.length : column.dictionary.length);
  const text = joinedOf(column, folds);
  if ('entries' in text) {
    for (const [code, entry] of text.entries.entries()) if (find(entry, 0) >= 0) found[code] = 1;
    return found;
  }
  const { joined } = text;
  let code = 0;
  let end = endOfEntry(joined, 0);
  for (let at = find(joined, 0); at >= 0; at = find(joined, end)) {
    for (; at > end; code++) end = endOfEntry(joined, end + 1);
    found[code] = 1;
  }
  return found;
}

function endOfEntry(joined: string, from: number): number {
  const end = joined.indexOf(SEPARATOR, from);
  return end < 0 ? joined.length : end;
}
