import { setTimeout as pause } from 'node:timers/promises';
import { Fault } from '../fault.ts';
import { type Client, rowsOf } from './connection.ts';
import { toFault } from './faults.ts';

export type Value = string | number | boolean | null;

/** Nobody waits longer than this for a short statement: the database is stuck, or its connections are. */
const ANSWER_WITHIN_MS = 15_000;

/** Statements that are complete in themselves, each on any connection of a pool. */
export class Database {
  readonly #client: Client;

  constructor(client: Client) {
    this.#client = client;
  }

  /** The rows of a statement; values are bound, never written into it. */
  async rows<T>(sql: string, values: Value[] = []): Promise<T[]> {
    const statement = this.#client.unsafe(sql, values as never[], { prepare: true });
    const late = new AbortController();
    try {
      return rowsOf((await Promise.race([statement, tooLate(late.signal)])) as unknown as T[]);
    } catch (error) {
      statement.catch(() => undefined);
      throw toFault(error);
    } finally {
      late.abort();
    }
  }

  async first<T>(sql: string, values: Value[] = []): Promise<T | undefined> {
    return (await this.rows<T>(sql, values))[0];
  }

  /** Several statements in one text, without values. */
  async script(sql: string): Promise<void> {
    try {
      await this.#client.unsafe(sql);
    } catch (error) {
      throw toFault(error);
    }
  }

  close(): Promise<void> {
    return this.#client.end({ timeout: 5 });
  }
}

async function tooLate(signal: AbortSignal): Promise<never> {
  try {
    await pause(ANSWER_WITHIN_MS, undefined, { signal, ref: false });
  } catch {
    // Called off: the statement was in time.
    return new Promise(() => {});
  }
  throw new Fault('unavailable', 'the database did not answer in time; try again', 1);
}
