import type { Address } from './connection.ts';
import { LookupConnection, type TextRow } from './lookup-connection.ts';

/** After an error, connections are left to the driver for so long. */
const PAUSE_MS = 1000;
/** Then a connection is replaced, with all that it has prepared. */
const LIFETIME_MS = 600_000;

/** The shortest statements, on a connection of their own; whatever it does not take goes through the driver as everything else. */
export class Lookups {
  readonly #address: Address;
  #connection: LookupConnection | undefined;
  #opening: Promise<void> | undefined;
  #opensFrom = 0;
  #isClosed = false;

  constructor(address: Address) {
    this.#address = address;
    // Behind a pooler nothing may be prepared.
    if (address.isPooled) this.#opensFrom = Number.POSITIVE_INFINITY;
  }

  /** The rows of a statement that takes one text. Undefined, now or later, where the driver is to be asked. */
  ask(sql: string, value: string): Promise<TextRow[] | undefined> | undefined {
    const connection = this.#connection;
    if (!connection || connection.isClosed) return this.#open();
    if (connection.isBusy) return undefined;
    if (performance.now() - connection.openedAt > LIFETIME_MS) return this.#open();
    return connection.takes(sql) ? connection.ask(sql, value) : undefined;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#opening;
    await this.#connection?.close();
  }

  #open(): undefined {
    const now = performance.now();
    if (this.#opening || this.#isClosed || now < this.#opensFrom) return;
    this.#opensFrom = now + PAUSE_MS;
    this.#opening = this.#replace().finally(() => {
      this.#opening = undefined;
    });
  }

  async #replace(): Promise<void> {
    const old = this.#connection;
    this.#connection = undefined;
    await old?.close();
    try {
      this.#connection = await LookupConnection.open(this.#address);
      if (!this.#connection) this.#opensFrom = Number.POSITIVE_INFINITY;
    } catch {
      // The request goes through the driver instead, which reports why the database takes no connections.
    }
  }
}
