import { Fault } from '@meridian/hub';
import type { CachedBody } from './response-cache.ts';

/** Bodies that are collected for several requests take no more memory than this, all together. */
const MAX_COLLECTED_BYTES = 64 * 1024 ** 2;

/**
 * A read that several requests wait for. It belongs to none of them: it is cancelled when all have gone, and how fast any of
 * them takes its response is no concern of the others.
 */
export class Flight {
  /** Who the first of them is, for the queues. */
  readonly clientKey: string;
  readonly #controller = new AbortController();
  readonly #landing = Promise.withResolvers<CachedBody | undefined>();
  readonly #end: () => void;
  #waiting = 0;

  constructor(clientKey: string, end: () => void) {
    this.clientKey = clientKey;
    this.#end = end;
    // Where nobody else waits, the first request tells what is wrong.
    this.#landing.promise.catch(() => undefined);
  }

  /** Aborted when nobody waits any more. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Whether more than one request waits. */
  get isShared(): boolean {
    return this.#waiting > 1;
  }

  /** Counts a request in until it has gone, or leaves. */
  board(signal: AbortSignal): { leave: () => void } {
    this.#waiting++;
    let isAboard = true;
    const leave = () => {
      // Whoever has gone leaves, too: each counts once.
      if (!isAboard) return;
      isAboard = false;
      signal.removeEventListener('abort', leave);
      if (--this.#waiting > 0) return;
      this.#end();
      this.#controller.abort();
    };
    if (signal.aborted) leave();
    else signal.addEventListener('abort', leave, { once: true });
    return { leave };
  }

  /** The body, for another request than the first; undefined where it is too large to be shared. */
  async landed(signal: AbortSignal): Promise<CachedBody | undefined> {
    const gone = Promise.withResolvers<never>();
    const left = () => gone.reject(new Fault('unavailable', 'the caller has gone'));
    signal.addEventListener('abort', left, { once: true });
    try {
      return await Promise.race([this.#landing.promise, gone.promise]);
    } finally {
      signal.removeEventListener('abort', left);
    }
  }

  land(body: CachedBody | undefined): void {
    this.#end();
    this.#landing.resolve(body);
  }

  fail(error: unknown): void {
    this.#end();
    this.#landing.reject(error);
  }
}

/** The reads in flight, by what their responses depend on. */
export class SingleFlight {
  readonly #flights = new Map<string, Flight>();
  #collected = 0;
  #shared = 0;

  /** How many requests have waited for the read of another. */
  get shared(): number {
    return this.#shared;
  }

  get(key: string): Flight | undefined {
    const flight = this.#flights.get(key);
    if (flight) this.#shared++;
    return flight;
  }

  begin(key: string, clientKey: string): Flight {
    const flight: Flight = new Flight(clientKey, () => {
      if (this.#flights.get(key) === flight) this.#flights.delete(key);
    });
    this.#flights.set(key, flight);
    return flight;
  }

  /** Whether there is memory for so much more. What was granted is given back with `release`. */
  collect(bytes: number): boolean {
    if (this.#collected + bytes > MAX_COLLECTED_BYTES) return false;
    this.#collected += bytes;
    return true;
  }

  release(bytes: number): void {
    this.#collected -= bytes;
  }
}
