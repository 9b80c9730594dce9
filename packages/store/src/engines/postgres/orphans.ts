import { setTimeout as pause } from 'node:timers/promises';
import type { Address } from './connection.ts';
import type { Database } from './database.ts';
import { Session } from './session.ts';
import { dropTable } from './space-table.ts';

const TRIES = 5;
const PAUSE_MS = 100;

/**
 * Removes the tables of spaces whose creation or deletion was cut short: whose process is no longer connected. One that
 * has just ended may seem connected for a moment; one that is at it is left alone.
 */
export async function removeOrphans(database: Database, address: Address): Promise<void> {
  for (let tries = 0; tries < TRIES; tries++) {
    const orphans = await database.rows<{ storageKey: string; isLeft: boolean }>(
      `SELECT place AS "storageKey", NOT EXISTS (SELECT FROM pg_stat_activity
         WHERE pg_stat_activity.pid = stray_place.pid AND backend_start = connected_at) AS "isLeft" FROM stray_place`,
    );
    const left = orphans.filter(({ isLeft }) => isLeft).map(({ storageKey }) => storageKey);
    if (left.length > 0) await remove(address, left);
    if (orphans.every(({ isLeft }) => isLeft)) return;
    await pause(PAUSE_MS);
  }
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
