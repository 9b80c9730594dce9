import { cancelled, Fault, missing } from '../../model/fault.ts';
import type { Statistics } from '../../model/results.ts';
import { type ContentSize, stepRows } from '../../read/step-size.ts';
import { isCanceled, toFault } from './faults.ts';
import type { Form, ReadConnections } from './read-connections.ts';
import type { Value } from './self-contained.ts';
import type { Waits } from './statement-slots.ts';

/** How far a read has come. */
type Execution = {
  timeLimitMs: number;
  spentMs: number;
  isCancelled: boolean;
  /** Ends each statement that is running or waits for a connection. */
  waits: Waits;
};

type Content = ContentSize & {
  lastSeq: number;
  updatedAt: number;
  hasDensityIndex: boolean;
  /** How far it is built, where it is being built. */
  densityBuiltTo: number | null;
  hasTileBlocks: boolean;
  hasColumns: boolean;
  /** Whether the indexes on geometries and tags wait for the end of a load. */
  indexesDeferred: boolean;
  /** The first write that columns do not have; null where there is none, or no columns. */
  columnsSince: number | null;
};

/** Where statistics are read. */
export interface StatisticsSource {
  read(reading: Reading): Promise<Statistics>;
}

/** Where a read may be done instead of the primary. */
export interface ReplicaSource {
  readonly reads: ReadConnections;
  readonly statistics: StatisticsSource;
  /**
   * Whether it has a space as the primary has it at this moment, or newer; `primary` gives the version there, undefined
   * where there is no such space.
   */
  has(storageKey: string, primary: () => Promise<number | undefined>, waits: Waits): Promise<boolean>;
}

/** How large spaces were a moment ago: enough to tell how much to read at once. */
const sizes = new Map<string, { size: ContentSize & Pick<Content, 'indexesDeferred'>; readAt: number }>();
const SIZE_HOLDS_MS = 1000;
const MAX_SIZES = 1000;

/** One read of a space: statements of which each may take what is left of its time, until the read is cancelled. */
export class Reading {
  readonly storageKey: string;
  readonly #connections: ReadConnections;
  readonly #execution: Execution;
  /** Where it may be read instead; no longer once that has failed. */
  #replica: ReplicaSource | undefined;
  #isOnReplica: Promise<boolean> | undefined;
  #content: Promise<Content> | undefined;

  constructor(
    connections: ReadConnections,
    storageKey: string,
    timeLimitMs = Infinity,
    replica?: ReplicaSource,
    execution?: Execution,
  ) {
    this.#replica = replica;
    this.#connections = connections;
    this.storageKey = storageKey;
    this.#execution = execution ?? { timeLimitMs, spentMs: 0, isCancelled: false, waits: new Set() };
  }

  /** The same read in another space: it has the same time, and is cancelled with it. */
  at(storageKey: string): Reading {
    const { timeLimitMs } = this.#execution;
    return new Reading(this.#connections, storageKey, timeLimitMs, this.#replica, this.#execution);
  }

  /** Values are bound, never written into the statement. */
  rows<T>(sql: string, values: readonly Value[] = []): Promise<T[]> {
    return this.#run(sql, values, 'objects');
  }

  /** The columns of the one row that a statement gives, as bytes. Those of the first are the caller's. */
  async bytes(sql: string, values: readonly Value[]): Promise<(Buffer | null)[]> {
    const [row] = await this.#run<(Buffer | null)[]>(sql, values, 'bytes');
    return owned(row!);
  }

  /** The columns of each row in binary form. */
  binary(sql: string, values: readonly Value[]): Promise<(Buffer | null)[][]> {
    return this.#run(sql, values, 'binary');
  }

  /** What the space held when this was first asked for; a fault where there is no such space. */
  content(): Promise<Content> {
    this.#content ??= this.#readContent();
    return this.#content;
  }

  async #readContent(): Promise<Content> {
    const [row] = await this.rows<Content>(
      `SELECT count, bytes, max_bytes AS "maxBytes", last_seq AS "lastSeq", updated_at AS "updatedAt",
         indexes_deferred AS "indexesDeferred", EXISTS (
         SELECT FROM overview WHERE overview.place = content.place AND built_to IS NULL) AS "hasDensityIndex",
         (SELECT built_to FROM overview WHERE overview.place = content.place) AS "densityBuiltTo",
         EXISTS (SELECT FROM sheeted WHERE sheeted.place = content.place) AS "hasTileBlocks",
         column_state.place IS NOT NULL AS "hasColumns", written_since AS "columnsSince"
       FROM content LEFT JOIN column_state USING (place) WHERE place = $1`,
      [this.storageKey],
    );
    if (!row) throw missing();
    if (sizes.size >= MAX_SIZES) sizes.clear();
    sizes.set(this.storageKey, { size: row, readAt: performance.now() });
    return row;
  }

