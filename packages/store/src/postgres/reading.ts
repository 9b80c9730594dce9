import { Fault, missing } from '../fault.ts';
import { type ContentSize, stepRows } from '../read/step-size.ts';
import type { Client } from './connection.ts';
import type { Value } from './database.ts';
import { isCanceled, toFault } from './faults.ts';

type Statement<T> = PromiseLike<T> & { cancel(): void; catch(ignore: () => void): unknown };

/** Thrown inside of a read that its caller has called off. */
export class CalledOff extends Error {}

type Content = ContentSize & { lastSeq: number };

/** One read of a space: statements of which each may take what is left of its time, until someone calls it off. */
export class Reading {
  readonly place: string;
  readonly #client: Client;
  readonly #timeLimitMs: number;
  #spentMs = 0;
  #isCalledOff = false;
  #running: Statement<unknown> | undefined;
  #content: Promise<Content> | undefined;

  constructor(client: Client, place: string, timeLimitMs = Infinity) {
    this.#client = client;
    this.place = place;
    this.#timeLimitMs = timeLimitMs;
  }

  /** Values are bound, never written into the statement. */
  rows<T>(sql: string, values: readonly Value[] = []): Promise<T[]> {
    return this.#run(() => this.#client.unsafe(sql, values as never[], { prepare: true }) as never);
  }

  /** The columns of the one row that a statement gives, as bytes. */
  async bytes(sql: string, values: readonly Value[]): Promise<(Buffer | null)[]> {
    const [row] = await this.#run<(Buffer | null)[][]>(
      () => this.#client.unsafe(sql, values as never[], { prepare: true }).raw() as never,
    );
    return row!;
  }

  /** What the space held when this was first asked for; a fault where there is no such space. */
  content(): Promise<Content> {
    this.#content ??= this.#readContent();
    return this.#content;
  }

  async #readContent(): Promise<Content> {
    const [row] = await this.rows<Content>(
      `SELECT count, bytes, max_bytes AS "maxBytes", last_seq AS "lastSeq" FROM content WHERE place = $1`,
      [this.place],
    );
    if (!row) throw missing();
    return row;
  }

  async stepRows(): Promise<number> {
    return stepRows(await this.content());
  }

  /** Work beside the statements counts too. */
  spend(milliseconds: number): void {
    this.#spentMs += milliseconds;
    if (this.#spentMs > this.#timeLimitMs) throw this.#tooLong();
  }

  callOff(): void {
    this.#isCalledOff = true;
    this.#running?.cancel();
  }

  async #run<T>(send: () => Statement<T>): Promise<T> {
    // A cancellation that comes too late for one statement can hit the next on its connection: that one is sent again.
    for (let tries = 1; ; tries++) {
      if (this.#isCalledOff) throw new CalledOff();
      const started = performance.now();
      const statement = send();
      this.#running = statement;
      const left = Math.max(1, this.#timeLimitMs - this.#spentMs);
      const timer = left < Infinity ? setTimeout(() => statement.cancel(), left) : undefined;
      try {
        const result = await statement;
        this.spend(performance.now() - started);
        return result;
      } catch (error) {
        if (!isCanceled(error)) throw toFault(error);
        if (this.#isCalledOff) throw new CalledOff();
        if (performance.now() - started >= left) throw this.#tooLong();
        if (tries > 3) throw error;
      } finally {
        clearTimeout(timer);
        this.#running = undefined;
      }
    }
  }

  #tooLong(): Fault {
    return new Fault(
      'timeout',
      `the query took more than the ${this.#timeLimitMs} ms allowed; narrow it down`,
    );
  }
}
