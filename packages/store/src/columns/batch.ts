import { boxOf, isEmptyBBox } from '@meridian/geo';
import { isRawNumber, parseStored } from '../model/json/exact-json.ts';
import type { StoredFeature } from '../model/query/match.ts';
import type { FeaturePath } from '../model/query/query.ts';

/** What a row has at a path. */
export const KIND = {
  absent: 0,
  null: 1,
  false: 2,
  true: 3,
  /** `numbers` has it. */
  number: 4,
  /** `dictionary` has it, at the row's code. */
  text: 5,
  /** An array or an object: `dictionary` has its JSON text, at the row's code. */
  json: 6,
  /** A number that a double cannot hold: `numbers` has the nearest one, `dictionary` its digits. */
  exact: 7,
} as const;

/** Values of one property path for the rows of a batch. */
export type Column = {
  /** Of each row, one of `KIND`. */
  readonly kinds: Uint8Array;
  /** Empty where no row has a number; otherwise one for each row, which means nothing where the row has none. */
  readonly numbers: Float64Array;
  /** Into the dictionary; the same rules. */
  readonly codes: Uint32Array;
  /** The same text may be in it more than once. */
  readonly dictionary: readonly string[];
  /** The same as it is stored, where it is. To look for something in all of it, its texts need not be made. */
  readonly encoded?: EncodedTexts | undefined;
};

/** Texts one behind the other in UTF-8, and the length of each in UTF-16 code units. */
export type EncodedTexts = { bytes: Uint8Array; lengths: Uint8Array | Uint16Array | Uint32Array };

/** Rows as columns, in insertion order. */
export interface Batch {
  readonly rows: number;
  /** The insertion number of each row. */
  readonly positions: Float64Array;
  /** West, south, east, north of each row; NaN without geometry. */
  readonly boxes: Float64Array;
  /**
   * The values at a path. Beside properties there are, below the root of the feature, `id`, `tags`, `createdAt`,
   * `updatedAt` and `geometry.type`.
   */
  column(path: FeaturePath): Column;
}

/** What a row has at a path, as filters see it: numbers are numbers, not their digits. Undefined where it has nothing. */
export function valueIn({ kinds, numbers, codes, dictionary }: Column, row: number): unknown {
  switch (kinds[row]) {
    case KIND.absent:
      return undefined;
    case KIND.null:
      return null;
    case KIND.false:
      return false;
    case KIND.true:
      return true;
    case KIND.number:
    case KIND.exact:
      return numbers[row];
    case KIND.text:
      return dictionary[codes[row]!];
    default:
      return parseStored(dictionary[codes[row]!]!);
  }
}

/** Of so many different texts in a column it is looked whether most of its texts are different. */
const MANY_TEXTS = 1024;
const MOSTLY_DIFFERENT = 0.9;

const NO_NUMBERS = new Float64Array(0);
const NO_CODES = new Uint32Array(0);

/** Collects the values of one path; rows that are not set have none. Grows where there are more rows than were expected. */
export class ColumnBuilder {
  readonly #rows: number;
  #kinds: Uint8Array;
  #numbers = NO_NUMBERS;
  #codes = NO_CODES;
  readonly #dictionary: string[] = [];
  /** Undefined where most texts occur once, so that to look for equal ones would only take time. */
  #codeOf: Map<string, number> | undefined = new Map();
  #texts = 0;
  /** How many UTF-16 units the dictionary has, and how many rows have a value. */
  #dictionaryLength = 0;
  #count = 0;

  constructor(rows: number) {
    this.#rows = rows;
    this.#kinds = new Uint8Array(rows);
  }

  get dictionaryLength(): number {
    return this.#dictionaryLength;
  }

  get count(): number {
    return this.#count;
  }

  /** `value` as `parseStored` gives it; undefined is none. */
  set(row: number, value: unknown): void {
    if (value === undefined) return;
    if (row >= this.#kinds.length) this.#grow(row);
    this.#count++;
    if (typeof value === 'string') this.#setText(row, KIND.text, value);
    else if (typeof value === 'number') this.#setNumber(row, KIND.number, value);
    else if (typeof value === 'boolean') this.#kinds[row] = value ? KIND.true : KIND.false;
    else if (value === null) this.#kinds[row] = KIND.null;
    else if (isRawNumber(value)) {
      this.#setNumber(row, KIND.exact, Number(value.rawJSON));
      this.#setText(row, KIND.exact, value.rawJSON);
    } else this.#setText(row, KIND.json, JSON.stringify(value));
  }

  /** The first so many rows; nothing may be set after that. */
  column(rows = this.#rows): Column {
    return {
      kinds: this.#kinds.subarray(0, rows),
      numbers: this.#numbers.subarray(0, rows),
      codes: this.#codes.subarray(0, rows),
      dictionary: this.#dictionary,
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

  #setNumber(row: number, kind: number, value: number): void {
    if (this.#numbers.length === 0) this.#numbers = new Float64Array(this.#kinds.length);
    this.#kinds[row] = kind;
    this.#numbers[row] = value;
  }

  #setText(row: number, kind: number, text: string): void {
    if (this.#codes.length === 0) this.#codes = new Uint32Array(this.#kinds.length);
    let code = this.#codeOf?.get(text);
    this.#texts++;
    if (code === undefined) {
      code = this.#dictionary.push(text) - 1;
      this.#codeOf?.set(text, code);
      this.#dictionaryLength += text.length;
      if (code === MANY_TEXTS && code > MOSTLY_DIFFERENT * this.#texts) this.#codeOf = undefined;
    }
    this.#kinds[row] = kind;
    this.#codes[row] = code;
  }
}

/** A stored feature and its insertion number. */
export type PlacedFeature = { seq: number; feature: StoredFeature };

/** A batch of features that were read as rows, with the columns of these paths. */
export function batchOf(placed: readonly PlacedFeature[], paths: readonly FeaturePath[]): Batch {
  const columns = new Map(paths.map((path) => [keyOf(path), columnOf(placed, path)]));
  let boxes: Float64Array | undefined;
  return {
    rows: placed.length,
    positions: Float64Array.from(placed, ({ seq }) => seq),
    get boxes() {
      boxes ??= boxesOf(placed);
      return boxes;
    },
    column: (path) => requireColumn(columns.get(keyOf(path)), path),
  };
}

/** The column of a path that was asked for when the batch was made. */
export function requireColumn(column: Column | undefined, { root, path }: FeaturePath): Column {
  if (!column) throw new Error(`a batch was made without the column ${root} ${path.join('.')}`);
  return column;
}

function columnOf(placed: readonly PlacedFeature[], path: FeaturePath): Column {
  const builder = new ColumnBuilder(placed.length);
  for (const [row, { feature }] of placed.entries()) builder.set(row, feature.valueAt(path));
  return builder.column();
}

function keyOf({ root, path }: FeaturePath): string {
  return JSON.stringify([root, ...path]);
}

function boxesOf(placed: readonly PlacedFeature[]): Float64Array {
  const boxes = new Float64Array(4 * placed.length).fill(Number.NaN);
  for (const [row, { feature }] of placed.entries()) {
    const box = feature.geometry && boxOf(feature.geometry);
    if (box && !isEmptyBBox(box)) boxes.set([box.west, box.south, box.east, box.north], 4 * row);
  }
  return boxes;
}
