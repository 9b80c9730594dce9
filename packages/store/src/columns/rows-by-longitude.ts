import type { BBox } from '@meridian/geo';
import { boxSides, sideOf } from './area-predicate.ts';
import { KIND } from './batch.ts';
import { COLUMN } from './column-key.ts';
import { memoryOf } from './column-memory.ts';
import type { LoadedBlock } from './predicate.ts';

/** Rows are told apart by so many stripes around the earth, by their west sides. */
const STRIPES = 1024;
/** In degrees: what is wider is near everything. */
const WIDE = 2;
/** From this part of the rows on, to look at all of them costs less than to pick out those that are near. */
const MAX_PART = 1 / 3;

/** The rows of a block from west to east. Those without geometry are left out. */
export class RowsByLongitude {
  /** By stripe, and ascending in each. */
  readonly #rows: Uint32Array;
  /** Where each stripe begins among them; behind them those that are wide, and where these end. */
  readonly #starts = new Uint32Array(STRIPES + 2);
  readonly #rowCount: number;
  #all: Uint32Array | undefined;

  /** `stripes`: of each row; `STRIPES` of a wide one, more of one without geometry. */
  constructor(stripes: Uint16Array) {
    const starts = this.#starts;
    this.#rowCount = stripes.length;
    for (let row = 0; row < stripes.length; row++) {
      const stripe = stripes[row]!;
      if (stripe <= STRIPES) starts[stripe + 1]!++;
    }
    for (let stripe = 0; stripe <= STRIPES; stripe++) starts[stripe + 1]! += starts[stripe]!;
    const rows = new Uint32Array(starts[STRIPES + 1]!);
    const next = starts.slice();
    for (let row = 0; row < stripes.length; row++) {
      const stripe = stripes[row]!;
      if (stripe <= STRIPES) rows[next[stripe]!++] = row;
    }
    this.#rows = rows;
  }

  /** With the list of all rows, whether it was asked for or not. */
  get bytes(): number {
    return 2 * this.#rows.byteLength + this.#starts.byteLength;
  }

  /** Those that may reach between two longitudes, ascending; all where that is as good. */
  between(west: number, east: number): Uint32Array {
    const rows = this.#rows;
    const wide = this.#starts[STRIPES]!;
    const from = this.#starts[stripeOf(west - WIDE)]!;
    const to = this.#starts[stripeOf(east) + 1]!;
    if (to - from + rows.length - wide <= rows.length * MAX_PART)
      return inOrder([rows.subarray(from, to), rows.subarray(wide)], this.#rowCount);
    this.#all ??= inOrder([rows], this.#rowCount);
    return this.#all;
  }
}

/** Of lists that have no row in common. Sorting takes longer. */
function inOrder(lists: readonly Uint32Array[], rowCount: number): Uint32Array {
  const isIn = new Uint8Array(rowCount);
  let count = 0;
  for (const rows of lists) {
    for (let i = 0; i < rows.length; i++) isIn[rows[i]!] = 1;
    count += rows.length;
  }
  const ascending = new Uint32Array(count);
  let found = 0;
  for (let row = 0; found < count; row++) if (isIn[row] === 1) ascending[found++] = row;
  return ascending;
}

function stripeOf(longitude: number): number {
  const stripe = Math.floor(((longitude + 180) / 360) * STRIPES);
  return Math.min(STRIPES - 1, Math.max(0, stripe));
}

/** The rows of a block that may reach between the west and the east of a box, ascending. It has the columns of boxes. */
export function rowsNear(block: LoadedBlock, { west, east }: Pick<BBox, 'west' | 'east'>): Uint32Array {
  return memoryOf(block.column(COLUMN.west)!)
    .get(
      'rows by longitude',
      () => new RowsByLongitude(stripesOf(block)),
      ({ bytes }) => bytes,
    )
    .between(west, east);
}

function stripesOf(block: LoadedBlock): Uint16Array {
  const [{ kinds, numbers }, , easts] = boxSides(block);
  const stripes = new Uint16Array(block.rows).fill(STRIPES + 1);
  for (let row = 0; row < stripes.length; row++) {
    if (kinds[row] !== KIND.number) continue;
    const west = numbers[row]!;
    stripes[row] = sideOf(easts, row, west) - west > WIDE ? STRIPES : stripeOf(west);
  }
  return stripes;
}
