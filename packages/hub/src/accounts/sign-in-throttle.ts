import { Fault } from '@meridian/store';

/** Failures in a row, and until when the next attempt has to wait. */
type Trail = { failures: number; waitUntil: number; seenAt: number };

const MAX_TRAILS = 50_000;
const FORGET_AFTER_MS = 60 * 60 * 1000;
const LONGEST_WAIT_MS = 60_000;

/** So many failures are anybody's: after them each doubles the wait, from a second up to a minute. */
export const FREE_FAILURES = { pair: 10, account: 20, address: 30 } as const;

type Scope = keyof typeof FREE_FAILURES;

/** An attempt that was let through and counts as failed until it is settled. */
export type Attempt = { succeeded(): void };

/**
 * Slows down guessing: per account and address together, per account from everywhere, and per address for all
 * accounts. From an address where the account has signed in before only the first counts, so that strangers can't
 * keep anyone out of their own account.
 */
export class SignInThrottle {
  readonly #trails = new Map<string, Trail>();

  /** Lets one attempt through, or says when to come back. */
  begin(email: string, address: string, isKnownAddress: boolean, now: number): Attempt {
    const keys: [Scope, string][] = [['pair', `pair ${address} ${email}`]];
    if (!isKnownAddress) keys.push(['account', `account ${email}`], ['address', `address ${address}`]);
    const waits = keys.map(([, key]) => (this.#trail(key, now)?.waitUntil ?? 0) - now);
    const wait = Math.max(...waits);
    if (wait > 0)
      throw new Fault(
        'tooMany',
        'too many failed attempts to sign in: wait a little',
        Math.ceil(wait / 1000),
      );
    for (const [scope, key] of keys) this.#failed(scope, key, now);
    return {
      succeeded: () => {
        this.#trails.delete(keys[0]![1]);
        // The failures of others stay: a success of their own must not buy anyone new guesses elsewhere.
        for (const [, key] of keys.slice(1)) this.#takeBack(key, now);
      },
    };
  }

  #takeBack(key: string, now: number): void {
    const trail = this.#trails.get(key);
    if (!trail) return;
    trail.failures--;
    if (trail.seenAt === now) trail.waitUntil = now;
  }

  #trail(key: string, now: number): Trail | undefined {
    const trail = this.#trails.get(key);
    return trail && now - trail.seenAt < FORGET_AFTER_MS ? trail : undefined;
  }

  #failed(scope: Scope, key: string, now: number): void {
    const failures = (this.#trail(key, now)?.failures ?? 0) + 1;
    const beyond = failures - FREE_FAILURES[scope];
    const wait = beyond < 0 ? 0 : Math.min(LONGEST_WAIT_MS, 1000 * 2 ** beyond);
    this.#trails.delete(key);
    this.#trails.set(key, { failures, waitUntil: now + wait, seenAt: now });
    if (this.#trails.size > MAX_TRAILS) this.#trails.delete(this.#trails.keys().next().value!);
  }
}
