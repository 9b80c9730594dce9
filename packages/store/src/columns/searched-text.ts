import { isBehindLetter } from '../model/query/text-search.ts';

/** A long text in which something is looked for. */
export interface SearchedText<Sought = unknown> {
  /** What it takes beside the column that it is of. */
  readonly extraBytes: number;
  /** What is looked for, in the form in which it is. */
  sought(wanted: string): Sought;
  indexOf(sought: Sought, from: number): number;
  /** Whether what is at a position goes on with a word, in an entry that begins at `start`. */
  isBehindLetter(at: number, start: number): boolean;
  slice(from: number, to: number): string;
  /** The UTF-16 code unit at a position. */
  unitAt(at: number): number;
}

/** Where a text has such a letter, each of its letters takes two bytes. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they take one
const WIDE = /[^\x00-\xff]/;

export function searchedString(text: string): SearchedText<string> {
  return {
    extraBytes: WIDE.test(text) ? 2 * text.length : text.length,
    sought: (wanted) => wanted,
    indexOf: (sought, from) => text.indexOf(sought, from),
    isBehindLetter: (at, start) => isBehindLetter(text, at, start),
    slice: (from, to) => text.slice(from, to),
    unitAt: (at) => text.charCodeAt(at),
  };
}

/** A text of ASCII in the bytes of its column: a text of its own would take as much room again. */
export function searchedBytes(bytes: Buffer): SearchedText<Buffer> {
  return {
    extraBytes: 0,
    sought: (wanted) => Buffer.from(wanted),
    indexOf: (sought, from) => bytes.indexOf(sought, from),
    isBehindLetter: (at, start) => at > start && isBehindLetter(String.fromCharCode(bytes[at - 1]!), 1, 0),
    slice: (from, to) => bytes.toString('latin1', from, to),
    unitAt: (at) => bytes[at]!,
  };
}
