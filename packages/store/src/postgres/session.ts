import { Fault } from '../fault.ts';
import { type Address, type Client, connect, rowsOf } from './connection.ts';
import type { Value } from './database.ts';
import { toFault } from './faults.ts';

/**
 * One connection for transactions of several statements. Should it be lost, the driver would go on with a new one: then
 * nothing of the transaction may be sent any more.
 */
export class Session {
  readonly #client: Client;
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

  /** Several statements in one text, without values. */
  async script(sql: string): Promise<void> {
    await this.#send(this.#client.unsafe(sql));
  }

  async commit(): Promise<void> {
    await this.script('COMMIT');
    this.#isOpen = false;
  }

  /** Also where there is nothing to undo. */
  async rollback(): Promise<void> {
    if (this.#isOpen && !this.#isLost) await this.script('ROLLBACK');
    this.#isOpen = false;
  }

  /** A statement outside of any transaction. */
  async alone(sql: string): Promise<void> {
    this.#isLost = false;
    await this.script(sql);
  }

  async #send<T>(statement: PromiseLike<T>): Promise<T> {
    if (this.#isLost) throw new Fault('unavailable', 'the connection to the database was lost; try again', 1);
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
