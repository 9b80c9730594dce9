import type { Outcome } from '@meridian/client';

/** `skipped`: an earlier feature of the file has its id. `excluded`: `--where` does not hold for it. */
export type Fate = Outcome | 'skipped' | 'excluded';
export type Counts = Record<Fate, number>;

/** Records tracked individually until all before them are finished. */
const MAX_PENDING = 20_000;

export const NO_COUNTS: Counts = {
  inserted: 0,
  updated: 0,
  unchanged: 0,
  repeated: 0,
  skipped: 0,
  excluded: 0,
  failed: 0,
};

/**
 * Which records of a file are done with: written, found unchanged, or refused. Chunks come back in any order; what can
 * be passed over when the import is resumed is only what lies before the first record still under way.
 */
export class Ledger {
  /** Of everything done so far. */
  readonly counts: Counts;
  readonly #underWay = new Set<number>();
  readonly #early = new Map<number, Fate>();
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
    this.#underWay.add(record);
    this.#last = record;
  }

  finish(record: number, outcome: Fate): void {
    this.#underWay.delete(record);
    this.#early.set(record, outcome);
    this.counts[outcome]++;
    if (this.#early.size > MAX_PENDING) this.#settle();
  }

  /** All records up to this one are done with, and what became of them. */
  get settled(): { records: number; counts: Counts } {
    this.#settle();
    return { records: this.#settled.records, counts: { ...this.#settled.counts } };
  }

  /** Lets go of what lies before the first record under way. */
  #settle(): void {
    const [first = this.#last + 1] = this.#underWay;
    for (const [record, outcome] of this.#early)
      if (record < first) {
        this.#settled.counts[outcome]++;
        this.#early.delete(record);
      }
    this.#settled.records = Math.max(this.#settled.records, first - 1);
  }
}
