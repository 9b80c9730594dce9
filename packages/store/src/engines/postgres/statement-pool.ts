import { type Address, type Client, connect, type ServerSettings, setLocal } from './connection.ts';
import { selfContained, type Value } from './self-contained.ts';

/** A query of the driver; `active` once the server has it. */
export type Statement = ReturnType<Client['unsafe']>;

/** Longer ones are those of filters, each in a shape of its own: prepared, they would fill the memory of the server. */
const LONGEST_PREPARED = 1200;

/** Connections for statements that are complete in themselves. */
export class StatementPool {
  readonly #client: Client;
  /** What comes before each statement where a pooler forgets what was set before; nothing elsewhere. */
  readonly #settings: string | undefined;
  /** Whether there is a pooler between here and the database. */
  readonly isPooled: boolean;

  constructor(address: Address, connections: number, settings: ServerSettings = {}) {
    this.#client = connect(address, connections, { settings });
    this.isPooled = address.isPooled;
    this.#settings = address.isPooled ? setLocal(address, settings).join('; ') : undefined;
  }

  /** Without a pooler, values are bound, never written into the statement. */
  send(sql: string, values: readonly Value[]): Statement {
    return this.#settings === undefined
      ? this.#client.unsafe(sql, values as never[], { prepare: sql.length <= LONGEST_PREPARED })
      : this.#client.unsafe(selfContained(this.#settings, sql, values));
  }

  end(): Promise<void> {
    return this.#client.end({ timeout: 5 });
  }
}
