/** How many features there are in each cell, by the codes of cells. */
export class CellCounts {
  #counts = new Float64Array(256);
  #size = 0;

  /** How many cells have features. */
  get size(): number {
    return this.#size;
  }

  add(code: number, qty: number): void {
    if (code >= this.#counts.length) this.#grow(code);
    if (this.#counts[code] === 0) this.#size++;
    this.#counts[code]! += qty;
  }

  of(code: number): number {
    return this.#counts[code]!;
  }

  /** The cells that have features, as numbers that ascend. */
  sorted(numberOf: (code: number) => number): Float64Array {
    const numbers = new Float64Array(this.#size);
    let next = 0;
    for (let code = 0; code < this.#counts.length; code++)
      if (this.#counts[code] !== 0) numbers[next++] = numberOf(code);
    return numbers.sort();
  }

  #grow(code: number): void {
    const counts = this.#counts;
    this.#counts = new Float64Array(2 * Math.max(code, counts.length));
    this.#counts.set(counts);
  }
}
