import { Fault, missing } from '../../model/fault.ts';
import { type ContentSize, stepRows } from '../../read/step-size.ts';
import type { Wish } from '../../thread/reader-threads.ts';
import { type Client, rowsOf } from './connection.ts';
import type { Value } from './database.ts';
import { isCanceled, toFault } from './faults.ts';

/** A query of the driver; `active` once the server has it. */
type Statement<T> = PromiseLike<T> & { cancel(): void; active?: boolean };

/** Thrown inside of a read that its caller has called off. */
export class CalledOff extends Error {}

/** How far a read has come. */
type Course = {
  timeLimitMs: number;
  spentMs: number;
  isCalledOff: boolean;
  running: Statement<unknown> | undefined;
};

type Content = ContentSize & { lastSeq: number; hasOverview: boolean; hasSheets: boolean };

/** How large spaces were a moment ago: enough to tell how much to read at once. */
const sizes = new Map<string, { size: ContentSize; readAt: number }>();
const SIZE_HOLDS_MS = 1000;
const MOST_SIZES = 1000;

/** One read of a space: statements of which each may take what is left of its time, until someone calls it off. */
export class Reading {
  readonly place: string;
  readonly #client: Client;
  readonly #course: Course;
  #content: Promise<Content> | undefined;
  /** What reads like this one would be cheaper with. */
  wish: Wish | undefined;

  constructor(client: Client, place: string, timeLimitMs = Infinity, course?: Course) {
    this.#client = client;
    this.place = place;
    this.#course = course ?? { timeLimitMs, spentMs: 0, isCalledOff: false, running: undefined };
  }

  /** The same read in another space: it has the same time, and is called off with it. */
  at(place: string): Reading {
    return new Reading(this.#client, place, this.#course.timeLimitMs, this.#course);
  }

  /** Tells the wish once. */
  takeWish(): Wish | undefined {
    const { wish } = this;
    this.wish = undefined;
    return wish;
  }

  /** Values are bound, never written into the statement. */
  rows<T>(sql: string, values: readonly Value[] = []): Promise<T[]> {
    return this.#run(() => this.#client.unsafe(sql, values as never[], { prepare: true }) as never);
  }

  /** The columns of the one row that a statement gives, as bytes. Those of the first are the caller's. */
  async bytes(sql: string, values: readonly Value[]): Promise<(Buffer | null)[]> {
    const [row] = await this.#run<(Buffer | null)[][]>(
      () => this.#client.unsafe(sql, values as never[], { prepare: true }).raw() as never,
    );
    return owned(row!);
  }

  /** What the space held when this was first asked for; a fault where there is no such space. */
  content(): Promise<Content> {
    this.#content ??= this.#readContent();
    return this.#content;
  }

  async #readContent(): Promise<Content> {
    const [row] = await this.rows<Content>(
      `SELECT count, bytes, max_bytes AS "maxBytes", last_seq AS "lastSeq", EXISTS (
         SELECT FROM overview WHERE overview.place = content.place AND built_to IS NULL) AS "hasOverview",
         EXISTS (SELECT FROM sheeted WHERE sheeted.place = content.place) AS "hasSheets"
       FROM content WHERE place = $1`,
      [this.place],
    );
    if (!row) throw missing();
    if (sizes.size >= MOST_SIZES) sizes.clear();
    sizes.set(this.place, { size: row, readAt: performance.now() });
    return row;
  }

  /** How many rows to read at once so that they come to about `chunkBytes`. */
  async stepRows(chunkBytes?: number): Promise<number> {
    const known = sizes.get(this.place);
    const isNew = known && performance.now() - known.readAt < SIZE_HOLDS_MS;
    return stepRows(isNew ? known.size : await this.content(), chunkBytes);
  }

  /** Work beside the statements counts too. */
  spend(milliseconds: number): void {
    this.#course.spentMs += milliseconds;
    if (this.#course.spentMs > this.#course.timeLimitMs) throw this.#tooLong();
  }

  callOff(): void {
    this.#course.isCalledOff = true;
    cancel(this.#course.running);
  }

  async #run<T>(send: () => Statement<T>): Promise<T> {
    // A cancellation that comes too late for one statement can hit the next on its connection: that one is sent again.
    for (let tries = 1; ; tries++) {
      if (this.#course.isCalledOff) throw new CalledOff();
      const started = performance.now();
      const statement = send();
      this.#course.running = statement;
      const left = Math.max(1, this.#course.timeLimitMs - this.#course.spentMs);
      const timer = left < Infinity ? setTimeout(() => cancel(statement), left) : undefined;
      try {
        const result = rowsOf((await statement) as unknown[]) as T;
        this.spend(performance.now() - started);
        return result;
      } catch (error) {
        if (!isCanceled(error)) throw toFault(error);
        if (this.#course.isCalledOff) throw new CalledOff();
        if (performance.now() - started >= left) throw this.#tooLong();
        if (tries > 3) throw error;
      } finally {
        clearTimeout(timer);
        this.#course.running = undefined;
      }
    }
  }

  #tooLong(): Fault {
    return new Fault(
      'timeout',
      `the query took more than the ${this.#course.timeLimitMs} ms allowed; narrow it down`,
    );
  }
}

/** One that waits for a connection is left to wait: the driver would lose the connection that it gets. */
function cancel(statement: Statement<unknown> | undefined): void {
  if (statement?.active) statement.cancel();
}

/** Behind the last row come `SELECT 1` and the server's being ready. */
const BEHIND_ROW_BYTES = 14 + 6;
const LARGE_BYTES = 64 * 1024;

/**
 * Values are parts of what the driver has received. Where a large one came alone, with nothing behind it that the driver
 * has still to look at, it need not be copied. The copy is not of Node's pool, which other threads can't be given.
 */
function owned(row: (Buffer | null)[]): (Buffer | null)[] {
  const [first, ...others] = row;
  const last = row.findLast((value) => value !== null);
  if (!first || !last) return row;
  const isAlone =
    first.length >= LARGE_BYTES &&
    last.buffer === first.buffer &&
    last.byteOffset + last.length + BEHIND_ROW_BYTES === first.buffer.byteLength;
  return isAlone ? row : [Buffer.from(new Uint8Array(first).buffer), ...others];
}
