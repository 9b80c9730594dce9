import type { ThreadCounts } from '../../thread/thread-counts.ts';
import type { Address } from './connection.ts';

/** How many connections each part of a process may use. */
export type Shares = {
  /** The thread that serves: catalogue, reads by id. */
  short: number;
  /** For features by id, where the thread that serves has more than one; out of its share. */
  lookups: number;
  /** Each thread that reads. */
  reader: number;
  /** Each thread that writes. */
  writer: number;
};

/**
 * Shares so many connections out. One is for looking whether the catalogue has changed, which every request waits for,
 * and one for transactions that change it. Everybody needs at least one, so there may be a few more in all than were asked for.
 */
export function shareConnections(
  max: number,
  { readers, writers }: ThreadCounts,
  { hasCitus, isPooled }: Pick<Address, 'hasCitus' | 'isPooled'>,
): Shares {
  const rest = Math.max(0, max - 2);
  const short = Math.max(1, Math.floor(rest / 5));
  const perThread = Math.floor((rest - short) / (readers + writers));
  const reader = Math.max(1, perThread);
  const writer = Math.max(1, Math.floor((rest - short - reader * readers) / writers));
  const lookups = short > 1 && !hasCitus && !isPooled ? 1 : 0;
  return { short: short - lookups, lookups, reader, writer };
}
