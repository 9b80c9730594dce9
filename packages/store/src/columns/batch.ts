import { parseStored } from '../model/json/exact-json.ts';
import type { FeaturePath } from '../model/query/query.ts';
import type { ColumnMemory } from './column-memory.ts';
import type { NumberSteps } from './number-steps.ts';

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
  /** Empty where no row has a number; otherwise one for each row, 0 where the row has none. */
  readonly numbers: Float64Array;
  /** One of them; where it is there, the others need not be made for that. */
  numberAt?(row: number): number;
  /** What they are made from, where they are stored as steps. */
  readonly steps?: NumberSteps | undefined;
  /** Into the dictionary; the same rules. */
  readonly codes: Uint32Array;
  /** The same text may be in it more than once. */
  readonly dictionary: readonly string[];
  /** The same as it is stored, where it is. To look for something in all of it, its texts need not be made. */
  readonly encoded?: EncodedTexts | undefined;
  readonly memory?: ColumnMemory | undefined;
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
export function valueIn(column: Column, row: number): unknown {
  // One by one: what a stored column has not made yet is made when it is asked for.
  switch (column.kinds[row]) {
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
      return column.numbers[row];
    case KIND.text:
      return column.dictionary[column.codes[row]!];
    default:
      return parseStored(column.dictionary[column.codes[row]!]!);
  }
}

/** The column of a path that was asked for when the batch was made. */
export function requireColumn(column: Column | undefined, { root, path }: FeaturePath): Column {
  if (!column) throw new Error(`a batch was made without the column ${root} ${path.join('.')}`);
  return column;
}
