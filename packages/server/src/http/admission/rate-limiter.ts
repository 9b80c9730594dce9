import { Fault } from '@meridian/hub';
import type { Headers } from '../response/response.ts';

/** A bucket of `burst` requests that refills by `perSecond`. */
export type Rate = { perSecond: number; burst: number };

/** What bounds how often each caller may come. */
export type Limiter = Pick<RateLimiter, 'refused' | 'size' | 'allows' | 'take'>;

/** Fewer than so many requests are not worth a lease: they are counted one by one. */
const SMALLEST_LEASE = 8;

/** So many callers are remembered; a bucket that is full again needs no memory. */
const REMEMBERED = 100_000;
/** Clocks are not that exact. */
const TOLERANCE_MS = 1e-6;
/** So many are forgotten at once where all are needed, so that it is not done for each newcomer. */
const FORGOTTEN = REMEMBERED / 10;

/** Bounds how often each caller may come. Of a bucket only the time is stored at which it will be full again. */
export class RateLimiter {
  readonly #name: string;
  readonly #rate: Rate;
  readonly #msPerRequest: number;
  readonly #fullAt = new Map<string, number>();
  #refused = 0;

  /** `name` is the policy's in the headers, and read in the refusal: "requests of this token". */
  constructor(name: 'token' | 'address', rate: Rate) {
    this.#name = name;
    this.#rate = rate;
    this.#msPerRequest = 1000 / rate.perSecond;
  }

  get refused(): number {
    return this.#refused;
  }

  get size(): number {
    return this.#fullAt.size;
  }

  /** Whether `take` would find a request in the caller's bucket. */
  allows(caller: string, now: number): boolean {
    return this.#rate.perSecond === 0 || this.#overMs(this.#fullAfter(caller, now), now) <= TOLERANCE_MS;
  }

  /** Takes one request out of the caller's bucket; a fault where it is empty. */
  take(caller: string, now: number): void {
    if (this.#rate.perSecond === 0) return;
    const fullAt = this.#fullAfter(caller, now);
    const overMs = this.#overMs(fullAt, now);
    if (overMs > TOLERANCE_MS) {
      this.#refused++;
      throw new RateExceeded(this.#name, this.#rate, overMs);
    }
    if (this.#fullAt.size >= REMEMBERED && !this.#fullAt.has(caller)) this.#forget(now);
    this.#fullAt.set(caller, fullAt);
  }

  /**
   * Takes requests out of the caller's bucket for another process, which has `left` of them: as many as make it `share` of
   * what the caller has. None where that is few.
   */
  lend(caller: string, left: number, share: number, now: number): number {
    const full = Math.max(this.#fullAt.get(caller) ?? 0, now);
    const available = this.#rate.burst - (full - now) / this.#msPerRequest;
    const count = Math.floor((available + left) * share) - left;
    if (count < SMALLEST_LEASE) return 0;
    this.#fullAt.set(caller, full + count * this.#msPerRequest);
    return count;
  }

  /** What was lent and not used. */
  giveBack(caller: string, count: number): void {
    const fullAt = this.#fullAt.get(caller);
    if (fullAt !== undefined) this.#fullAt.set(caller, fullAt - count * this.#msPerRequest);
  }

  /** When the bucket would be full again after one more request. */
  #fullAfter(caller: string, now: number): number {
    return Math.max(this.#fullAt.get(caller) ?? 0, now) + this.#msPerRequest;
  }

  #overMs(fullAt: number, now: number): number {
    return fullAt - now - this.#rate.burst * this.#msPerRequest;
  }

  #forget(now: number): void {
    for (const [caller, fullAt] of this.#fullAt) if (fullAt <= now) this.#fullAt.delete(caller);
    if (this.#fullAt.size < REMEMBERED) return;
    for (const caller of this.#fullAt.keys().take(FORGOTTEN)) this.#fullAt.delete(caller);
  }
}

/** A caller came more often than allowed. */
export class RateExceeded extends Fault {
  /** As draft-ietf-httpapi-ratelimit-headers describes them. */
  readonly headers: Headers;

  constructor(name: string, { perSecond, burst }: Rate, waitMs: number) {
    const seconds = Math.max(1, Math.ceil(waitMs / 1000));
    super(
      'tooMany',
      `too many requests of this ${name}: ${perSecond} a second are allowed, ${burst} at once; try again in ${seconds} s`,
      seconds,
    );
    this.headers = {
      'RateLimit-Policy': `"${name}";q=${burst};w=${Math.max(1, Math.ceil(burst / perSecond))}`,
      RateLimit: `"${name}";r=0;t=${seconds}`,
    };
  }
}
