import { type Address, type Client, connect, type ServerSettings, setLocal } from './connection.ts';
import { PreparedTexts } from './prepared-texts.ts';
import { selfContained, type Value, withLiterals } from './self-contained.ts';

/** A query of the driver; `active` once the server has it. */
export type Statement = ReturnType<Client['unsafe']>;

/** Longer ones are those of filters, each in a shape of its own: prepared, they would fill the memory of the server. */
const LONGEST_PREPARED = 1200;

/** Then a connection is replaced, with all that it has prepared. */
const LIFETIME_SECONDS = 600;

const NUMBERS = /^\{(?:(?:-?[\d.]+(?:e[-+]\d+)?|NULL)(?:,(?!\})|(?=\})))*\}$/;

/** A number, or an array of numbers as PostgreSQL reads it. */
function isNumeric(value: Value): boolean {
  return typeof value === 'number' || (typeof value === 'string' && NUMBERS.test(value));
}

/** Connections for statements that are complete in themselves. */
export class StatementPool {
  readonly #client: Client;
  readonly #prepared = new PreparedTexts();
  #preparedSince = performance.now();
  /** What comes before each statement where a pooler forgets what was set before; nothing elsewhere. */
  readonly #settings: string | undefined;
  /** Whether there is a pooler between here and the database. */
  readonly isPooled: boolean;

  constructor(address: Address, connections: number, settings: ServerSettings = {}) {
    this.#client = connect(address, connections, { settings, max_lifetime: LIFETIME_SECONDS });
    this.isPooled = address.isPooled;
    this.#settings = address.isPooled ? setLocal(address, settings).join('; ') : undefined;
  }

  /** Without a pooler, values are bound, never written into the statement. */
  send(sql: string, values: readonly Value[]): Statement {
    return this.#settings === undefined
      ? this.#client.unsafe(sql, values as never[], {
          // Without values it is sent as it is.
          prepare: values.length > 0 && this.#isPrepared(sql),
        })
      : this.#client.unsafe(selfContained(this.#settings, sql, values));
  }

  /**
   * The same for a query whose columns are to come in binary form, which of bytes is half as much as their digits. The driver (3.4.9)
   * asks for texts; a cursor decides by itself. Its values are written into it, so nothing but numbers is taken.
   */
  sendBinary(sql: string, values: readonly Value[]): Statement {
    if (!values.every(isNumeric))
      throw new Error('a query in binary form has a value that is not of numbers');
    const query = `DECLARE found BINARY NO SCROLL CURSOR FOR ${withLiterals(sql, values)}; FETCH ALL FROM found`;
    return this.#client.unsafe(this.#settings === undefined ? query : `${this.#settings}; ${query}`);
  }

  #isPrepared(sql: string): boolean {
    const now = performance.now();
    if (now - this.#preparedSince > LIFETIME_SECONDS * 1000) {
      this.#prepared.clear();
      this.#preparedSince = now;
    }
    return sql.length <= LONGEST_PREPARED && this.#prepared.takes(sql);
  }

  end(): Promise<void> {
    return this.#client.end({ timeout: 5 });
  }
}
