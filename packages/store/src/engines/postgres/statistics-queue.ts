import type { Statistics } from '../../model/results.ts';
import { isCanceled } from './faults.ts';
import type { Reading, StatisticsSource } from './reading.ts';
import type { Session } from './session.ts';
import { readStatistics } from './statistics.ts';

/** Reads statistics one after the other: they ask several things about one moment, on one connection. */
export class StatisticsQueue implements StatisticsSource {
  readonly #session: Session;
  #last: Promise<unknown> = Promise.resolve();

  constructor(session: Session) {
    this.#session = session;
  }

  /** One that was cancelled while it waited does not begin. */
  read(reading: Reading): Promise<Statistics> {
    const once = () =>
      reading.attached(
        () => readStatistics(this.#session, reading.storageKey),
        () => this.#session.cancel(),
      );
    const read = () =>
      once().catch((error) => {
        if (!isCanceled(error)) throw error;
        // A cancellation that came too late for the read before.
        return once();
      });
    const mine = this.#last.then(read, read);
    this.#last = mine;
    return mine;
  }

  close(): Promise<void> {
    return this.#session.close();
  }
}
