import type { Address } from '../connection.ts';
import { inTime } from '../database.ts';
import { Session } from '../session.ts';

/** Changes of the catalogue that take several statements: one after the other, on a connection of their own. */
export class CatalogueTransactions {
  readonly #session: Session;
  #last: Promise<unknown> = Promise.resolve();

  constructor(address: Address) {
    this.#session = new Session(address);
  }

  /** Begins with `first`; all of it is stored or, where `work` fails, none. */
  async run<T>(first: string, work: (session: Session) => Promise<T>): Promise<T> {
    let isGivenUp = false;
    const change = this.#last.then(() => {
      // The caller has got an error already.
      if (isGivenUp) throw new Error('given up before it began');
      return this.#transaction(first, work);
    });
    this.#last = change.catch(() => {});
    try {
      return await inTime(change);
    } catch (error) {
      isGivenUp = true;
      throw error;
    }
  }

  async #transaction<T>(first: string, work: (session: Session) => Promise<T>): Promise<T> {
    try {
      await this.#session.begin([first]);
      const result = await work(this.#session);
      await this.#session.commit();
      return result;
    } catch (error) {
      await this.#session.rollback();
      throw error;
    }
  }

  close(): Promise<void> {
    return this.#session.close();
  }
}
