import { Fault } from '@meridian/store';

/** No party gets more than this part of a budget, so that something is left for the others. */
const LARGEST_SHARE = 0.5;

const RETRY_AFTER_SECONDS = 1;

/** Something of which there is only so much (bytes of memory, open answers), shared among parties. */
export class Budget {
  readonly #what: string;
  readonly #total: number;
  readonly #shares = new Map<string, number>();
  #used = 0;
  #refused = 0;

  /** `what` is read in the refusal: "too many … at the moment". */
  constructor(what: string, total: number) {
    this.#what = what;
    this.#total = total;
  }

  get used(): number {
    return this.#used;
  }

  get refused(): number {
    return this.#refused;
  }

  /** A fault where it is used up, or used up for this party. What comes first is always granted, however large. */
  take(party: string, amount: number): void {
    const share = this.#shares.get(party) ?? 0;
    const isOver = this.#used > 0 && this.#used + amount > this.#total;
    if (isOver || (share > 0 && share + amount > this.#total * LARGEST_SHARE)) {
      this.#refused++;
      throw new Fault('unavailable', `too many ${this.#what} at the moment; try again`, RETRY_AFTER_SECONDS);
    }
    this.#used += amount;
    this.#shares.set(party, share + amount);
  }

  giveBack(party: string, amount: number): void {
    this.#used -= amount;
    const share = this.#shares.get(party)! - amount;
    if (share > 0) this.#shares.set(party, share);
    else this.#shares.delete(party);
  }
}
