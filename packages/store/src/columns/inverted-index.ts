import { firstIndex } from '../model/first-index.ts';
import { unpacked } from './packing.ts';

/**
 * The words of all that users have written in a block, and where each of them is. A part of it as it is stored (see `packing.ts`):
 * - a header of `INDEX_HEADER_WORDS` words: how many words, how many postings, how many bytes of texts;
 * - of each word, in the order of UTF-16 units, how many bytes it shares with the one before, then how many it has beside them;
 * - these bytes, in UTF-8;
 * - how many postings each has, in 2 bytes;
 * - the postings: their upper bytes, then their lower bytes.
 * Every section begins at a multiple of 8 bytes. A posting is a row, and in two bits how the word is in it.
 */
export const INDEX_FORMAT = 0x31584449;
export const INDEX_HEADER_WORDS = 4;

/** It has so many parts: who looks for a word reads only the one that its first letter says. */
export const INDEX_PARTS = 16;
/** What rows of a block fit into a posting. */
export const MAX_INDEXED_ROWS = 1 << 14;
/** Of longer words the beginning is listed. */
export const MAX_WORD_UNITS = 64;

/** How a word is in a text. */
export const PLACE = {
  /** Behind another one. */
  later: 0,
  /** Before two others or more. */
  first: 1,
  /** Before one other. */
  firstOfTwo: 2,
  /** There is no other. */
  only: 3,
} as const;

export function rowOf(posting: number): number {
  return posting >> 2;
}

export function placeOf(posting: number): number {
  return posting & 3;
}

export function partOf(word: string): number {
  return word.charCodeAt(0) % INDEX_PARTS;
}

const KEY_START = 'words ';

/** The name under which a part is stored beside the columns. */
export function partKey(part: number): string {
  return `${KEY_START}${part}`;
}

export function isPartKey(key: string): boolean {
  return key.startsWith(KEY_START);
}

/** Where rows with a word that begins so are listed; undefined where that does not tell. */
export function indexKey(word: string): string | undefined {
  return word === '' || word.length >= MAX_WORD_UNITS ? undefined : partKey(partOf(word));
}

/** The postings of a word, and those of all longer ones that begin with it. A row may be in them more than once. */
export type Found = { whole: Uint16Array; longer: Uint16Array };

export class IndexPart {
  readonly #texts: Buffer;
  /** Where the text of each word begins, and its postings; behind the last one, where they end. */
  readonly #textStarts: Uint32Array;
  readonly #postingStarts: Uint32Array;
  readonly #postings: Uint16Array;

  constructor(stored: Uint8Array) {
    const sections = new Sections(unpacked(stored, INDEX_FORMAT));
    const [words, postings, bytes] = sections.header;
    const shared = sections.next(words!);
    const own = sections.next(words!);
    const suffixes = sections.next(bytes!);
    this.#textStarts = startsOf(words!, (word) => shared[word]! + own[word]!);
    this.#texts = joinedTexts(this.#textStarts, shared, suffixes);
    const counts = sections.next(2 * words!);
    this.#postingStarts = startsOf(words!, (word) => counts[2 * word]! | (counts[2 * word + 1]! << 8));
    this.#postings = interleaved(sections.next(postings!), sections.next(postings!));
  }

  get bytes(): number {
    const { length } = this.#textStarts;
    return this.#texts.length + 8 * length + 2 * this.#postings.length;
  }

  find(word: string): Found {
    const count = this.#textStarts.length - 1;
    const first = firstIndex(0, count, (nth) => this.#word(nth) >= word);
    const isThere = first < count && this.#word(first) === word;
    const behind = isThere ? first + 1 : first;
    const end = firstIndex(behind, count, (nth) => !this.#word(nth).startsWith(word));
    const starts = this.#postingStarts;
    return {
      whole: this.#postings.subarray(starts[first], starts[behind]),
      longer: this.#postings.subarray(starts[behind], starts[end]),
    };
  }

  #word(nth: number): string {
    return this.#texts.toString('utf8', this.#textStarts[nth], this.#textStarts[nth + 1]);
  }
}

/** Reads the sections of a body one behind the other. */
class Sections {
  readonly header: Uint32Array;
  readonly #body: Uint8Array;
  #at = 4 * INDEX_HEADER_WORDS;

  constructor(body: Uint8Array) {
    this.#body = body;
    this.header = new Uint32Array(body.buffer, body.byteOffset, INDEX_HEADER_WORDS);
  }

  next(length: number): Uint8Array {
    const start = this.#at;
    this.#at += Math.ceil(length / 8) * 8;
    return this.#body.subarray(start, start + length);
  }
}

function startsOf(count: number, lengthOf: (nth: number) => number): Uint32Array {
  const starts = new Uint32Array(count + 1);
  for (let nth = 0; nth < count; nth++) starts[nth + 1] = starts[nth]! + lengthOf(nth);
  return starts;
}

/** Each text begins with as much of the one before as they share. */
function joinedTexts(starts: Uint32Array, shared: Uint8Array, suffixes: Uint8Array): Buffer {
  const texts = Buffer.alloc(starts.at(-1)!);
  let next = 0;
  for (let word = 0; word < shared.length; word++) {
    const start = starts[word]!;
    const before = word === 0 ? 0 : starts[word - 1]!;
    const common = shared[word]!;
    for (let i = 0; i < common; i++) texts[start + i] = texts[before + i]!;
    for (let at = start + common; at < starts[word + 1]!; at++) texts[at] = suffixes[next++]!;
  }
  return texts;
}

function interleaved(upper: Uint8Array, lower: Uint8Array): Uint16Array {
  const numbers = new Uint16Array(upper.length);
  for (let i = 0; i < numbers.length; i++) numbers[i] = (upper[i]! << 8) | lower[i]!;
  return numbers;
}
