import type { Outcome } from '@meridian/client';

/** `skipped`: an earlier feature of the file has its id. `excluded`: `--where` does not hold for it. */
export type Fate = Outcome | 'skipped' | 'excluded';
export type Counts = Record<Fate, number>;

export const NO_COUNTS: Counts = {
  inserted: 0,
  updated: 0,
  unchanged: 0,
  repeated: 0,
  skipped: 0,
  excluded: 0,
  failed: 0,
};

/** What is known of a record: that there is none with its number, that it is under way, or one of the fates, in their order. */
const NONE = 0;
const UNDER_WAY = 1;
const FATES = Object.keys(NO_COUNTS) as Fate[];
const CODES = new Map(FATES.map((fate, i) => [fate, UNDER_WAY + 1 + i]));

const FIRST_ROOM = 1 << 14;

/**
 * Which records of a file are done with: written, found unchanged, or refused. Chunks come back in any order; what can
 * be passed over when the import is resumed is only what lies before the first record still under way.
 */
export class Ledger {
  /** Of everything done so far. */
  readonly counts: Counts;
  /** A byte for each record behind those that are settled. */
  #codes = new Uint8Array(FIRST_ROOM);
  #settled: { records: number; counts: Counts };
  #last: number;

  constructor(records = 0, counts: Counts = NO_COUNTS) {
    // The state of an older version may lack some.
    this.#settled = { records, counts: { ...NO_COUNTS, ...counts } };
    this.counts = { ...NO_COUNTS, ...counts };
    this.#last = records;
  }

  /** Records come in the order of the file. */
  begin(record: number): void {
    if (this.#placeOf(record) >= this.#codes.length) this.#makeRoom(record);
    this.#codes[this.#placeOf(record)] = UNDER_WAY;
    this.#last = record;
  }

  finish(record: number, outcome: Fate): void {
    this.#codes[this.#placeOf(record)] = CODES.get(outcome)!;
    this.counts[outcome]++;
  }

  /** All records up to this one are done with, and what became of them. */
  get settled(): { records: number; counts: Counts } {
    this.#settle();
    return { records: this.#settled.records, counts: { ...this.#settled.counts } };
  }

  #placeOf(record: number): number {
    return record - this.#settled.records - 1;
  }

  /** At least half of the room is free afterwards: each time it takes as long as all that has come since the last. */
  #makeRoom(record: number): void {
    this.#settle();
    const { length } = this.#codes;
    const needed = 2 * (this.#placeOf(record) + 1);
    if (needed <= length) return;
    const larger = new Uint8Array(Math.max(needed, 2 * length));
    larger.set(this.#codes);
    this.#codes = larger;
  }

  /** Lets go of what lies before the first record under way. */
  #settle(): void {
    const codes = this.#codes;
    const count = this.#last - this.#settled.records;
    let done = 0;
    for (; done < count && codes[done] !== UNDER_WAY; done++)
      if (codes[done] !== NONE) this.#settled.counts[FATES[codes[done]! - UNDER_WAY - 1]!]++;
    codes.copyWithin(0, done, count);
    codes.fill(NONE, count - done, count);
    this.#settled.records += done;
  }
}
