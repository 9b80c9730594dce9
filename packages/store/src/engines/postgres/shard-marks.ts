import type { Session } from './session.ts';
import { tableOf } from './table-name.ts';
import { hashText } from './text-hash.ts';
import { textArray, toKey } from './text-key.ts';

/**
 * Marks the shards that a transaction is going to write, by a DELETE that finds nothing (no row has a negative seq).
 *
 * Citus (13.2) prepares only those worker connections that it knows to have written, and takes one that has read for a reader
 * even when a COPY follows on it: such a worker commits after the coordinator did, and what it had is lost if it dies
 * then. So the first statement of a write that reaches a shard is this one. It also always reaches two shards: a
 * transaction with a single shard would be committed in one phase, apart from the statistics, which are on the coordinator.
 */
export class ShardMarks {
  readonly #session: Session;
  readonly #storageKey: string;
  readonly #isDistributed: boolean;
  readonly #marked = new Set<string>();

  constructor(session: Session, storageKey: string, isDistributed: boolean) {
    this.#session = session;
    this.#storageKey = storageKey;
    this.#isDistributed = isDistributed;
  }

  /** The shards of these features, where they are not marked yet. */
  async mark(ids: Iterable<string>): Promise<void> {
    if (!this.#isDistributed) return;
    const keys = [...new Set(Iterator.from(ids).map(toKey))].filter((key) => !this.#marked.has(key));
    if (keys.length === 0) return;
    for (const key of keys) this.#marked.add(key);
    await this.#session.rows(
      `DELETE FROM ${tableOf(this.#storageKey)} WHERE id = ANY($1::text[]) AND seq < 0`,
      [textArray(onTwoShards(keys))],
    );
  }

  /** Every shard, where it is not known yet which features will be written. */
  async markAll(): Promise<void> {
    if (this.#isDistributed)
      await this.#session.rows(`DELETE FROM ${tableOf(this.#storageKey)} WHERE seq < 0`);
  }
}

/**
 * Shards are equal ranges of hashes. However many there are, two at least, a hash below zero and one from here on are never
 * in the same, nor are one from zero on and one below the negative of this.
 */
const FAR = 2 ** 30;

/** Companions of different features are different, so that they spread over the shards too. */
const COMPANIONS = 64;

/** The same keys, with one that no feature has where they might otherwise all be on one shard. */
export function onTwoShards(keys: readonly string[]): string[] {
  let [lowest, highest] = [Infinity, -Infinity];
  for (const key of keys) {
    const hash = hashText(key);
    lowest = Math.min(lowest, hash);
    highest = Math.max(highest, hash);
    if (areApart(lowest, highest)) return [...keys];
  }
  for (let n = Math.abs(lowest % COMPANIONS); ; n++) {
    const companion = `\\companion${n}`;
    const hash = hashText(companion);
    if (areApart(Math.min(lowest, hash), Math.max(highest, hash))) return [...keys, companion];
  }
}

function areApart(lowest: number, highest: number): boolean {
  return (lowest < 0 && highest >= FAR) || (lowest < -FAR && highest >= 0);
}
