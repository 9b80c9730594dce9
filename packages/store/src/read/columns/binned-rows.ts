import { type BBox, type Hexbin, NEEDS_GEOMETRY, NO_CELL, Quadbin } from '@meridian/geo';
import { type Sides, sideOf } from '../../columns/area-predicate.ts';
import { type Column, KIND } from '../../columns/batch.ts';
import { FALSE, TRUE, UNDECIDED } from '../../columns/outcomes.ts';
import { ShapeReader } from '../../columns/shape.ts';
import { firstIndex } from '../../model/first-index.ts';
import { refusing } from '../cluster-sink.ts';
import { type BlockCells, NOWHERE, OPEN, UNKNOWN } from './block-cells.ts';

/** What columns have of the rows of a block. `values`: of the property whose statistics are asked for. */
export type BoxedRows = {
  block: { readonly positions: Float64Array };
  /** What a query comes to for each row. */
  outcomes: Uint8Array;
  types: Column;
  /** Absent where all cells are known and no box reaches an edge of the area. */
  sides?: Sides | undefined;
  values: Column | undefined;
  /** In which cells they are, as far as that is known. */
  cells: BlockCells;
};

/** The rows of a block that are counted in the cells of their boxes, or in those that were found before. */
export class BinnedRows {
  readonly #bins: Hexbin | Quadbin;
  readonly #rows: BoxedRows;
  readonly #area: readonly BBox[];
  readonly #isPoint: Uint8Array;
  /** Rows that are meant, and whose geometries say in which cells they are, wherever the area is. */
  readonly #shaped: number[] = [];
  #next = 0;
  #isCounted = false;

  /** Outcomes become undecided where it takes a row to count it. */
  constructor(bins: Hexbin | Quadbin, rows: BoxedRows, area: readonly BBox[]) {
    this.#bins = bins;
    this.#rows = rows;
    this.#area = area;
    this.#isPoint = Uint8Array.from(rows.types.dictionary, (type) => (type === 'Point' ? 1 : 0));
    this.#findCells();
  }

