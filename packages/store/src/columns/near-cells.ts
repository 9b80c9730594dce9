import type { BBox } from '@meridian/geo';
import { boxSides, sideOf } from './area-predicate.ts';
import { KIND } from './batch.ts';
import { COLUMN } from './column-key.ts';
import { memoryOf } from './column-memory.ts';
import type { LoadedBlock } from './predicate.ts';

/** The world has so many columns and rows of cells. All codes of cells fit into two bytes. */
const SIDE = 250;
/** Instead of the cell that a row begins in with its south-west corner. */
const LARGE = SIDE * SIDE;
const NOWHERE = LARGE + 1;

/** In degrees: what is wider or higher is near everything. */
const MOST = 1;
/** With something for rounding. */
const REACH = MOST + 1e-6;

/** The cells in which features begin that may reach into some boxes. To look up the cell of every row takes less than to go by an index. */
export class NearCells {
  /** 1 for those that are near. */
  readonly #isNear = new Uint8Array(NOWHERE + 1);
  #rows = new Uint32Array(0);

  constructor(boxes: readonly BBox[]) {
    this.#isNear[LARGE] = 1;
    for (const { west, south, east, north } of boxes) {
      const [bottom, top] = [rowOf(south - REACH), rowOf(north)];
      for (let column = columnOf(west - REACH); column <= columnOf(east); column++)
        this.#isNear.fill(1, column * SIDE + bottom, column * SIDE + top + 1);
    }
  }

  /**
   * The rows of a block that may pass and may reach into one of the boxes, ascending. It has the columns of boxes. Good until the next
   * block. `outcomes` of the last ones may be absent.
   */
  rowsOf(block: LoadedBlock, outcomes: Uint8Array): Uint32Array {
    const cells = cellsOf(block);
    if (this.#rows.length < cells.length) this.#rows = new Uint32Array(cells.length);
    const rows = this.#rows;
    const isNear = this.#isNear;
    let count = 0;
    // Without a condition, of which the processor could not foretell what it comes to. The second bit of outcomes is that of `TRUE`.
    for (let row = 0; row < outcomes.length; row++) {
      rows[count] = row;
      count += isNear[cells[row]!]! & (outcomes[row]! >> 1);
    }
    return rows.subarray(0, count);
  }
}

/** Of every row of a block. Remembered as long as the column of west sides: every tile of a map asks for them. */
function cellsOf(block: LoadedBlock): Uint16Array {
  return memoryOf(block.column(COLUMN.west)!).get(
    'cells',
    () => makeCells(block),
    ({ byteLength }) => byteLength,
  );
}

function makeCells(block: LoadedBlock): Uint16Array {
  const [{ kinds, numbers: wests }, { numbers: souths }, easts, norths] = boxSides(block);
  const cells = new Uint16Array(block.rows);
  for (let row = 0; row < cells.length; row++) {
    if (kinds[row] !== KIND.number) {
      cells[row] = NOWHERE;
      continue;
    }
    const west = wests[row]!;
    const south = souths[row]!;
    const isLarge = sideOf(easts, row, west) - west > MOST || sideOf(norths, row, south) - south > MOST;
    cells[row] = isLarge ? LARGE : columnOf(west) * SIDE + rowOf(south);
  }
  return cells;
}

function columnOf(longitude: number): number {
  return within(Math.floor((longitude + 180) * (SIDE / 360)));
}

function rowOf(latitude: number): number {
  return within(Math.floor((latitude + 90) * (SIDE / 180)));
}

function within(index: number): number {
  return index < 0 ? 0 : index >= SIDE ? SIDE - 1 : index;
}
