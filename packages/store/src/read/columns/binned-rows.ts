import { type BBox, type Hexbin, NEEDS_GEOMETRY, NO_CELL, Quadbin } from '@meridian/geo';
import { type Column, KIND } from '../../columns/batch.ts';
import { FALSE, TRUE, UNDECIDED } from '../../columns/outcomes.ts';
import { refusing } from '../cluster-sink.ts';
import { type BlockCells, NOWHERE, OPEN, UNKNOWN } from './block-cells.ts';

/** What columns have of the rows of a block. `values`: of the property whose statistics are asked for. */
export type BoxedRows = {
  positions: Float64Array;
  /** What a query comes to for each row. */
  outcomes: Uint8Array;
  types: Column;
  boxOf: (row: number) => BBox;
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
  #next = 0;

  /** Outcomes become undecided where it takes a row to count it. */
  constructor(bins: Hexbin | Quadbin, rows: BoxedRows, area: readonly BBox[]) {
    this.#bins = bins;
    this.#rows = rows;
    this.#area = area;
    this.#isPoint = Uint8Array.from(rows.types.dictionary, (type) => (type === 'Point' ? 1 : 0));
    this.#findCells();
    rows.cells.settle();
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
      if (codes[row] === UNKNOWN) this.#findCell(row);
      const code = codes[row]!;
      if (code >= 0) continue;
      if (code === NOWHERE) outcomes[row] = FALSE;
      else if (code === OPEN || !this.#isWellInside(row)) outcomes[row] = UNDECIDED;
    }
  }

  #findCell(row: number): void {
    const { boxOf, types, cells } = this.#rows;
    const { west, south, east, north } = boxOf(row);
    const isPoint = this.#isPoint[types.codes[row]!] === 1;
    const cell = this.#bins.cellOfBox(west, south, east, north, isPoint);
    if (cell === NEEDS_GEOMETRY) cells.codes[row] = OPEN;
    else if (cell === NO_CELL) cells.codes[row] = NOWHERE;
    else cells.note(row, cell);
  }

  /** What touches an edge of the area may be in fewer cells than it is elsewhere. */
  #isWellInside(row: number): boolean {
    const box = this.#rows.boxOf(row);
    return this.#area.some(
      ({ west, south, east, north }) =>
        box.west > west && box.south > south && box.east < east && box.north < north,
    );
  }

  /** Notes in which cells a row was counted that had to be read; it has not changed since the block was built. */
  noteCells(position: number, counted: readonly number[]): void {
    const { positions, outcomes, cells } = this.#rows;
    const row = indexOf(positions, position);
    if (row < 0 || outcomes[row] !== UNDECIDED || cells.codes[row] !== OPEN || counted.length === 0) return;
    if (this.#isWellInside(row)) cells.noteList(row, counted);
  }

  /** Counts what comes before a position and has not been counted yet. Without values their order does not matter. */
  countBefore(position: number): void {
    if (this.#rows.values) refusing(() => this.#countBefore(position));
    else if (position === Infinity) refusing(() => this.#countAll());
  }

  #countBefore(position: number): void {
    const { positions, outcomes, types, values, cells } = this.#rows;
    for (; this.#next < outcomes.length && positions[this.#next]! < position; this.#next++) {
      const row = this.#next;
      if (outcomes[row] !== TRUE) continue;
      const isPoint = this.#isPoint[types.codes[row]!] === 1;
      const code = cells.codes[row]!;
      const value = values?.kinds[row] === KIND.number ? values.numbers[row] : undefined;
      if (!cells.isList(code)) this.#add(cells.cell(code), isPoint, value);
      else for (const one of cells.list(code)) this.#add(cells.cell(one), isPoint, value);
    }
  }

  #add(cell: number, isPoint: boolean, value: number | undefined): void {
    if (this.#bins instanceof Quadbin) this.#bins.addInCell(cell, isPoint);
    else this.#bins.addInCell(cell, isPoint, value);
  }

  #countAll(): void {
    const { outcomes, types, cells } = this.#rows;
    const { codes } = cells;
    const counts = new Uint32Array(cells.size);
    let hasOthers = false;
    for (let row = 0; row < outcomes.length; row++) {
      if (outcomes[row] !== TRUE) continue;
      const code = codes[row]!;
      if (code >= 0) counts[code]!++;
      else for (const one of cells.list(code)) counts[one]!++;
      if (this.#isPoint[types.codes[row]!] !== 1) hasOthers = true;
    }
    for (let code = 0; code < counts.length; code++)
      if (counts[code]! > 0) this.#bins.addQty(cells.cell(code), counts[code]!);
    if (hasOthers) this.#bins.check();
  }
}

/** Whether a value is a number or there is none; of others it takes the feature to say what is wrong with it. */
function isPlain(kind: number): boolean {
  return kind === KIND.number || kind === KIND.absent || kind === KIND.null;
}

/** Of numbers that ascend; -1 where it is not among them. */
function indexOf(positions: Float64Array, position: number): number {
  let [low, high] = [0, positions.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (positions[middle]! < position) low = middle + 1;
    else high = middle;
  }
  return positions[low] === position ? low : -1;
}