  /** How many rows to read at once so that they come to about `chunkBytes`. */
  async stepRows(chunkBytes?: number): Promise<number> {
    return stepRows(await this.#recentSize(), chunkBytes);
  }

  /** Whether the indexes on geometries and tags were missing a moment ago. */
  async lacksIndexes(): Promise<boolean> {
    return (await this.#recentSize()).indexesDeferred;
  }

  async #recentSize(): Promise<ContentSize & Pick<Content, 'indexesDeferred'>> {
    const known = sizes.get(this.storageKey);
    const isNew = known && performance.now() - known.readAt < SIZE_HOLDS_MS;
    return isNew ? known.size : this.content();
  }

  get spentMs(): number {
    return this.#execution.spentMs;
  }

  /** Work beside the statements counts too. */
  readonly spend = (milliseconds: number): void => {
    this.#execution.spentMs += milliseconds;
    if (this.#execution.spentMs > this.#execution.timeLimitMs) throw this.#tooLong();
  };

  /** Nothing more is asked of the database, and what it is at for this read ends. */
  cancel(): void {
    this.#execution.isCancelled = true;
    for (const end of this.#execution.waits) end();
  }

  /** Work that is done elsewhere for this read; `end` cuts it short when the read is cancelled. */
  async attached<T>(work: () => Promise<T>, end: () => void): Promise<T> {
    this.check();
    this.#execution.waits.add(end);
    try {
      return await work();
    } catch (error) {
      this.check();
      throw error;
    } finally {
      this.#execution.waits.delete(end);
    }
  }

  /** Throws where the read was cancelled. */
  check(): void {
    if (this.#execution.isCancelled) throw cancelled();
  }

  /** Statistics of the space, of one moment. */
  async statistics(primary: StatisticsSource): Promise<Statistics> {
    const replica = this.#replica;
    if (!replica || !(await this.#isCurrent(replica))) return primary.read(this);
    try {
      return await replica.statistics.read(this);
    } catch (error) {
      this.#leave(error);
      return primary.read(this);
    }
  }

  #run<T>(sql: string, values: readonly Value[], form: Form): Promise<T[]> {
    if (!this.#replica) return this.#runOn(this.#connections, sql, values, form);
    return this.#runOnReplica(this.#replica, sql, values, form);
  }

  /** What the replica does not have, or fails to give, the primary has; it is never behind the replica. */
  async #runOnReplica<T>(
    replica: ReplicaSource,
    sql: string,
    values: readonly Value[],
    form: Form,
  ): Promise<T[]> {
    const isCurrent = await this.#isCurrent(replica);
    if (isCurrent && this.#replica)
      try {
        return await this.#runOn(replica.reads, sql, values, form);
      } catch (error) {
        this.#leave(error);
      }
    return this.#runOn(this.#connections, sql, values, form);
  }

  /** Asked once: what the replica has by then, it has from then on. */
  #isCurrent(replica: ReplicaSource): Promise<boolean> {
    this.#isOnReplica ??= replica.has(
      this.storageKey,
      async () => {
        const sql = 'SELECT version FROM content WHERE place = $1';
        const rows = await this.#runOn<{ version: number }>(
          this.#connections,
          sql,
          [this.storageKey],
          'objects',
        );
        return rows[0]?.version;
      },
      this.#execution.waits,
    );
    return this.#isOnReplica;
  }

  /** Goes on with the primary; throws where the read has ended for another reason. */
  #leave(error: unknown): void {
    this.check();
    if (error instanceof Fault && error.kind === 'timeout') throw error;
    this.#replica = undefined;
  }

  async #runOn<T>(
    connections: ReadConnections,
    sql: string,
    values: readonly Value[],
    form: Form,
  ): Promise<T[]> {
    const { timeLimitMs, spentMs, waits } = this.#execution;
    const started = performance.now();
    const left = Math.max(1, timeLimitMs - spentMs);
    // A cancellation that comes too late for one statement can hit the next on its connection: that one is sent again.
    for (let tries = 1; ; tries++) {
      this.check();
      // Its own waits: another statement of this read may be under way.
      const own: Waits = new Set();
      const end = () => {
        for (const endOne of own) endOne();
      };
      let isLate = false;
      const late = () => {
        isLate = true;
        end();
      };
      const timer = left < Infinity ? setTimeout(late, left - (performance.now() - started)) : undefined;
      waits.add(end);
      try {
        const rows = await connections.rows<T>(sql, values, form, own);
        this.spend(performance.now() - started);
        return rows;
      } catch (error) {
        this.check();
        const isEnded = isCanceled(error) || (error instanceof Fault && error.kind === 'cancelled');
        if (!isEnded) throw toFault(error);
        if (isLate) throw this.#tooLong();
        if (tries > 3) throw error;
      } finally {
        clearTimeout(timer);
        waits.delete(end);
      }
    }
  }

  #tooLong(): Fault {
    return new Fault(
      'timeout',
      `the query took more than the ${this.#execution.timeLimitMs} ms allowed; narrow it down`,
    );
  }
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
