/** In place of the code of a cell in `codes`: not looked at yet; in none; in which it takes the geometry to know. */
export const UNKNOWN = -1;
export const NOWHERE = -2;
export const OPEN = -3;
/** From here on down: where in `lists` the cells of a row are. */
const FIRST_LIST = -4;

/**
 * In which cells of one kind and resolution the rows of a block are. A block never changes, so what was found once holds, and a
 * map asks for the same cells again and again. Only what does not depend on the area of a query is noted.
 */
export class BlockCells {
  /** What gave cells their codes. */
  readonly source: object;
  readonly codes: Int32Array;
  /** For each row that is in several: how many, then their codes. */
  #lists = new Int32Array(0);
  #listed = 0;

  constructor(rows: number, source: object) {
    this.source = source;
    this.codes = new Int32Array(rows).fill(UNKNOWN);
  }

  /** The codes of a row in several cells. */
  list(code: number): Int32Array {
    const start = FIRST_LIST - code;
    return this.#lists.subarray(start + 1, start + 1 + this.#lists[start]!);
  }

  noteList(row: number, cells: readonly number[]): void {
    const start = this.#listed;
    this.#listed += cells.length + 1;
    if (this.#listed > this.#lists.length) {
      const larger = new Int32Array(2 * this.#listed);
      larger.set(this.#lists);
      this.#lists = larger;
    }
    this.#lists[start] = cells.length;
    this.#lists.set(cells, start + 1);
    this.codes[row] = FIRST_LIST - start;
  }

  get bytes(): number {
    return this.codes.byteLength + this.#lists.byteLength;
  }
}