  #findCells(): void {
    const { outcomes, values, cells } = this.#rows;
    const { codes } = cells;
    for (let row = 0; row < outcomes.length; row++) {
      if (outcomes[row] !== TRUE) continue;
      if (values && !isPlain(values.kinds[row]!)) {
        outcomes[row] = UNDECIDED;
        continue;
      }
      if (codes[row] === UNKNOWN && !cells.takeStored(row)) this.#findCell(row);
      const code = codes[row]!;
      if (code >= 0) continue;
      if (code === NOWHERE) outcomes[row] = FALSE;
      else {
        const isWellInside = this.#isWellInside(row);
        if (code === OPEN || !isWellInside) outcomes[row] = UNDECIDED;
        if (code === OPEN && isWellInside) this.#shaped.push(row);
      }
    }
  }

  /** Whether geometries would spare rows. */
  get mayBeShaped(): boolean {
    return this.#shaped.length > 0;
  }

  /**
   * Counts what is known, then finds the cells of others by the column of geometries, where that has them, and counts each at
   * once, the largest first: so few are found in vain where there are too many. Values are counted in their order, later.
   */
  countByShapes(shapes: Column): void {
    if (this.#rows.values) return void this.findByShapes(shapes);
    this.#countAll();
    this.#isCounted = true;
    const sizes = new Float64Array(this.#rows.outcomes.length);
    for (const row of this.#shaped) sizes[row] = this.#sizeOf(row);
    this.#shaped.sort((a, b) => sizes[b]! - sizes[a]!);
    this.findByShapes(shapes, (found) => {
      for (const cell of found) this.#bins.addQty(cell, 1);
      this.#bins.check();
      return true;
    });
  }

  /** How far the box of a row reaches. */
  #sizeOf(row: number): number {
    const { sides } = this.#rows;
    if (!sides) return 0;
    const [west, south] = [sideOf(sides[0], row, 0), sideOf(sides[1], row, 0)];
    return sideOf(sides[2], row, west) - west + sideOf(sides[3], row, south) - south;
  }

  /** Finds cells by the column of geometries, where that has them. Ends, and gives false, where `goesOn` says so. */
  findByShapes(
    { kinds, codes, encoded }: Column,
    goesOn: (found: readonly number[]) => boolean = () => true,
  ): boolean {
    if (!encoded) return true;
    const starts = startsOf(encoded.lengths);
    const reader = new ShapeReader(encoded.bytes);
    const { outcomes, cells } = this.#rows;
    for (const row of this.#shaped) {
      if (kinds[row] !== KIND.text) continue;
      const geometry = reader.read(starts[codes[row]!]!);
      const found = this.#bins.cellsOf(geometry, true);
      if (found.length === 0) continue;
      cells.noteList(row, found);
      outcomes[row] = TRUE;
      if (!goesOn(found)) return false;
    }
    return true;
  }

  #findCell(row: number): void {
    const { sides, types, cells } = this.#rows;
    if (!sides) {
      cells.codes[row] = OPEN;
      return;
    }
    const west = sideOf(sides[0], row, Number.NaN);
    const south = sideOf(sides[1], row, Number.NaN);
    const east = sideOf(sides[2], row, west);
    const north = sideOf(sides[3], row, south);
    const isPoint = this.#isPoint[types.codes[row]!] === 1;
    const cell = this.#bins.cellOfBox(west, south, east, north, isPoint);
    if (cell === NEEDS_GEOMETRY) cells.codes[row] = OPEN;
    else cells.codes[row] = cell === NO_CELL ? NOWHERE : cell;
  }

  /** What touches an edge of the area may be in fewer cells than it is elsewhere. */
  #isWellInside(row: number): boolean {
    const { sides } = this.#rows;
    if (!sides) return true;
    const [w, s] = [sideOf(sides[0], row, Number.NaN), sideOf(sides[1], row, Number.NaN)];
    const [e, n] = [sideOf(sides[2], row, w), sideOf(sides[3], row, s)];
    return this.#area.some(({ west, south, east, north }) => w > west && s > south && e < east && n < north);
  }

  /** Notes in which cells a row was counted that had to be read; it has not changed since the block was built. */
  noteCells(position: number, counted: readonly number[]): void {
    const { block, outcomes, cells } = this.#rows;
    const row = indexOf(block.positions, position);
    if (row < 0 || outcomes[row] !== UNDECIDED || cells.codes[row] !== OPEN || counted.length === 0) return;
    if (this.#isWellInside(row)) cells.noteList(row, counted);
  }

  /** Counts what comes before a position and has not been counted yet. Without values their order does not matter. */
  countBefore(position: number): void {
    if (this.#rows.values) refusing(() => this.#countBefore(position));
    else if (position === Infinity && !this.#isCounted) refusing(() => this.#countAll());
  }

  #countBefore(position: number): void {
    const { block, outcomes, types, values, cells } = this.#rows;
    const { positions } = block;
    for (; this.#next < outcomes.length && positions[this.#next]! < position; this.#next++) {
      const row = this.#next;
      if (outcomes[row] !== TRUE) continue;
      const isPoint = this.#isPoint[types.codes[row]!] === 1;
      const code = cells.codes[row]!;
      const value = values?.kinds[row] === KIND.number ? values.numbers[row] : undefined;
      if (code >= 0) this.#add(code, isPoint, value);
      else for (const one of cells.list(code)) this.#add(one, isPoint, value);
    }
  }

  #add(cell: number, isPoint: boolean, value: number | undefined): void {
    if (this.#bins instanceof Quadbin) this.#bins.addInCell(cell, isPoint);
    else this.#bins.addInCell(cell, isPoint, value);
  }

  #countAll(): void {
    const { outcomes, types, cells } = this.#rows;
    cells.countIn(this.#bins, outcomes);
    const isOther = (type: number, row: number) => outcomes[row] === TRUE && this.#isPoint[type] !== 1;
    if (types.codes.some(isOther)) this.#bins.check();
  }
}

/** Whether a value is a number or there is none; of others it takes the feature to say what is wrong with it. */
function isPlain(kind: number): boolean {
  return kind === KIND.number || kind === KIND.absent || kind === KIND.null;
}

/** Where each of some texts of ASCII begins, given their lengths. */
function startsOf(lengths: ArrayLike<number>): Uint32Array {
  const starts = new Uint32Array(lengths.length);
  for (let i = 1; i < starts.length; i++) starts[i] = starts[i - 1]! + lengths[i - 1]!;
  return starts;
}

/** Of numbers that ascend; -1 where it is not among them. */
function indexOf(positions: Float64Array, position: number): number {
  const index = firstIndex(0, positions.length, (at) => positions[at]! >= position);
  return positions[index] === position ? index : -1;
}
