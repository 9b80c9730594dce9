import { Fault } from '@meridian/store';

/** No client gets more than this fraction of a budget, so that something is left for the others. */
const LARGEST_SHARE = 0.5;

const RETRY_AFTER_SECONDS = 1;

/** A limited resource (bytes of memory, open responses), shared among clients. */
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

  /** A fault if it is exhausted, or exhausted for this client. The first request is always granted, however large. */
  take(clientKey: string, amount: number): void {
    const share = this.#shares.get(clientKey) ?? 0;
    const isOver = this.#used > 0 && this.#used + amount > this.#total;
    if (isOver || (share > 0 && share + amount > this.#total * LARGEST_SHARE)) {
      this.#refused++;
      throw new Fault('unavailable', `too many ${this.#what} at the moment; try again`, RETRY_AFTER_SECONDS);
    }
    this.#used += amount;
    this.#shares.set(clientKey, share + amount);
  }

  giveBack(clientKey: string, amount: number): void {
    this.#used -= amount;
    const share = this.#shares.get(clientKey)! - amount;
    if (share > 0) this.#shares.set(clientKey, share);
    else this.#shares.delete(clientKey);
  }
}
