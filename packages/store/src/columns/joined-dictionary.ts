import { foldAccents, foldCase } from '@meridian/filter';

/** How texts are changed before something is looked for in them, in this order. */
export type Folds = readonly ('accenti' | 'casei')[];

export const FULLY_FOLDED: Folds = ['accenti', 'casei'];

const SEPARATOR = '\0';

/** A dictionary as one text in which something is looked for, or entry by entry where one of them has the separator. */
type Joined = { joined: string } | { entries: readonly string[] };

/** Who types a word asks again with each letter: what was folded is kept as long as the column is. */
const joinedDictionaries = new WeakMap<readonly string[], Map<string, Joined>>();

function joinedOf(dictionary: readonly string[], folds: Folds): Joined {
  const known = joinedDictionaries.get(dictionary) ?? new Map<string, Joined>();
  joinedDictionaries.set(dictionary, known);
  const name = folds.join();
  let joined = known.get(name);
  if (!joined) {
    const entries = folds.length === 0 ? dictionary : dictionary.map((text) => folded(text, folds));
    const isPlain = entries.every((entry) => !entry.includes(SEPARATOR));
    joined = isPlain ? { joined: entries.join(SEPARATOR) } : { entries };
    known.set(name, joined);
  }
  return joined;
}

function folded(text: string, folds: Folds): string {
  return folds.reduce((folded, fold) => (fold === 'casei' ? foldCase(folded) : foldAccents(folded)), text);
}

/** Finds the next place in a text at or behind a position; -1 where there is none. */
export type Find = (text: string, from: number) => number;

/** In which entries of a dictionary something is found that never has a NUL: 1 or 0 for each. */
export function entriesWith(dictionary: readonly string[], folds: Folds, find: Find): Uint8Array {
  const found = new Uint8Array(dictionary.length);
  const text = joinedOf(dictionary, folds);
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
