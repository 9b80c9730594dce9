import { Fault } from '../../model/fault.ts';
import { type Client, rowsOf } from './connection.ts';
import { toFault } from './faults.ts';

export type Value = string | number | boolean | null;

/** Nobody waits longer than this for short statements: the database is stuck, or its connections are. */
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
    return inTime(statement.then((rows) => rowsOf(rows as unknown as T[])));
  }

  async first<T>(sql: string, values: Value[] = []): Promise<T | undefined> {
    return (await this.rows<T>(sql, values))[0];
  }

  close(): Promise<void> {
    return this.#client.end({ timeout: 5 });
  }
}

/** What comes of work in the database, unless that takes too long. */
export function inTime<T>(work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(tooLate()), STATEMENT_TIMEOUT_MS);
    late.unref();
    work.then(resolve, (error) => reject(toFault(error))).finally(() => clearTimeout(late));
  });
}

function tooLate(): Fault {
  return new Fault('unavailable', 'the database did not answer in time; try again', 1);
}
