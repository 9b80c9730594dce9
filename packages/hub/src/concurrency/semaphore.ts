import { Fault } from '@meridian/store';

/** Lets a few tasks run at once and a few more wait; any more are asked to come back. */
export class Semaphore {
  readonly #permits: number;
  readonly #maxWaiting: number;
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  constructor(permits: number, maxWaiting: number) {
    this.#permits = permits;
    this.#maxWaiting = maxWaiting;
  }

  async run<T>(task: () => Promise<T>): Promise<T> {
    if (this.#running >= this.#permits) {
      if (this.#waiting.length >= this.#maxWaiting)
        throw new Fault('unavailable', 'too many others are signing in at this moment', 2);
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    } else this.#running++;
    try {
      return await task();
    } finally {
      // The permit passes to the next in line without being free in between.
      const next = this.#waiting.shift();
      if (next) next();
      else this.#running--;
    }
  }
}
