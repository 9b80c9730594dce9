import { setTimeout as pause } from 'node:timers/promises';
import { warn } from '../../thread/warnings.ts';
import type { Address } from './connection.ts';
import type { Database } from './database.ts';
import { Session } from './session.ts';
import { dropTable } from './space-table.ts';

const TRIES = 5;
const PAUSE_MS = 100;

/** `leaseMs`: how long the lease still holds, where the creation or deletion has one. */
type Orphan = { storageKey: string; isLeft: boolean; leaseMs: number | null };

/** Stands for the connection where there is a lease instead. */
const LEASED = 0;

/** What lets other processes see whether the one that creates or deletes a table is still at it. */
export const OWNER_STAMPS = {
  connection: {
    pid: 'pg_backend_pid()',
    connected_at: '(SELECT backend_start FROM pg_stat_activity WHERE pid = pg_backend_pid())',
  },
  /** Behind a pooler no connection stands for the process. No creation or deletion takes as long as this. */
  lease: { pid: `${LEASED}`, connected_at: "now() + interval '2 minutes'" },
};

/**
 * Removes the tables of spaces whose creation or deletion was cut short: whose process is no longer connected, or whose
 * lease is over. One that has just ended may seem connected for a moment; one that is at it is left alone. In how many
 * milliseconds the next lease is over; undefined where there is none.
 */
export async function removeOrphans(database: Database, address: Address): Promise<number | undefined> {
  for (let tries = 1; ; tries++) {
    const orphans = await database.rows<Orphan>(
      `SELECT place AS "storageKey", CASE WHEN pid = ${LEASED} THEN connected_at < now()
         ELSE NOT EXISTS (SELECT FROM pg_stat_activity
           WHERE pg_stat_activity.pid = stray_place.pid AND backend_start = connected_at) END AS "isLeft",
         CASE WHEN pid = ${LEASED} THEN ceil(extract(epoch FROM connected_at - now()) * 1000)::bigint END AS "leaseMs"
       FROM stray_place`,
    );
    const left = orphans.filter(({ isLeft }) => isLeft).map(({ storageKey }) => storageKey);
    if (left.length > 0) await remove(address, left);
    const others = orphans.filter(({ isLeft }) => !isLeft);
    const leases = others.flatMap(({ leaseMs }) => leaseMs ?? []);
    if (others.length === leases.length || tries === TRIES)
      return leases.length > 0 ? Math.min(...leases) : undefined;
    await pause(PAUSE_MS);
  }
}

/** Does it now, and again whenever a lease of others is over. Returns how to stop that. */
export async function keepRemovingOrphans(database: Database, address: Address): Promise<() => void> {
  let timer: NodeJS.Timeout | undefined;
  const wait = (leaseMs: number | undefined) => {
    if (leaseMs !== undefined) timer = setTimeout(again, leaseMs + PAUSE_MS).unref();
  };
  const again = () =>
    void removeOrphans(database, address).then(wait, (error: Error) => {
      const details = { reason: error.message };
      warn({
        message: 'tables of unfinished spaces could not be removed; the next start tries again',
        details,
      });
    });
  wait(await removeOrphans(database, address));
  return () => clearTimeout(timer);
}

/** Table and entry, or neither: a creation that completes looks for its entry first. */
async function remove(address: Address, storageKeys: readonly string[]): Promise<void> {
  const session = new Session(address);
  try {
    for (const storageKey of storageKeys)
      await session.transaction([
        `DELETE FROM stray_place WHERE place = '${storageKey}'`,
        ...dropTable(storageKey),
      ]);
  } finally {
    await session.close();
  }
}
