import type { Column } from './batch.ts';
import { type ColumnMemory, memoryOf } from './column-memory.ts';
import { entriesOf, entriesWith, FULLY_FOLDED } from './joined-dictionary.ts';

/** How many words a column remembers the entries of: they are asked for again when what was found is ranked. */
const REMEMBERED_WORDS = 8;

/** For each entry of a dictionary whether something is in it: 1 or 0; undefined where it is in none. */
type FoundEntries = Uint8Array | undefined;

/** In which entries of its dictionary a column has a word that begins so. */
export function entriesWithWord(column: Column, word: string): FoundEntries {
  return found(column, word, true);
}

/** In which entries of its dictionary a column has something, wherever in a word. */
export function entriesWithPart(column: Column, part: string): FoundEntries {
  return found(column, part, false);
}

function found(column: Column, wanted: string, isWordStart: boolean): FoundEntries {
  if (entriesOf(column) === 0) return undefined;
  const memory = memoryOf(column);
  const known = memory.get<Map<string, FoundEntries>>(
    'words',
    () => new Map(),
    () => 0,
  );
  const name = `${isWordStart ? '^' : ''}${wanted}`;
  if (!known.has(name)) {
    if (known.size >= REMEMBERED_WORDS) forget(known, memory);
    const entries = entriesWith(column, FULLY_FOLDED, wanted, isWordStart);
    const isAny = entries.includes(1);
    known.set(name, isAny ? entries : undefined);
    if (isAny) memory.grow(entries.length);
    return isAny ? entries : undefined;
  }
  return known.get(name);
}

function forget(known: Map<string, FoundEntries>, memory: ColumnMemory): void {
  let bytes = 0;
  for (const entries of known.values()) bytes += entries?.length ?? 0;
  known.clear();
  memory.grow(-bytes);
}
