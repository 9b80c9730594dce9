import { warn } from '../../thread/warnings.ts';
import type { Address } from './connection.ts';
import { Session } from './session.ts';

/** Where an index can be: the space's table and the number of the property. */
export type IndexRef = { storageKey: string; property: number };

/** A process that is gone leaves its lease behind for so long. */
const LEASE_MS = 10_000;
const RENEW_MS = 3000;

const NOW = '(extract(epoch FROM clock_timestamp()) * 1000)::bigint';
const WHERE = 'WHERE place = $1 AND property = $2';

/**
 * Does something that only one process may do for an index, which may take long; false where another is at it. A lease and
 * no lock of the database, which would be that of a connection: behind a pooler, no process has one of its own.
 */
export async function withIndexLease(
  session: Session,
  address: Address,
  { storageKey, property }: IndexRef,
  work: () => Promise<void>,
): Promise<boolean> {
  const index = [storageKey, property];
  const taken = await session.rows(
    `UPDATE indexed_property SET leased_until = ${NOW} + ${LEASE_MS} ${WHERE}
      AND path IS NOT NULL AND built_to IS NOT NULL AND coalesce(leased_until, 0) < ${NOW} RETURNING 1`,
    index,
  );
  if (taken.length === 0) return false;
  // The other connection is at the work.
  const renewing = new Session(address);
  let renewal: Promise<unknown> = Promise.resolve();
  const timer = setInterval(() => {
    const renew = () =>
      renewing.rows(`UPDATE indexed_property SET leased_until = ${NOW} + ${LEASE_MS} ${WHERE}`, index);
    renewal = renewal.then(renew).catch((error: Error) => {
      const details = { storageKey, reason: error.message };
      warn({ message: 'the lease for building an index could not be renewed', details });
    });
  }, RENEW_MS);
  try {
    await work();
    return true;
  } finally {
    clearInterval(timer);
    await renewal;
    await renewing.close();
    await session.rows(`UPDATE indexed_property SET leased_until = NULL ${WHERE}`, index);
  }
}
