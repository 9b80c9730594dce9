/**
 * A stored column, see `packing.ts`:
 * - a header of `HEADER_WORDS` words;
 * - the kind of each row, a byte each, unless all have the same;
 * - the number that all others are counted from, as a double;
 * - the numbers of the rows that have one: 1, 2 or 4 bytes each, or doubles;
 * - the codes of the rows that have one: 1, 2 or 4 bytes each;
 * - the lengths of the texts of the dictionary in UTF-16 units, then the texts.
 * Every section begins at a multiple of 8 bytes. Words are little-endian, as on every machine that Node.js runs on.
 */
export const FORMAT = 0x324c4f43;

export const WORD = {
  rows: 0,
  /** A kind and 1; 0 = rows have different ones. */
  uniformKind: 1,
  numbers: 2,
  numberWidth: 3,
  numberScale: 4,
  codeWidth: 5,
  entries: 6,
  lengthWidth: 7,
  textBytes: 8,
  isUtf16: 9,
} as const;
export const HEADER_WORDS = 12;

/** Whole numbers above `base`, in steps of one by this much; of width 8 they are doubles. */
export type NumberForm = { width: 1 | 2 | 4 | 8; scale: number; base: number };

export const NUMBER_SCALES = [1, 10, 100, 1e3, 1e4, 1e5, 1e6, 1e7] as const;

export const ENTRY_WIDTHS = { 1: Uint8Array, 2: Uint16Array, 4: Uint32Array } as const;
