import { type Hexbin, NEEDS_GEOMETRY, NO_CELL, Quadbin } from '@meridian/geo';
import { type Column, KIND } from '../../columns/batch.ts';
import { FALSE, TRUE, UNDECIDED } from '../../columns/outcomes.ts';
import { refusing } from '../cluster-sink.ts';

/** What columns have of the rows of a block. `values`: of the property whose statistics are asked for. */
export type BoxedRows = {
  positions: Float64Array;
  /** What a query comes to for each row. */
  outcomes: Uint8Array;
  types: Column;
  boxes: Float64Array;
  values: Column | undefined;
};

/** The rows of a block that are counted in the cells of their boxes. */
export class BinnedRows {
  readonly #bins: Hexbin | Quadbin;
  readonly #rows: BoxedRows;
  readonly #isPoint: Uint8Array;
  /** Of each row, the cell that it is counted in. */
  readonly #cells: Float64Array;
  #next = 0;

  /** Outcomes become undecided where it takes a row to count it. */
  constructor(bins: Hexbin | Quadbin, rows: BoxedRows) {
    this.#bins = bins;
    this.#rows = rows;
    this.#isPoint = Uint8Array.from(rows.types.dictionary, (type) => (type === 'Point' ? 1 : 0));
    this.#cells = this.#cellsOfBoxes();
  }

  #cellsOfBoxes(): Float64Array {
    const { outcomes, types, boxes, values } = this.#rows;
    const cells = new Float64Array(outcomes.length).fill(NO_CELL);
    for (let row = 0; row < outcomes.length; row++) {
      if (outcomes[row] !== TRUE) continue;
      const at = 4 * row;
      const cell =
        values && !isPlain(values.kinds[row]!)
          ? NEEDS_GEOMETRY
          : this.#bins.cellOfBox(
              boxes[at]!,
              boxes[at + 1]!,
              boxes[at + 2]!,
              boxes[at + 3]!,
              this.#isPoint[types.codes[row]!] === 1,
            );
      cells[row] = cell;
      if (cell === NEEDS_GEOMETRY) outcomes[row] = UNDECIDED;
      else if (cell === NO_CELL) outcomes[row] = FALSE;
    }
    return cells;
  }

  /** Counts what comes before a position and has not been counted yet. */
  countBefore(position: number): void {
    refusing(() => this.#countBefore(position));
  }

  #countBefore(position: number): void {
    const { positions, outcomes, types, values } = this.#rows;
    for (; this.#next < outcomes.length && positions[this.#next]! < position; this.#next++) {
      const row = this.#next;
      if (outcomes[row] !== TRUE) continue;
      const isPoint = this.#isPoint[types.codes[row]!] === 1;
      if (this.#bins instanceof Quadbin) this.#bins.addInCell(this.#cells[row]!, isPoint);
      else {
        const value = values?.kinds[row] === KIND.number ? values.numbers[row] : undefined;
        this.#bins.addInCell(this.#cells[row]!, isPoint, value);
      }
    }
  }
}

/** Whether a value is a number or there is none; of others it takes the feature to say what is wrong with it. */
function isPlain(kind: number): boolean {
  return kind === KIND.number || kind === KIND.absent || kind === KIND.null;
}
