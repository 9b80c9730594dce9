/** Entries of nodes of an R*Tree, one behind the other: a number each, and west, east, south, north as they are stored. */
export class Cells {
  length = 0;
  #ids: Float64Array;
  #edges: Float64Array;

  constructor(room = 64) {
    this.#ids = new Float64Array(room);
    this.#edges = new Float64Array(4 * room);
  }

  /** Of a feature, or of the node below. */
  id(cell: number): number {
    return this.#ids[cell]!;
  }

  /** Four of each cell. */
  get edges(): Float64Array {
    return this.#edges;
  }

  add(id: number, west: number, east: number, south: number, north: number): void {
    if (this.length === this.#ids.length) this.#grow();
    const at = 4 * this.length;
    this.#ids[this.length++] = id;
    this.#edges[at] = west;
    this.#edges[at + 1] = east;
    this.#edges[at + 2] = south;
    this.#edges[at + 3] = north;
  }

  addFrom(others: Cells, cell: number): void {
    const { edges } = others;
    const at = 4 * cell;
    this.add(others.id(cell), edges[at]!, edges[at + 1]!, edges[at + 2]!, edges[at + 3]!);
  }

  /** One for all of these cells. */
  addAround(id: number, others: Cells, cells: readonly number[]): void {
    this.add(id, ...others.edgesAround(cells));
  }

  edgesAround(cells: readonly number[]): [west: number, east: number, south: number, north: number] {
    const edges = this.#edges;
    let [west, east, south, north] = [Infinity, -Infinity, Infinity, -Infinity];
    for (const cell of cells) {
      const at = 4 * cell;
      west = Math.min(west, edges[at]!);
      east = Math.max(east, edges[at + 1]!);
      south = Math.min(south, edges[at + 2]!);
      north = Math.max(north, edges[at + 3]!);
    }
    return [west, east, south, north];
  }

  /** The indexes of all cells. */
  all(): number[] {
    return Array.from({ length: this.length }, (_, cell) => cell);
  }

  /** Makes a cell large enough for another one; true if it was not. */
  extend(cell: number, others: Cells, other: number): boolean {
    const edges = this.#edges;
    const [at, from] = [4 * cell, 4 * other];
    let isLarger = false;
    for (let edge = 0; edge < 4; edge++) {
      const value = others.edges[from + edge]!;
      const isOutside = edge % 2 === 0 ? value < edges[at + edge]! : value > edges[at + edge]!;
      if (!isOutside) continue;
      edges[at + edge] = value;
      isLarger = true;
    }
    return isLarger;
  }

  /** Puts a cell of others in the place of one. */
  set(cell: number, others: Cells, other: number): void {
    this.#ids[cell] = others.id(other);
    this.#edges.set(others.edges.subarray(4 * other, 4 * other + 4), 4 * cell);
  }

  #grow(): void {
    const [ids, edges] = [this.#ids, this.#edges];
    this.#ids = new Float64Array(2 * ids.length);
    this.#edges = new Float64Array(2 * edges.length);
    this.#ids.set(ids);
    this.#edges.set(edges);
  }
}
