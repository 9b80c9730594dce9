/** Time that was spent on something, in milliseconds, and when it was last asked for: the number of the question. */
type Share = { spent: number; askedAt: number };

/** So many spaces and accounts are remembered; beyond it all begin again. */
const REMEMBERED = 10_000;

/**
 * Whose turn it is in work that no request waits for: the account that has had the least time, and of its spaces the one
 * that has. So no account delays the indexes of another by having more to build, or by having it in many spaces.
 */
export class BuildShares {
  readonly #owners = new Map<string, string>();
  readonly #accounts = new Map<string, Share>();
  readonly #spaces = new Map<string, Share>();
  /** Where the one was that was served last: those who had nothing to do have no claim on time before that. */
  #accountClock = 0;
  #spaceClock = 0;
  #questions = 0;

  /** `owner`: the account that the space belongs to, where it is known. */
  note(storageKey: string, owner: string | undefined): void {
    if (owner === undefined || this.#owners.get(storageKey) === owner) return;
    if (this.#owners.size >= REMEMBERED) this.#forgetAll();
    this.#owners.set(storageKey, owner);
  }

  /** The one of these spaces that is next; undefined where there are none. */
  next(storageKeys: Iterable<string>): string | undefined {
    let best: { storageKey: string; account: Share; space: Share } | undefined;
    this.#questions++;
    for (const storageKey of storageKeys) {
      const account = this.#asked(this.#accounts, this.#accountOf(storageKey), this.#accountClock);
      const space = this.#asked(this.#spaces, storageKey, this.#spaceClock);
      const isBefore =
        !best ||
        account.spent < best.account.spent ||
        (account === best.account && space.spent < best.space.spent);
      if (isBefore) best = { storageKey, account, space };
    }
    if (!best) return undefined;
    this.#accountClock = best.account.spent;
    this.#spaceClock = best.space.spent;
    return best.storageKey;
  }

  /** What a step for a space has taken. */
  spend(storageKey: string, ms: number): void {
    for (const share of [this.#accounts.get(this.#accountOf(storageKey)), this.#spaces.get(storageKey)])
      if (share) share.spent += ms;
  }

  /** The space is gone. */
  forget(storageKey: string): void {
    this.#spaces.delete(storageKey);
    this.#owners.delete(storageKey);
  }

  /** Spaces of which nobody is known are one account's. */
  #accountOf(storageKey: string): string {
    return this.#owners.get(storageKey) ?? '';
  }

  #asked(shares: Map<string, Share>, key: string, clock: number): Share {
    const share = shares.get(key) ?? { spent: clock, askedAt: this.#questions };
    if (share.askedAt < this.#questions - 1) share.spent = Math.max(share.spent, clock);
    share.askedAt = this.#questions;
    if (shares.size >= REMEMBERED) shares.clear();
    shares.set(key, share);
    return share;
  }

  #forgetAll(): void {
    for (const map of [this.#owners, this.#accounts, this.#spaces]) map.clear();
  }
}
