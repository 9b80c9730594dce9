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

/** Where the postings of a word begin, where those of longer ones do, and where these end. */
type Ranges = { start: number; behind: number; end: number };

/** A part remembers where the postings of so many words are. */
const REMEMBERED_WORDS = 64;

/** A part as it is stored; only the postings of words that are looked for are made. */
export class IndexPart {
  readonly bytes: number;
  /** Of each word how many bytes it shares with the one before, and how many it has beside them. */
  readonly #shared: Uint8Array;
  readonly #own: Uint8Array;
  readonly #suffixes: Uint8Array;
  /** The lower and the upper byte of how many postings each has. */
  readonly #counts: Uint8Array;
  readonly #upper: Uint8Array;
  readonly #lower: Uint8Array;
  readonly #known = new Map<string, Ranges>();

  constructor(stored: Uint8Array) {
    const body = unpacked(stored, INDEX_FORMAT);
    const sections = new Sections(body);
    const [words, postings, bytes] = sections.header;
    this.bytes = body.length;
    this.#shared = sections.next(words!);
    this.#own = sections.next(words!);
    this.#suffixes = sections.next(bytes!);
    this.#counts = sections.next(2 * words!);
    this.#upper = sections.next(postings!);
    this.#lower = sections.next(postings!);
  }

  find(word: string): Found {
    let ranges = this.#known.get(word);
    if (!ranges) {
      if (this.#known.size >= REMEMBERED_WORDS) this.#known.clear();
      ranges = this.#rangesOf(Buffer.from(word));
      this.#known.set(word, ranges);
    }
    const { start, behind, end } = ranges;
    return { whole: this.#postings(start, behind), longer: this.#postings(behind, end) };
  }

  /** Words that begin alike lie together, the shortest first. */
  #rangesOf(wanted: Uint8Array): Ranges {
    const [shared, own, suffixes, counts] = [this.#shared, this.#own, this.#suffixes, this.#counts];
    const { length } = wanted;
    let suffix = 0;
    let end = 0;
    let found: Ranges | undefined;
    // How many bytes of the word before are those that are wanted; the same of the next one if they share more than these.
    let alike = 0;
    for (let nth = 0; nth < shared.length; nth++) {
      const common = shared[nth]!;
      if (common <= alike) {
        const most = common + Math.min(own[nth]!, length - common);
        for (alike = common; alike < most && suffixes[suffix + alike - common] === wanted[alike]; ) alike++;
      }
      const before = end;
      end += counts[2 * nth]! | (counts[2 * nth + 1]! << 8);
      suffix += own[nth]!;
      if (alike === length) {
        const isWhole = common + own[nth]! === length;
        found = { start: found?.start ?? before, behind: isWhole ? end : (found?.behind ?? before), end };
      } else if (found) break;
    }
    return found ?? { start: 0, behind: 0, end: 0 };
  }

  #postings(from: number, to: number): Uint16Array {
    const postings = new Uint16Array(to - from);
    for (let i = 0; i < postings.length; i++)
      postings[i] = (this.#upper[from + i]! << 8) | this.#lower[from + i]!;
    return postings;
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
