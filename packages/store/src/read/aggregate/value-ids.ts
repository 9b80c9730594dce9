import { type Column, KIND } from '../../columns/batch.ts';
import { largestEntry, type NumberSteps } from '../../columns/number-steps.ts';
import { invalid } from '../../model/fault.ts';
import { parseStored, rawNumber } from '../../model/json/exact-json.ts';
import { isObject } from '../../model/json/own.ts';
import { type SortValue, sortableText } from '../../model/query/sort-value.ts';

/** A value that was found: as JSON.stringify is to write it, and what it is ordered by. */
export type Found = { value: unknown; sort: SortValue };

const NOTHING: Found = { value: null, sort: null };

/** All texts together may have so many UTF-16 units. */
const MAX_CHARS = 32_000_000;

const KIND_ROOM = 8;
const SMALL_NUMBERS = 2 ** 16;

/** Gives each different value a number, from 0 on in the order in which they come. Absent and null are the same. */
export class ValueIds {
  readonly #found: Found[] = [];
  readonly #numbers = new Map<number, number>();
  /** The same of small whole numbers, without a map: one more than the id, 0 where there is none yet. */
  #small = new Int32Array(64);
  /** Texts begin with the kind. */
  readonly #texts = new Map<string, number>();
  readonly #max: number;
  readonly #tooMany: string;
  #chars = 0;
  #nothing: number | undefined;

  /** `tooMany` is what is said when there are more than `max`. */
  constructor(max: number, tooMany: string) {
    this.#max = max;
    this.#tooMany = tooMany;
  }

  at(id: number): Found {
    return this.#found[id]!;
  }

  /** The number of the value in a row of a column, for many rows. */
  of({ kinds, numbers, codes, dictionary }: Column): (row: number) => number {
    // A text, a JSON text and digits that are written alike have one code.
    const known = new Int32Array(dictionary.length * KIND_ROOM).fill(-1);
    return (row) => {
      const kind = kinds[row]!;
      if (kind === KIND.number) return this.ofNumber(numbers[row]!);
      if (kind === KIND.absent || kind === KIND.null) return this.ofNothing();
      if (kind === KIND.true || kind === KIND.false) return this.#ofBoolean(kind === KIND.true);
      const code = codes[row]!;
      const entry = code * KIND_ROOM + kind;
      if (known[entry]! < 0) known[entry] = this.#ofEntry(kind, dictionary[code]!);
      return known[entry]!;
    };
  }

  /** The numbers of the values in all rows of a column; gives how many different ones there are by now. */
  fill(column: Column, ids: Uint32Array): number {
    const largest = largestSmall(column);
    if (largest < SMALL_NUMBERS) {
      this.#reserveSmall(largest);
      if (column.steps) this.#fillSteps(column.steps, ids);
      else this.#fillSmall(column.numbers, ids);
      return this.#found.length;
    }
    const { kinds, numbers, codes, dictionary } = column;
    const ofCode = new Int32Array(codes.length > 0 ? dictionary.length : 0).fill(-1);
    let other: ((row: number) => number) | undefined;
    for (let row = 0; row < ids.length; row++) {
      const kind = kinds[row]!;
      if (kind === KIND.text) {
        const code = codes[row]!;
        if (ofCode[code]! < 0) ofCode[code] = this.ofText(dictionary[code]!);
        ids[row] = ofCode[code]!;
      } else if (kind === KIND.number) ids[row] = this.ofNumber(numbers[row]!);
      else if (kind <= KIND.null) ids[row] = this.ofNothing();
      else {
        other ??= this.of(column);
        ids[row] = other(row);
      }
    }
    return this.#found.length;
  }

  /** Steps of one: an eighth to a half of what has to be read otherwise. */
  #fillSteps({ base, entries }: NumberSteps, ids: Uint32Array): void {
    if (fillKnown(entries, this.#small.subarray(base), ids)) return;
    for (let row = 0; row < ids.length; row++) ids[row] = this.ofNumber(base + entries[row]!);
  }

  #fillSmall(numbers: Float64Array, ids: Uint32Array): void {
    const small = this.#small;
    for (let row = 0; row < ids.length; row++) {
      const known = small[numbers[row]!]!;
      ids[row] = known > 0 ? known - 1 : this.ofNumber(numbers[row]!);
    }
  }

  /** How many rows of a column have which value: rows are counted by their codes, and each code is looked up once. */
  tally(column: Column, use: (id: number, rows: number) => void): void {
    const { kinds, dictionary } = column;
    const counts = countsOf(column);
    for (let code = 0; code < dictionary.length; code++)
      if (counts[KIND_ROOM + code]! > 0) use(this.ofText(dictionary[code]!), counts[KIND_ROOM + code]!);
    const nothing = counts[KIND.absent]! + counts[KIND.null]!;
    if (nothing > 0) use(this.ofNothing(), nothing);
    const others = counts.subarray(KIND.false, KIND_ROOM).reduce((sum, count) => sum + count, 0);
    if (others === 0) return;
    const idOf = this.of(column);
    for (let row = 0; row < kinds.length; row++)
      if (kinds[row]! > KIND.null && kinds[row] !== KIND.text) use(idOf(row), 1);
  }

  ofNothing(): number {
    this.#nothing ??= this.#add(NOTHING);
    return this.#nothing;
  }

