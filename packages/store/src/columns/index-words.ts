import { parseStored } from '../model/json/exact-json.ts';
import { eachText, IS_IN_WORD, wordsOf } from '../model/query/text-search.ts';
import { type Column, KIND } from './batch.ts';
import { encodeIndex } from './encode-index.ts';
import { MAX_WORD_UNITS, PLACE, placeOf } from './inverted-index.ts';
import { TextCodes } from './text-codes.ts';

/** The values of some rows of a block, in their order. */
export type IndexedColumn = { rows: readonly number[]; column: Column };

/** The parts of an inverted index of columns; undefined where it would have more than so many postings. */
export function indexWords(columns: Iterable<IndexedColumn>, maxPostings: number): Uint8Array[] | undefined {
  const postings = new WordPostings();
  for (const column of columns) {
    addColumn(column, postings);
    if (postings.length > maxPostings) return undefined;
  }
  return encodeIndex(postings.words, postings.byWord());
}

function addColumn({ rows, column }: IndexedColumn, postings: WordPostings): void {
  const { kinds, codes, numbers, dictionary } = column;
  const inTexts = new KnownRanges(dictionary.length);
  const inJson = new KnownRanges(dictionary.length);
  for (let nth = 0; nth < rows.length; nth++) {
    const row = rows[nth]!;
    switch (kinds[nth]) {
      case KIND.text:
      case KIND.exact:
        inTexts.add(codes[nth]!, row, postings, (code) => postings.addText(dictionary[code]!, row));
        break;
      case KIND.json:
        inJson.add(codes[nth]!, row, postings, (code) => postings.addJson(dictionary[code]!, row));
        break;
      case KIND.number:
        postings.addNumber(numbers[nth]!, row);
    }
  }
}

/** Of each code the postings that were made for the first row that has it: those of other rows have the same words. */
class KnownRanges {
  readonly #starts: Int32Array;
  readonly #ends: Int32Array;

  constructor(codes: number) {
    this.#starts = new Int32Array(codes).fill(-1);
    this.#ends = new Int32Array(codes);
  }

  add(code: number, row: number, postings: WordPostings, make: (code: number) => void): void {
    if (this.#starts[code]! >= 0) return postings.repeat(this.#starts[code]!, this.#ends[code]!, row);
    this.#starts[code] = postings.length;
    make(code);
    this.#ends[code] = postings.length;
  }
}

const FIRST_ROOM = 1 << 16;
/** Small numbers are written often. */
const SMALL = 1 << 16;

/** Postings in the order in which they come, each with the number of its word. */
class WordPostings {
  readonly #codes = new TextCodes({ findsAll: true });
  readonly #small = new Int32Array(SMALL).fill(-1);
  #numbers = new Uint32Array(FIRST_ROOM);
  #postings = new Uint16Array(FIRST_ROOM);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  /** By their numbers; a word may be in it more than once. */
  get words(): readonly string[] {
    return this.#codes.dictionary;
  }

  /** What is ASCII has no accents, and each letter one other case. */
  addText(text: string, row: number): void {
    const first = this.#length;
    const lower = text.toLowerCase();
    let start = -1;
    for (let at = 0; at < lower.length; at++) {
      const unit = lower.charCodeAt(at);
      if (unit >= IS_IN_WORD.length) {
        this.#length = first;
        for (const word of wordsOf(text)) this.#add(this.#numberOf(word, 0, word.length), row << 2);
        return this.#placeFirst(first);
      }
      if (IS_IN_WORD[unit] === 0) {
        if (start >= 0) this.#add(this.#numberOf(lower, start, at), row << 2);
        start = -1;
      } else if (start < 0) start = at;
    }
    if (start >= 0) this.#add(this.#numberOf(lower, start, lower.length), row << 2);
    this.#placeFirst(first);
  }

  /** The members of objects are in columns of their own. */
  addJson(text: string, row: number): void {
    if (!text.startsWith('{')) eachText(parseStored(text), (one) => this.addText(one, row));
  }

  addNumber(number: number, row: number): void {
    const isSmall = number >= 0 && number < SMALL && Number.isInteger(number);
    if (!isSmall) return this.addText(String(number), row);
    if (this.#small[number]! < 0) {
      const digits = String(number);
      this.#small[number] = this.#numberOf(digits, 0, digits.length);
    }
    this.#add(this.#small[number]!, (row << 2) | PLACE.only);
  }

  /** Adds for another row what was added between two positions. */
  repeat(from: number, to: number, row: number): void {
    for (let i = from; i < to; i++) this.#add(this.#numbers[i]!, (row << 2) | placeOf(this.#postings[i]!));
  }

  /** Those of a word from its start up to the next one's. */
  byWord(): { starts: Uint32Array; postings: Uint16Array } {
    const starts = new Uint32Array(this.words.length + 1);
    for (let i = 0; i < this.#length; i++) starts[this.#numbers[i]! + 1]!++;
    for (let number = 0; number + 1 < starts.length; number++) starts[number + 1]! += starts[number]!;
    const postings = new Uint16Array(this.#length);
    const next = starts.slice();
    for (let i = 0; i < this.#length; i++) postings[next[this.#numbers[i]!]!++] = this.#postings[i]!;
    return { starts, postings };
  }

  #numberOf(text: string, from: number, to: number): number {
    return this.#codes.codeOf(text, from, Math.min(to, from + MAX_WORD_UNITS));
  }

  #add(number: number, posting: number): void {
    if (this.#length === this.#numbers.length) this.#grow();
    this.#numbers[this.#length] = number;
    this.#postings[this.#length++] = posting;
  }

  /** Says of the first word of a text how many follow it. */
  #placeFirst(first: number): void {
    const words = this.#length - first;
    if (words === 0) return;
    this.#postings[first]! |= words === 1 ? PLACE.only : words === 2 ? PLACE.firstOfTwo : PLACE.first;
  }

  #grow(): void {
    const [numbers, postings] = [this.#numbers, this.#postings];
    this.#numbers = new Uint32Array(2 * numbers.length);
    this.#postings = new Uint16Array(2 * postings.length);
    this.#numbers.set(numbers);
    this.#postings.set(postings);
  }
}
