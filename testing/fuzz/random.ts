/** Random numbers that follow from a seed and the number of a case, so that each case can be repeated alone. */
export class Random {
  #state: number;

  constructor(seed: number, number: number) {
    this.#state = (Math.imul(seed, 0x9e3779b1) ^ Math.imul(number + 1, 0x85ebca6b)) >>> 0;
    this.bits();
  }

  /** 32 of them (mulberry32). */
  bits(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return (t ^ (t >>> 14)) >>> 0;
  }

  below(limit: number): number {
    return limit <= 0 ? 0 : this.bits() % limit;
  }

  of<T>(items: readonly T[]): T {
    return items[this.below(items.length)]!;
  }
}
