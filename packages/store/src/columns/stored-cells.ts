import type { CellsRequest } from '../model/build-request.ts';
import { ENTRY_WIDTHS } from './column-format.ts';
import { bytesOf, joinSections, packed, unpacked } from './packing.ts';

/**
 * In which cells the rows of a block are, as it is stored beside its columns, see `packing.ts`:
 * - a header of `HEADER_WORDS` words: how many rows, how many different cells, how many rows are in several cells, how many cells
 *   these have together, how many bytes each entry has, how many bytes the numbers of cells take;
 * - the numbers of the cells, which ascend, each as its difference to the one before: seven bits a byte, the lowest first, and one
 *   that says whether there are more;
 * - the entry of each row: one of `ENTRY`, or from `FIRST_CELL` on which of the cells it is in;
 * - of each row that is in several how many these are, in 4 bytes; then which ones.
 * Every section begins at a multiple of 8 bytes. Without rows it says that the cells would take too much room.
 */
export const CELLS_FORMAT = 0x314c4543;
const HEADER_WORDS = 6;

/** What a row has in place of a cell. */
export const ENTRY = {
  /** It was not looked at: nobody asks for the cell of what has no geometry. */
  unknown: 0,
  nowhere: 1,
  /** It takes the feature itself to know. */
  open: 2,
  several: 3,
} as const;
export const FIRST_CELL = 4;

const KEY_START = 'cells ';

/** The name under which the cells of a kind are stored beside the columns, and by which they are requested. */
export function cellsKey(kind: string): CellsRequest {
  return `${KEY_START}${kind}`;
}

export function isCellsKey(key: string): key is CellsRequest {
  return key.startsWith(KEY_START);
}

export function kindOfCells(key: CellsRequest): string {
  return key.slice(KEY_START.length);
}

type Entries = Uint8Array | Uint16Array | Uint32Array;

/** `lists`: for one row in several cells behind the other, which of `numbers` these are; `lengths`: how many each has. */
export type CellEntries = {
  numbers: Float64Array;
  entries: Uint32Array;
  lengths: Uint32Array;
  lists: Uint32Array;
};

/** Says that the cells of a block are not stored: so they are not asked for again and again. */
export function tooManyCells(): Uint8Array {
  return packed(new Uint8Array(4 * HEADER_WORDS), CELLS_FORMAT);
}

export function encodeCells({ numbers, entries, lengths, lists }: CellEntries): Uint8Array {
  const differences = differencesOf(numbers);
  const width = widthFor(numbers.length + FIRST_CELL);
  const header = Uint32Array.of(
    ...[entries.length, numbers.length, lengths.length],
    ...[lists.length, width, differences.length],
  );
  const narrowed = (values: Uint32Array) => bytesOf(new ENTRY_WIDTHS[width](values));
  const sections = [bytesOf(header), differences, narrowed(entries), bytesOf(lengths), narrowed(lists)];
  return packed(joinSections(sections), CELLS_FORMAT);
}

function widthFor(limit: number): 1 | 2 | 4 {
  return limit <= 2 ** 8 ? 1 : limit <= 2 ** 16 ? 2 : 4;
}

function differencesOf(numbers: Float64Array): Uint8Array {
  const bytes: number[] = [];
  let before = 0;
  for (const number of numbers) {
    let left = number - before;
    for (; left >= 128; left = Math.floor(left / 128)) bytes.push(128 + (left % 128));
    bytes.push(left);
    before = number;
  }
  return Uint8Array.from(bytes);
}

/** Cells as they were stored; read row by row, as far as they are asked for. */
export class StoredCells {
  /** 0 where they would take too much room. */
  readonly rows: number;
  readonly numbers: Float64Array;
  readonly entries: Entries;
  readonly lengths: Uint32Array;
  readonly lists: Entries;

  constructor(stored: Uint8Array) {
    const body = unpacked(stored, CELLS_FORMAT);
    const [rows, cells, listed, inLists, width, bytes] = new Uint32Array(
      body.buffer,
      body.byteOffset,
      HEADER_WORDS,
    );
    this.rows = rows!;
    let at = padded(4 * HEADER_WORDS);
    const next = <T>(
      Type: { new (buffer: ArrayBufferLike, offset: number, length: number): T },
      length: number,
      size: number,
    ): T => {
      const section = new Type(body.buffer, body.byteOffset + at, length);
      at += padded(length * size);
      return section;
    };
    const Entry = ENTRY_WIDTHS[(width || 1) as 1 | 2 | 4];
    this.numbers = numbersFrom(next(Uint8Array, bytes!, 1), cells!);
    this.entries = next<Entries>(Entry, rows!, width!);
    this.lengths = next(Uint32Array, listed!, 4);
    this.lists = next<Entries>(Entry, inLists!, width!);
  }

  get bytes(): number {
    const { numbers, entries, lengths, lists } = this;
    return numbers.byteLength + entries.byteLength + lengths.byteLength + lists.byteLength;
  }
}

function padded(length: number): number {
  return 8 * Math.ceil(length / 8);
}

function numbersFrom(bytes: Uint8Array, count: number): Float64Array {
  const numbers = new Float64Array(count);
  let number = 0;
  let at = 0;
  for (let i = 0; i < count; i++) {
    let factor = 1;
    for (; bytes[at]! >= 128; at++, factor *= 128) number += (bytes[at]! - 128) * factor;
    number += bytes[at++]! * factor;
    numbers[i] = number;
  }
  return numbers;
}
