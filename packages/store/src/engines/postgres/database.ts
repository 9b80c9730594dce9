import { Fault } from '../../model/fault.ts';
import { type Client, rowsOf } from './connection.ts';
import { toFault } from './faults.ts';

export type Value = string | number | boolean | null;

/** Nobody waits longer than this for a short statement: the database is stuck, or its connections are. */
const STATEMENT_TIMEOUT_MS = 15_000;

/** Statements that are complete in themselves, each on any connection of a pool. */
export class Database {
  readonly #client: Client;

  constructor(client: Client) {
    this.#client = client;
  }

  /** The rows of a statement; values are bound, never written into it. */
  rows<T>(sql: string, values: Value[] = []): Promise<T[]> {
    const statement = this.#client.unsafe(sql, values as never[], { prepare: true });
    return new Promise((resolve, reject) => {
      const late = setTimeout(() => reject(tooLate()), STATEMENT_TIMEOUT_MS);
      late.unref();
      statement.then(
        (rows) => {
          clearTimeout(late);
          resolve(rowsOf(rows as unknown as T[]));
        },
        (error) => {
          clearTimeout(late);
          reject(toFault(error));
        },
      );
    });
  }

  async first<T>(sql: string, values: Value[] = []): Promise<T | undefined> {
    return (await this.rows<T>(sql, values))[0];
  }

  close(): Promise<void> {
    return this.#client.end({ timeout: 5 });
  }
}

function tooLate(): Fault {
  return new Fault('unavailable', 'the database did not answer in time; try again', 1);
}
