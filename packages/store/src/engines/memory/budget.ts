import { Fault } from '../../model/fault.ts';

export const MiB = 1024 * 1024;

/** How much memory all spaces of a store may take together, and how much they take; an estimate from above. */
export class Budget {
  readonly #max: number;
  used = 0;

  constructor(max: number) {
    this.#max = max;
  }

  /**
   * Takes so much more, or gives it back. A fault where it is more than there may be, and nothing is taken then; giving back
   * is always possible.
   */
  spend(bytes: number): void {
    if (bytes > 0 && this.used + bytes > this.#max)
      throw new Fault(
        'full',
        `the memory store is full: it may take ${Math.round(this.#max / MiB)} MiB (MERIDIAN_MEMORY_STORE_MAX). Nothing was written. Delete something, or ask its operator`,
      );
    this.used += bytes;
  }
}
