import { Fault } from '../../model/fault.ts';
import { type Address, rowsOf } from './connection.ts';
import { toFault } from './faults.ts';
import { lookupSettings } from './read-settings.ts';
import type { Value } from './self-contained.ts';
import { StatementPool } from './statement-pool.ts';

/** Nobody waits longer than this for short statements: the database is stuck, or its connections are. */
const STATEMENT_TIMEOUT_MS = 15_000;

/** Short statements that are complete in themselves, each on any of some connections. They look rows up by a key. */
export class Database {
  readonly #pool: StatementPool;

  constructor(address: Address, connections: number) {
    this.#pool = new StatementPool(address, connections, lookupSettings(address));
  }

  /** Whether a pooler is between here and the database: then no connection stands for this process. */
  get isPooled(): boolean {
    return this.#pool.isPooled;
  }

  rows<T>(sql: string, values: Value[] = []): Promise<T[]> {
    return inTime(this.#pool.send(sql, values).then((rows) => rowsOf<T>(rows)));
  }

  async first<T>(sql: string, values: Value[] = []): Promise<T | undefined> {
    return (await this.rows<T>(sql, values))[0];
  }

  close(): Promise<void> {
    return this.#pool.end();
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

export function tooLate(): Fault {
  return new Fault('unavailable', 'the database did not answer in time; try again', 1);
}
