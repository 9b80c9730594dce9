import type { Limiter, Rate } from '../http/admission/rate-limiter.ts';

/** Of a caller that has not come for so long, what is left is given back. */
const UNUSED_MS = 1000;
/** Who was granted nothing is not asked for again for so long: the main process counts its requests meanwhile. */
const ASK_AGAIN_MS = 100;

type Lease = { left: number; granted: number; usedAt: number };

/** Where requests are borrowed. */
export type Lender = {
  /** The answer comes by `grant`; `left`: what is still here. */
  borrow(caller: string, left: number): void;
  giveBack(caller: string, count: number): void;
};

/**
 * A caller's requests, as far as the main process has taken them out of the caller's bucket for this one. Where there are
 * none, the main process responds: so no caller gets more than its bucket has, on however many connections.
 */
export class LeasedRate implements Limiter {
  /** The main process refuses. */
  readonly refused = 0;
  readonly #isUnlimited: boolean;
  readonly #lender: Lender;
  readonly #leases = new Map<string, Lease>();
  readonly #askedAt = new Map<string, number>();
  /** Those whose requests were asked for, until there is an answer. */
  readonly #answers = new Map<string, PromiseWithResolvers<void>>();

  constructor({ perSecond }: Rate, lender: Lender) {
    this.#isUnlimited = perSecond === 0;
    this.#lender = lender;
    if (!this.#isUnlimited) setInterval(() => this.#giveBack(performance.now()), UNUSED_MS).unref();
  }

  get size(): number {
    return this.#leases.size;
  }

  allows(caller: string, now: number): boolean {
    if (this.#isUnlimited) return true;
    const { left = 0 } = this.#leases.get(caller) ?? {};
    if (left === 0) this.#ask(caller, 0, now);
    return left > 0;
  }

  /** Only after `allows`. */
  take(caller: string, now: number): void {
    const lease = this.#leases.get(caller);
    if (!lease) return;
    lease.left--;
    lease.usedAt = now;
    if (lease.left < lease.granted / 2) this.#ask(caller, lease.left, now);
  }

  /** The answer of the main process that such a caller has to wait for; undefined where none is to come. */
  answer(caller: string): Promise<void> | undefined {
    return this.#answers.get(caller)?.promise;
  }

  grant(caller: string, count: number, now: number): void {
    this.#answers.get(caller)?.resolve();
    this.#answers.delete(caller);
    if (count === 0) return;
    const left = count + (this.#leases.get(caller)?.left ?? 0);
    this.#leases.set(caller, { left, granted: left, usedAt: now });
    this.#askedAt.delete(caller);
  }

  #ask(caller: string, left: number, now: number): void {
    const askedAt = this.#askedAt.get(caller);
    if (askedAt !== undefined && now - askedAt < ASK_AGAIN_MS) return;
    this.#askedAt.set(caller, now);
    if (!this.#answers.has(caller)) this.#answers.set(caller, Promise.withResolvers());
    this.#lender.borrow(caller, left);
  }

  #giveBack(now: number): void {
    for (const [caller, { left, usedAt }] of this.#leases) {
      if (now - usedAt < UNUSED_MS) continue;
      this.#leases.delete(caller);
      if (left > 0) this.#lender.giveBack(caller, left);
    }
    for (const [caller, askedAt] of this.#askedAt)
      if (now - askedAt >= UNUSED_MS) this.#askedAt.delete(caller);
  }
}
