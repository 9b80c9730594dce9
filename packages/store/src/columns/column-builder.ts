import { isRawNumber } from '../model/json/exact-json.ts';
import { type Column, KIND } from './batch.ts';
import { TextCodes } from './text-codes.ts';

const NO_NUMBERS = new Float64Array(0);
const NO_CODES = new Uint32Array(0);

/** A column that was just made. */
export type BuiltColumn = Column & {
  /** Of each text of the dictionary; see `membership.ts`. */
  readonly hashes: Uint32Array;
};

/** Collects the values of one path; rows that are not set have none. Grows where there are more rows than were expected. */
export class ColumnBuilder {
  readonly #rows: number;
  #kinds: Uint8Array;
  #numbers = NO_NUMBERS;
  #codes = NO_CODES;
  readonly #texts = new TextCodes();
  /** How many rows have a value. */
  #count = 0;

  constructor(rows: number) {
    this.#rows = rows;
    this.#kinds = new Uint8Array(rows);
  }

  get dictionaryLength(): number {
    return this.#texts.length;
  }

  get count(): number {
    return this.#count;
  }

  /** `value` as `parseStored` gives it; undefined is none. */
  set(row: number, value: unknown): void {
    if (value === undefined) return;
    if (typeof value === 'string') this.setText(row, KIND.text, value);
    else if (typeof value === 'number') this.setNumber(row, value);
    else if (typeof value === 'boolean') this.setKind(row, value ? KIND.true : KIND.false);
    else if (value === null) this.setKind(row, KIND.null);
    else if (isRawNumber(value)) {
      this.setNumber(row, Number(value.rawJSON));
      this.#code(row, KIND.exact, value.rawJSON, 0, value.rawJSON.length);
    } else this.setText(row, KIND.json, JSON.stringify(value));
  }

  /** A value that there is no more to say of. */
  setKind(row: number, kind: number): void {
    if (row >= this.#kinds.length) this.#grow(row);
    this.#count++;
    this.#kinds[row] = kind;
  }

  setNumber(row: number, value: number): void {
    this.setKind(row, KIND.number);
    if (this.#numbers.length === 0) this.#numbers = new Float64Array(this.#kinds.length);
    this.#numbers[row] = value;
  }

  /** A text, or the JSON text of an array or object, that is a part of another one. */
  setText(row: number, kind: number, text: string, from = 0, to = text.length): void {
    this.setKind(row, kind);
    this.#code(row, kind, text, from, to);
  }

  #code(row: number, kind: number, text: string, from: number, to: number): void {
    if (this.#codes.length === 0) this.#codes = new Uint32Array(this.#kinds.length);
    this.#kinds[row] = kind;
    this.#codes[row] = this.#texts.codeOf(text, from, to);
  }

  /** The first so many rows; nothing may be set after that. */
  column(rows = this.#rows): BuiltColumn {
    return {
      kinds: this.#kinds.subarray(0, rows),
      numbers: this.#numbers.subarray(0, rows),
      codes: this.#codes.subarray(0, rows),
      dictionary: this.#texts.dictionary,
      hashes: this.#texts.hashes,
    };
  }

  #grow(row: number): void {
    const length = Math.max(row + 1, 2 * this.#kinds.length);
    const larger = <T extends Uint8Array | Float64Array | Uint32Array>(before: T, after: T): T => {
      after.set(before);
      return after;
    };
    this.#kinds = larger(this.#kinds, new Uint8Array(length));
    if (this.#numbers.length > 0) this.#numbers = larger(this.#numbers, new Float64Array(length));
    if (this.#codes.length > 0) this.#codes = larger(this.#codes, new Uint32Array(length));
  }
}
