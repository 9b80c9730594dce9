import { tableOf } from './table-name.ts';

/**
 * Waits until no writer of a space is at work, its commit on all workers included, and keeps others off: `alone`, or
 * together with others that only read. The content row does not do for that: it is free as soon as the coordinator has
 * committed, a moment before the workers have.
 */
export function lockSpace(storageKey: string, how: 'alone' | 'shared'): string {
  const lock = how === 'alone' ? 'pg_advisory_xact_lock' : 'pg_advisory_xact_lock_shared';
  return `SELECT ${lock}(hashtextextended('${tableOf(storageKey)}', 0))`;
}

/** A row where the features of a space are spread over the workers: a space may be older than Citus in its database. */
export function selectDistribution(storageKey: string): string {
  return `SELECT 1 FROM pg_dist_partition WHERE logicalrelid = to_regclass('${tableOf(storageKey)}') AND partmethod = 'h'`;
}
