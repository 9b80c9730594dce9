import { Fault } from '../../model/fault.ts';

const MiB = 1024 * 1024;

/** How much memory all spaces of a store may take together, and how much they take; an estimate from above. */
export class Budget {
  readonly #max: number;
  used = 0;

  constructor(max: number) {
    this.#max = max;
  }

  /** A fault where more is used than there may be, unless it has become no more than it was: deleting helps. */
  check(before: number): void {
    if (this.used <= this.#max || this.used <= before) return;
    const max = Math.round(this.#max / MiB);
    throw new Fault(
      'full',
      `the memory store is full: it may take ${max} MiB (MERIDIAN_MEMORY_STORE_MAX). Nothing was written. Delete something, or ask its operator`,
    );
  }

  /** Takes so much more, or gives it back; a fault where it is too much, and nothing is taken then. */
  spend(bytes: number): void {
    const before = this.used;
    this.used += bytes;
    try {
      this.check(before);
    } catch (error) {
      this.used = before;
      throw error;
    }
  }
}
