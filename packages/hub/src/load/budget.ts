import { Fault } from '@meridian/store';
import type { QueueTicket } from './fair-queue.ts';

/** No client and no account gets more than these fractions of a budget, so that something is left for the others. */
const LARGEST_CLIENT_SHARE = 0.5;
const LARGEST_ACCOUNT_SHARE = 0.75;

const RETRY_AFTER_SECONDS = 1;

/** Whose share it is. */
export type Payer = Pick<QueueTicket, 'accountKey' | 'clientKey'>;

/** A limited resource (bytes of memory, open responses), shared among accounts and their clients. */
export class Budget {
  readonly #what: string;
  readonly #total: number;
  readonly #clients = new Map<string, number>();
  readonly #accounts = new Map<string, number>();
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

  /** A fault if it is exhausted, or exhausted for this caller. The first request is always granted, however large. */
  take(payer: Payer, amount: number): void {
    const isOver = (used: number, max: number) => used > 0 && used + amount > max;
    const isExceeded =
      isOver(this.#used, this.#total) ||
      isOver(this.#clients.get(nameOf(payer)) ?? 0, this.#total * LARGEST_CLIENT_SHARE) ||
      isOver(this.#accounts.get(payer.accountKey) ?? 0, this.#total * LARGEST_ACCOUNT_SHARE);
    if (isExceeded) {
      this.#refused++;
      throw new Fault('unavailable', `too many ${this.#what} at the moment; try again`, RETRY_AFTER_SECONDS);
    }
    this.#add(payer, amount);
  }

  giveBack(payer: Payer, amount: number): void {
    this.#add(payer, -amount);
  }

  #add(payer: Payer, amount: number): void {
    this.#used += amount;
    addTo(this.#clients, nameOf(payer), amount);
    addTo(this.#accounts, payer.accountKey, amount);
  }
}

function nameOf({ accountKey, clientKey }: Payer): string {
  return `${accountKey} ${clientKey}`;
}

function addTo(shares: Map<string, number>, name: string, amount: number): void {
  const share = (shares.get(name) ?? 0) + amount;
  if (share > 0) shares.set(name, share);
  else shares.delete(name);
}
