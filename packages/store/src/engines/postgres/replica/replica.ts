import { warn } from '../../../thread/warnings.ts';
import type { Address } from '../connection.ts';
import { isConnectionLost } from '../faults.ts';
import { ReadConnections } from '../read-connections.ts';
import { READ_SETTINGS } from '../read-settings.ts';
import type { ReplicaSource } from '../reading.ts';
import { Session } from '../session.ts';
import { StatementPool } from '../statement-pool.ts';
import type { Waits } from '../statement-slots.ts';
import { StatisticsQueue } from '../statistics-queue.ts';
import type { ReplicaState } from './replica-state.ts';

/** A replica that has not said which version it has within this time is not waited for. */
const VERSION_WITHIN_MS = 2000;

/** Once promoted it is no replica any more, and its versions are those of another history. */
const VERSION = 'SELECT version FROM content WHERE place = $1 AND pg_is_in_recovery()';

type Open = { pool: StatementPool; reads: ReadConnections; statistics: StatisticsQueue };

/** The replica as a thread that reads uses it. Connected on first use: it may not be there yet. */
export class Replica implements ReplicaSource {
  readonly #address: Omit<Address, 'isPooled'>;
  readonly #connections: number;
  readonly #state: ReplicaState;
  #open: Open | undefined;

  constructor(address: Omit<Address, 'isPooled'>, connections: number, state: ReplicaState) {
    this.#address = address;
    this.#connections = connections;
    this.#state = state;
  }

  get #opened(): Open {
    if (!this.#open) {
      const address = { ...this.#address, isPooled: this.#state.isPooled };
      const pool = new StatementPool(address, this.#connections, READ_SETTINGS);
      const reads = new ReadConnections(pool, this.#connections);
      this.#open = { pool, reads, statistics: new StatisticsQueue(new Session(address)) };
    }
    return this.#open;
  }

  get reads(): ReadConnections {
    return this.#opened.reads;
  }

  get statistics(): StatisticsQueue {
    return this.#opened.statistics;
  }

  async has(storageKey: string, primary: () => Promise<number | undefined>, waits: Waits): Promise<boolean> {
    if (this.#state.isDown) {
      this.#state.count('unavailable');
      return false;
    }
    const [needed, found] = await Promise.all([primary(), this.#version(storageKey, waits)]);
    if (found === undefined) {
      this.#state.count('unavailable');
      return false;
    }
    const isCurrent = needed !== undefined && found !== null && found >= needed;
    this.#state.count(isCurrent ? 'replica' : 'behind');
    return isCurrent;
  }

  /** Null where it has no such space; undefined where it can't be asked. */
  async #version(storageKey: string, waits: Waits): Promise<number | null | undefined> {
    const own: Waits = new Set();
    const end = () => {
      for (const endOne of own) endOne();
    };
    const late = Promise.withResolvers<undefined>();
    const timer = setTimeout(() => {
      end();
      late.resolve(undefined);
    }, VERSION_WITHIN_MS);
    waits.add(end);
    const asked = this.reads.rows<{ version: number }>(VERSION, [storageKey], 'objects', own).then(
      ([row]) => row?.version ?? null,
      (error) => this.#failed(error),
    );
    try {
      return await Promise.race([asked, late.promise]);
    } finally {
      clearTimeout(timer);
      waits.delete(end);
    }
  }

  /** The statement has failed: it may be that one only, or the replica is gone. */
  #failed(error: unknown): undefined {
    if (!isConnectionLost(error) || !this.#state.fail()) return;
    const { message } = error as Error;
    warn({
      message: 'the replica can not be used: the primary answers until it is back',
      details: { reason: message },
    });
  }

  async close(): Promise<void> {
    await Promise.all([this.#open?.pool.end(), this.#open?.statistics.close()]);
  }
}
