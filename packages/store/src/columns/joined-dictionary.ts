import { isAscii } from 'node:buffer';
import { foldAccents, foldCase, foldLetters } from '@meridian/filter';
import type { Column } from './batch.ts';
import { memoryOf } from './column-memory.ts';
import { type SearchedText, searchedBytes, searchedString } from './searched-text.ts';

/** How texts are changed before something is looked for in them, in this order. */
export type Folds = readonly (keyof typeof FOLDING)[];

const FOLDING = { accenti: foldAccents, casei: foldCase, letters: foldLetters };

/** As the words of a text search are. */
export const FULLY_FOLDED: Folds = ['letters', 'casei'];

/** The entries of a dictionary one behind the other, and how long each of them is. */
type Joined = { text: SearchedText; lengths: ArrayLike<number>; starts?: Uint32Array };

/** Who types a word asks again with each letter: what was folded is remembered with the column. */
function joinedOf(column: Column, folds: Folds): Joined {
  return memoryOf(column).get(`joined ${folds.join()}`, () => joinFolded(column, folds), bytesOf);
}

/** With where entries begin, which is known once one of them is asked for. */
function bytesOf({ text, lengths }: Joined): number {
  return text.extraBytes + 4 * lengths.length;
}

/** Texts that are ASCII have no accents, and of their letters each has one other case. */
function joinFolded(column: Column, folds: Folds): Joined {
  const { encoded } = column;
  const inCase = (text: string) => (folds.includes('casei') ? text.toLowerCase() : text);
  if (!encoded) return foldOthers(joinedTexts(column.dictionary), folds, inCase);
  const bytes = Buffer.from(encoded.bytes.buffer, encoded.bytes.byteOffset, encoded.bytes.length);
  const { lengths } = encoded;
  if (!isAscii(bytes)) return foldOthers({ text: bytes.toString(), lengths }, folds, inCase);
  const text = bytes.toString('latin1');
  const folded = inCase(text);
  return { text: folded === text ? searchedBytes(bytes) : searchedString(folded), lengths };
}

type Texts = { text: string; lengths: ArrayLike<number> };

function joinedTexts(texts: readonly string[]): Texts {
  const lengths = new Uint32Array(texts.length);
  for (let i = 0; i < lengths.length; i++) lengths[i] = texts[i]!.length;
  return { text: texts.join(''), lengths };
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are ASCII too
const NOT_ASCII = /[^\x00-\x7f]/g;

/** Folds those entries that are not ASCII; others between them are changed by `inCase`, many at a time. */
function foldOthers({ text, lengths }: Texts, folds: Folds, inCase: (text: string) => string): Joined {
  if (folds.length === 0) return { text: searchedString(text), lengths };
  const newLengths = Uint32Array.from(lengths);
  const pieces: string[] = [];
  const others: string[] = [];
  const codes: number[] = [];
  let done = 0;
  let code = 0;
  let start = 0;
  NOT_ASCII.lastIndex = 0;
  for (let found = NOT_ASCII.exec(text); found; found = NOT_ASCII.exec(text)) {
    for (; start + lengths[code]! <= found.index; code++) start += lengths[code]!;
    const end = start + lengths[code]!;
    pieces.push(inCase(text.slice(done, start)));
    others.push(text.slice(start, end));
    codes.push(code);
    done = end;
    NOT_ASCII.lastIndex = end;
  }
  const last = inCase(text.slice(done));
  const foldedOthers = foldTogether(others, folds);
  let joined = '';
  for (const [i, piece] of pieces.entries()) {
    newLengths[codes[i]!] = foldedOthers[i]!.length;
    joined += piece + foldedOthers[i]!;
  }
  return { text: searchedString(joined + last), lengths: newLengths };
}

const SEPARATOR = '\0';

/** So many marks in a row are folded in another way, which is each text's own concern. */
const MANY_MARKS = /\p{M}{64}/u;

/** Folded as one text, which takes less than one by one: folding looks at neighbours, but never across a separator. */
function foldTogether(texts: readonly string[], folds: Folds): string[] {
  const joined = texts.join(SEPARATOR);
  const isFoldedAtOnce = !MANY_MARKS.test(joined) && !texts.some((text) => text.includes(SEPARATOR));
  return isFoldedAtOnce ? folded(joined, folds).split(SEPARATOR) : texts.map((text) => folded(text, folds));
}

function folded(text: string, folds: Folds): string {
  return folds.reduce((folded, fold) => FOLDING[fold](folded), text);
}

/** How many entries a dictionary has; to look at it would make its texts. */
export function entriesOf(column: Column): number {
  return column.encoded ? column.encoded.lengths.length : column.dictionary.length;
}

/** Texts as they are. */
const AS_THEY_ARE: Folds = [];

/** Gives entries of the dictionary of a column by their codes: the others need not be made for that. */
export function entriesByCode(column: Column): (code: number) => string {
  return column.encoded ? foldedEntries(column, AS_THEY_ARE) : (code) => column.dictionary[code]!;
}

/** The same, folded. */
export function foldedEntries(column: Column, folds: Folds): (code: number) => string {
  const { text, lengths, starts } = placed(column, folds);
  return (code) => text.slice(starts[code]!, starts[code]! + lengths[code]!);
}

/** Gives the first UTF-16 code unit of entries of the dictionary of a column; -1 of an empty one. */
export function firstUnits(column: Column): (code: number) => number {
  const { text, lengths, starts } = placed(column, AS_THEY_ARE);
  return (code) => (lengths[code] === 0 ? -1 : text.unitAt(starts[code]!));
}

/** Joined entries, and where each of them begins. */
function placed(column: Column, folds: Folds): Required<Joined> {
  const joined = joinedOf(column, folds);
  const starts = joined.starts ?? startsOf(joined.lengths);
  joined.starts = starts;
  return { ...joined, starts };
}

/** Where texts of these lengths begin that are one behind the other. */
export function startsOf(lengths: ArrayLike<number>): Uint32Array {
  const starts = new Uint32Array(lengths.length);
  for (let i = 1; i < starts.length; i++) starts[i] = starts[i - 1]! + lengths[i - 1]!;
  return starts;
}

/** In which entries of the dictionary of a column something is, or begins a word: 1 or 0 for each. */
export function entriesWith(column: Column, folds: Folds, wanted: string, isWordStart: boolean): Uint8Array {
  const { text, lengths } = joinedOf(column, folds);
  const found = new Uint8Array(lengths.length);
  if (wanted === '') return found.fill(1);
  let code = 0;
  let start = 0;
  const sought = text.sought(wanted);
  for (let at = text.indexOf(sought, 0); at >= 0; ) {
    for (; start + lengths[code]! <= at; code++) start += lengths[code]!;
    const end = start + lengths[code]!;
    const isIn = at + wanted.length <= end && !(isWordStart && text.isBehindLetter(at, start));
    if (isIn) found[code] = 1;
    at = text.indexOf(sought, isIn ? end : at + 1);
  }
  return found;
}
