/** In place of the number of a cell in `cells`: not looked at yet; in none; in which it takes the geometry to know. */
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
  readonly codes: Int32Array;
  #cells = new Float64Array(64);
  #size = 0;
  /** For each row that is in several: how many, then their codes. */
  #lists = new Int32Array(0);
  #listed = 0;
  /** Made when something is noted, and dropped after it. */
  #codeOf: Map<number, number> | undefined;

  constructor(rows: number) {
    this.codes = new Int32Array(rows).fill(UNKNOWN);
  }

  /** How many cells there are, and each of them. */
  get size(): number {
    return this.#size;
  }

  cell(code: number): number {
    return this.#cells[code]!;
  }

  isList(code: number): boolean {
    return code <= FIRST_LIST;
  }

  /** The codes of a row in several cells. */
  list(code: number): Int32Array {
    const start = FIRST_LIST - code;
    return this.#lists.subarray(start + 1, start + 1 + this.#lists[start]!);
  }

  note(row: number, cell: number): void {
    this.codes[row] = this.#code(cell);
  }

  noteList(row: number, cells: readonly number[]): void {
    const codes = cells.map((cell) => this.#code(cell));
    const start = this.#listed;
    this.#listed += codes.length + 1;
    if (this.#listed > this.#lists.length) {
      const larger = new Int32Array(2 * this.#listed);
      larger.set(this.#lists);
      this.#lists = larger;
    }
    this.#lists[start] = codes.length;
    this.#lists.set(codes, start + 1);
    this.codes[row] = FIRST_LIST - start;
  }

  /** Nothing is noted for a while. */
  settle(): void {
    this.#codeOf = undefined;
  }

  get bytes(): number {
    return this.codes.byteLength + this.#cells.byteLength + this.#lists.byteLength;
  }

  #code(cell: number): number {
    this.#codeOf ??= this.#codesByCell();
    const known = this.#codeOf.get(cell);
    if (known !== undefined) return known;
    if (this.#size === this.#cells.length) {
      const larger = new Float64Array(2 * this.#size);
      larger.set(this.#cells);
      this.#cells = larger;
    }
    this.#cells[this.#size] = cell;
    this.#codeOf.set(cell, this.#size);
    return this.#size++;
  }

  #codesByCell(): Map<number, number> {
    const codes = new Map<number, number>();
    for (let code = 0; code < this.#size; code++) codes.set(this.#cells[code]!, code);
    return codes;
  }
}
