import type { CellCodes } from './cell-codes.ts';

const MAX_COUNT = 2 ** 32 - 1;
/** So many of the cells tell about how far the lowest ones reach. */
const SAMPLED = 4096;
/** The lowest ones of all are among so many times their share of the sample, if it is not very odd. */
const SPARE = 1.25;

/** How many features there are in each cell, by the codes of cells. */
export class CellCounts {
  #counts: Uint32Array | Float64Array;
  #size = 0;

  /** `known`: so many cells have codes already. */
  constructor(known = 0) {
    this.#counts = new Uint32Array(Math.max(256, known));
  }

  /** How many cells have features. */
  get size(): number {
    return this.#size;
  }

  add(code: number, qty: number): void {
    if (code >= this.#counts.length) this.#grow(code);
    const before = this.#counts[code]!;
    // Without a branch, which processors would guess wrong.
    this.#size += Number(before === 0);
    if (before + qty > MAX_COUNT) this.#widen();
    this.#counts[code] = before + qty;
  }

  /** Counts one in each of the cells from one place of a list up to another. */
  addEach(codes: Int32Array, from: number, to: number): void {
    for (let at = from; at < to; at++) this.add(codes[at]!, 1);
  }

  of(code: number): number {
    return this.#counts[code]!;
  }

  /** The cells that have features, as numbers that ascend: the lowest ones, at most `limit`. */
  lowest(limit: number, codes: CellCodes): Float64Array {
    const end = this.#size > 4 * limit ? this.#endOf(limit, codes) : Infinity;
    const some = this.#upTo(end, limit, codes);
    return some.length === limit || end === Infinity ? some : this.#upTo(Infinity, limit, codes);
  }

  /** About where the lowest ones end, found from a part of all. */
  #endOf(limit: number, codes: CellCodes): number {
    const counts = this.#counts;
    const step = Math.max(1, Math.floor(codes.size / SAMPLED));
    const numbers = new Float64Array(Math.ceil(codes.size / step));
    let next = 0;
    for (let code = 0; code < codes.size; code += step)
      if (counts[code]! > 0) numbers[next++] = codes.numberOf(code);
    const share = Math.ceil((SPARE * limit * next) / this.#size) + 16;
    return share < next ? numbers.subarray(0, next).sort()[share]! : Infinity;
  }

  /** The lowest ones that are no higher than `last`. */
  #upTo(last: number, limit: number, codes: CellCodes): Float64Array {
    // Sorted in between, so that most of many are only compared with the last that may be among them.
    const numbers = new Float64Array(Math.min(this.#size, 2 * limit));
    const counts = this.#counts;
    const size = Math.min(counts.length, codes.size);
    let end = last;
    let next = 0;
    for (let code = 0; code < size; code++) {
      const number = codes.numberOf(code);
      if (number > end || counts[code] === 0) continue;
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
    const size = 2 * Math.max(code, counts.length);
    this.#counts = counts instanceof Uint32Array ? new Uint32Array(size) : new Float64Array(size);
    this.#counts.set(counts);
  }

  #widen(): void {
    if (this.#counts instanceof Uint32Array) this.#counts = Float64Array.from(this.#counts);
  }
}
