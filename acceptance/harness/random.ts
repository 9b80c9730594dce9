/** What random data follows from; set MERIDIAN_TEST_SEED to repeat a run. */
export const seed = Number(process.env.MERIDIAN_TEST_SEED ?? Date.now() % 2 ** 31);

/** A small seeded generator (mulberry32): everything that is random in a test follows from the seed it prints. */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed | 0;
  }

  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** A whole number from low to high, both included. */
  whole(low: number, high: number): number {
    return low + Math.floor(this.next() * (high - low + 1));
  }

  pick<T>(list: readonly T[]): T {
    const picked = list[this.whole(0, list.length - 1)];
    if (picked === undefined) throw new Error('nothing to pick from');
    return picked;
  }

  /** Up to `size` different members. */
  some<T>(list: readonly T[], size: number): T[] {
    return [...new Set(Array.from({ length: Math.min(size, list.length) }, () => this.pick(list)))];
  }

  fork(): Random {
    return new Random(this.whole(0, 2 ** 31 - 1));
  }
}
