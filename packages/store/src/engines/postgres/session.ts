import { setImmediate as turn } from 'node:timers/promises';
import { Fault } from '../../model/fault.ts';
import { type Address, type Client, connect, rowsOf } from './connection.ts';
import type { Value } from './database.ts';
import { isRefused, toFault } from './faults.ts';

/**
 * One connection for transactions of several statements. Should it be lost, the driver would go on with a new one: then
 * nothing of the transaction may be sent any more.
 */
export class Session {
  readonly #client: Client;
  /** Called when the database has got many rows at once and will be at them for a while. */
  meanwhile: () => void = () => {};
  #isLost = false;
  #isOpen = false;

  constructor(address: Address) {
    this.#client = connect(address, 1, {
      max_lifetime: null,
      onclose: () => {
        this.#isLost = true;
      },
    });
  }

  /** Begins a transaction with some statements; gives the rows of each that has any. */
  async begin(script: string): Promise<unknown[][]> {
    this.#isLost = false;
    this.#isOpen = true;
    const [, ...results] = (await this.#send(
      this.#client.unsafe(`BEGIN; ${script}`),
    )) as unknown as unknown[][];
    return results.map(rowsOf);
  }

  async rows<T>(sql: string, values: Value[] = []): Promise<T[]> {
    const result = await this.#send(this.#client.unsafe(sql, values as never[], { prepare: true }));
    return rowsOf(result as unknown as T[]);
  }

  /** The same for a statement that does not come again: nothing of it is kept. */
  async once<T>(sql: string): Promise<T[]> {
    return rowsOf((await this.#send(this.#client.unsafe(sql))) as unknown as T[]);
  }

  /**
   * Fills a table with rows in the form that the statement names: the database takes each piece while the next is made.
   * `meanwhile` is done while it is at the last ones.
   */
  async copy(sql: string, pieces: Iterable<Buffer>, meanwhile: () => void): Promise<void> {
    this.#refuseLost();
    const into = await this.#send(this.#client.unsafe(sql).writable());
    const failed = new Promise<never>((_, reject) => into.once('error', reject));
    // Not unheard: it is waited for below.
    failed.catch(() => {});
    try {
      for (const piece of pieces) {
        if (into.destroyed) break;
        into.write(piece);
        await turn();
      }
    } catch (error) {
      // Otherwise the database would wait for the rest, and the connection could do nothing else.
      into.destroy(error as Error);
      throw error;
    }
    into.end();
    meanwhile();
    this.meanwhile();
    // The driver (3.4.9) does not tell of what goes wrong behind the last row: the transaction does, by refusing this.
    await this.#send(Promise.race([failed, this.#client.unsafe('SELECT 1')])).catch((error) => {
      throw isRefused(error) ? new Fault('unavailable', 'the database did not take the features', 1) : error;
    });
    this.#refuseLost();
  }

  /** Several statements in one text, without values. */
  async script(sql: string): Promise<void> {
    await this.#send(this.#client.unsafe(sql));
  }

  async commit(): Promise<void> {
    await this.script('COMMIT');
    this.#isOpen = false;
  }

  /** Also where there is nothing to undo. What a lost connection had begun, the database undoes by itself. */
  async rollback(): Promise<void> {
    const wasOpen = this.#isOpen && !this.#isLost;
    this.#isOpen = false;
    if (!wasOpen) return;
    await this.script('ROLLBACK').catch((error) => {
      if (!(error instanceof Fault && error.kind === 'unavailable')) throw error;
    });
  }

  /** A statement outside of any transaction, or several. */
  alone<T>(sql: string): Promise<T[]> {
    this.#isLost = false;
    return this.once(sql);
  }

  #refuseLost(): void {
    if (this.#isLost) throw new Fault('unavailable', 'the connection to the database was lost; try again', 1);
  }

  async #send<T>(statement: PromiseLike<T>): Promise<T> {
    this.#refuseLost();
    try {
      return await statement;
    } catch (error) {
      throw toFault(error);
    }
  }

  close(): Promise<void> {
    return this.#client.end({ timeout: 5 });
  }
}
