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

  /** The cells that have features, as numbers that ascend: the lowest ones, at most `limit`. */
  lowest(limit: number, numberOf: (code: number) => number): Float64Array {
    // Sorted in between, so that most of many are only compared with the last that may be among them.
    const numbers = new Float64Array(Math.min(this.#size, 2 * limit));
    let end = Infinity;
    let next = 0;
    for (let code = 0; code < this.#counts.length; code++) {
      if (this.#counts[code] === 0) continue;
      const number = numberOf(code);
      if (number > end) continue;
      if (next === numbers.length) {
        numbers.sort();
        next = limit;
        end = numbers[limit - 1]!;
        if (number > end) continue;
      }
      numbers[next++] = number;
    }
    return numbers.subarray(0, next).sort().subarray(0, limit);
  }

  #grow(code: number): void {
    const counts = this.#counts;
    this.#counts = new Float64Array(2 * Math.max(code, counts.length));
    this.#counts.set(counts);
  }
}
