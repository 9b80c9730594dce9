import { setImmediate as turn } from 'node:timers/promises';
import { Fault } from '../../model/fault.ts';
import {
  type Address,
  type Client,
  connect,
  type Result,
  resultsOf,
  rowsOf,
  setLocal,
} from './connection.ts';
import { isRefused, toFault } from './faults.ts';
import { isWarning, type Notice, reportNotice } from './notices.ts';
import { PreparedTexts } from './prepared-texts.ts';
import type { Value } from './self-contained.ts';
import { withLiterals } from './self-contained.ts';

/**
 * One connection for transactions of several statements. Should it be lost, the driver would go on with a new one: then
 * nothing of the transaction may be sent any more.
 */
export class Session {
  /** Whether the database has Citus: then no text has more than one statement, since the workers are sent the text. */
  readonly hasCitus: boolean;
  /** Whether a pooler is in between: then only what is inside a transaction goes to one connection of the database. */
  readonly isPooled: boolean;
  /** The schema of the tables, for statements that no setting can name it to. */
  readonly #schema: string;
  readonly #address: Address;
  /** Whether it must stay the same connection, such as for a lock that is held beyond transactions. */
  readonly #isKept: boolean;
  #client: Client;
  readonly #prepared = new PreparedTexts();
  /** What comes before the first statement of a transaction. */
  readonly #settings: readonly string[];
  /** Called when the database has got many rows at once and will be at them for a while. */
  meanwhile: () => void = () => {};
  #isLost = false;
  #isOpen = false;
  /** Whether the database has warned since a commit began. */
  #isWarned = false;
  #running: { cancel(): void; active?: boolean } | undefined;

  constructor(address: Address, { isKept = false } = {}) {
    this.#address = address;
    this.#isKept = isKept;
    this.hasCitus = address.hasCitus;
    this.isPooled = address.isPooled;
    this.#schema = address.searchPath.split(', ', 1)[0]!;
    this.#settings = address.isPooled ? setLocal(address) : [];
    this.#client = this.#connect();
  }

  #connect(): Client {
    const client: Client = connect(this.#address, 1, {
      max_lifetime: null,
      onnotice: (notice: Notice) => {
        reportNotice(notice);
        this.#isWarned ||= isWarning(notice);
      },
      onclose: () => {
        this.#isLost ||= client === this.#client;
      },
    });
    return client;
  }

  /** Goes on with a connection on which nothing is prepared. */
  async #renew(): Promise<void> {
    const old = this.#client;
    this.#client = this.#connect();
    this.#prepared.clear();
    await old.end({ timeout: 5 });
  }

  /** Begins a transaction with some statements; gives the rows of each that is a query. */
  async begin(statements: readonly string[] = []): Promise<unknown[][]> {
    if (this.#prepared.isFull && !this.#isKept && !this.#isOpen) await this.#renew();
    this.#isLost = false;
    this.#isOpen = true;
    return this.script(['BEGIN', ...this.#settings, ...statements]);
  }

  async rows<T>(sql: string, values: Value[] = []): Promise<T[]> {
    const statement = this.#needsSettings
      ? this.#client.unsafe([...this.#settings, withLiterals(sql, values)].join('; '))
      : this.#client.unsafe(sql, values as never[], {
          // Without values it is sent as it is; a pooler has nothing prepared.
          prepare: !this.isPooled && values.length > 0 && this.#prepared.takes(sql),
        });
    this.#running = statement as { cancel(): void };
    try {
      return rowsOf<T>(await this.#send(statement));
    } finally {
      this.#running = undefined;
    }
  }

  /** Has the database end the statement that it is at; too late for that, it may hit the next one. */
  cancel(): void {
    if (this.#running?.active) this.#running.cancel();
  }

  /** The same for a statement that does not come again: nothing of it is cached. */
  async once<T>(sql: string): Promise<T[]> {
    const text = this.#needsSettings ? [...this.#settings, sql].join('; ') : sql;
    return rowsOf<T>(await this.#send(this.#client.unsafe(text)));
  }

  /** Whether a statement does not find the settings of a transaction that has begun. */
  get #needsSettings(): boolean {
    return this.isPooled && !this.#isOpen;
  }

  /** A statement that can be in no transaction; its tables need their full names. */
  async outside(sql: string): Promise<void> {
    this.#isLost = false;
    await this.#send(this.#client.unsafe(sql));
  }

  /** The full name of a table. */
  qualified(table: string): string {
    return `${this.#schema}.${table}`;
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

  /** Several statements without values, inside a transaction; gives the rows of each that is a query. */
  async script(statements: readonly string[]): Promise<unknown[][]> {
    const texts = this.hasCitus ? statements : [statements.join(';\n')];
    const results: Result[] = [];
    for (const text of texts) {
      const result = await this.#send(this.#client.unsafe(text));
      results.push(...resultsOf(result as unknown as Result | Result[]));
    }
    return results.filter(({ columns }) => columns?.length).map((result) => rowsOf(result));
  }

  /**
   * Fails also where the database only warns: Citus does not fail a commit that one of its workers did not take part in. It
   * is not known then whether what was written will be there.
   */
  async commit(): Promise<void> {
    this.#isWarned = false;
    const { command } = await this.#send(this.#client.unsafe('COMMIT'));
    this.#isOpen = false;
    if (command !== 'COMMIT')
      throw new Fault(
        'unavailable',
        'the database has undone the change instead of keeping it; try again',
        1,
      );
    if (this.#isWarned)
      throw new Fault(
        'unavailable',
        'the database did not confirm the change on every server: whether it is stored is not known; read it before you try again',
        1,
      );
  }

  /** Also where there is nothing to undo. What a lost connection had begun, the database undoes by itself. */
  async rollback(): Promise<void> {
    const wasOpen = this.#isOpen && !this.#isLost;
    this.#isOpen = false;
    if (!wasOpen) return;
    await this.#send(this.#client.unsafe('ROLLBACK')).catch((error) => {
      if (!(error instanceof Fault && error.kind === 'unavailable')) throw error;
    });
  }

  /** A statement outside of any transaction. */
  alone<T>(sql: string): Promise<T[]> {
    this.#isLost = false;
    return this.once(sql);
  }

  /** Several statements in a transaction of their own. */
  async transaction(statements: readonly string[]): Promise<void> {
    try {
      await this.begin(statements);
      await this.commit();
    } catch (error) {
      await this.rollback();
      throw error;
    }
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
