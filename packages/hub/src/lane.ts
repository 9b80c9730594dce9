import { Fault } from '@meridian/store';

/** Lets a few pieces of work run at once and a few more wait; whoever comes then is asked to come back. */
export class Lane {
  readonly #width: number;
  readonly #mostWaiting: number;
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  constructor(width: number, mostWaiting: number) {
    this.#width = width;
    this.#mostWaiting = mostWaiting;
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running >= this.#width) {
      if (this.#waiting.length >= this.#mostWaiting)
        throw new Fault('unavailable', 'too many others are signing in at this moment', 2);
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    } else this.#running++;
    try {
      return await work();
    } finally {
      // The place passes to the next in line without being free in between.
      const next = this.#waiting.shift();
      if (next) next();
      else this.#running--;
    }
  }
}