  ofNumber(number: number): number {
    const isSmall = number >= 0 && number < SMALL_NUMBERS && number === Math.trunc(number);
    if (isSmall && this.#small[number]! > 0) return this.#small[number]! - 1;
    const id = this.#ofAnyNumber(number);
    if (isSmall) this.#rememberSmall(number, id);
    return id;
  }

  #rememberSmall(number: number, id: number): void {
    this.#reserveSmall(number);
    this.#small[number] = id + 1;
  }

  #reserveSmall(number: number): void {
    if (number < this.#small.length) return;
    const larger = new Int32Array(Math.min(SMALL_NUMBERS, Math.max(number + 1, 2 * this.#small.length)));
    larger.set(this.#small);
    this.#small = larger;
  }

  #ofAnyNumber(number: number): number {
    // JSON has no -0.
    const value = number === 0 ? 0 : number;
    const id = this.#numbers.get(value);
    if (id !== undefined) return id;
    const added = this.#add({ value, sort: value });
    this.#numbers.set(value, added);
    return added;
  }

  /** `sort`: what it is ordered by, where that is not the text. */
  ofText(text: string, sort?: SortValue): number {
    return this.#ofKey(`s${text}`, () => ({ value: text, sort: sort ?? sortableText(text) }));
  }

  #ofBoolean(value: boolean): number {
    return this.#ofKey(String(value), () => ({ value, sort: value }));
  }

  #ofEntry(kind: number, entry: string): number {
    if (kind === KIND.text) return this.ofText(entry);
    if (kind === KIND.exact)
      return this.#ofKey(`n${entry}`, () => ({
        value: rawNumber(entry),
        sort: { exact: sortableText(entry) },
      }));
    const value = inOrder(parseStored(entry));
    const json = JSON.stringify(value);
    return this.#ofKey(`j${json}`, () => ({ value, sort: { json: sortableText(json) } }));
  }

  #ofKey(key: string, found: () => Found): number {
    const id = this.#texts.get(key);
    if (id !== undefined) return id;
    this.#chars += key.length;
    if (this.#chars > MAX_CHARS)
      throw invalid(`${this.#tooMany}: these have more than ${MAX_CHARS} characters together`);
    const added = this.#add(found());
    this.#texts.set(key, added);
    return added;
  }

  #add(found: Found): number {
    if (this.#found.length >= this.#max) throw invalid(this.#tooMany);
    return this.#found.push(found) - 1;
  }
}

/** The ids of small numbers, of which there is one more; whether all have one. Without a branch, for most blocks after the first. */
function fillKnown(entries: NumberSteps['entries'], small: Int32Array, ids: Uint32Array): boolean {
  let all = 0;
  for (let row = 0; row < entries.length; row++) {
    const id = small[entries[row]!]! - 1;
    ids[row] = id;
    all |= id;
  }
  return all >= 0;
}

const MASKS = Int32Array.from({ length: KIND_ROOM }, (_, kind) => (kind === KIND.text ? -1 : 0));
const OFFSETS = Int32Array.from({ length: KIND_ROOM }, (_, kind) => (kind === KIND.text ? KIND_ROOM : kind));

/** Counts rows by their kinds and, behind these, texts by their codes: without a branch, which processors would guess wrong. */
function countCodes(kinds: Uint8Array, codes: Uint32Array, counts: Int32Array): void {
  for (let row = 0; row < kinds.length; row++) {
    const kind = kinds[row]!;
    counts[(codes[row]! & MASKS[kind]!) + OFFSETS[kind]!]! += 1;
  }
}

/** Of columns with no more different texts than this: they are asked for again, and a column never changes. */
const MAX_REMEMBERED = 1024;
const rememberedCounts = new WeakMap<Column, Int32Array>();

/** How many rows have which kind and, behind these, which code of a text. */
function countsOf(column: Column): Int32Array {
  const known = rememberedCounts.get(column);
  if (known) return known;
  const { kinds, codes, dictionary } = column;
  const counts = new Int32Array(KIND_ROOM + dictionary.length);
  countCodes(kinds, codes, counts);
  if (dictionary.length <= MAX_REMEMBERED) rememberedCounts.set(column, counts);
  return counts;
}

const largestSmalls = new WeakMap<Column, number>();

/** The largest number of a column in which every row has a small whole number; Infinity of others. */
function largestSmall(column: Column): number {
  const known = largestSmalls.get(column);
  if (known !== undefined) return known;
  const isNumeric = column.kinds.every((kind) => kind === KIND.number);
  const largest = !isNumeric
    ? Infinity
    : column.steps
      ? largestStep(column.steps)
      : largestOf(column.numbers);
  largestSmalls.set(column, largest);
  return largest;
}

function largestStep(steps: NumberSteps): number {
  return steps.base >= 0 && steps.scale === 1 ? steps.base + largestEntry(steps) : Infinity;
}

function largestOf(numbers: Float64Array): number {
  let largest = 0;
  for (let row = 0; row < numbers.length && largest < SMALL_NUMBERS; row++) {
    const number = numbers[row]!;
    largest = number >= 0 && number === Math.trunc(number) ? Math.max(largest, number) : Infinity;
  }
  return largest;
}

/** Members in one order, so that equal objects are written alike. */
function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder);
  if (!isObject(value)) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([name, member]) => [name, inOrder(member)]));
}
