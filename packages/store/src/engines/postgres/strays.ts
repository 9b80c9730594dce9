import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from './database.ts';
import { dropTable } from './space-table.ts';

const TRIES = 5;
const PAUSE_MS = 100;

/**
 * Removes the tables of spaces whose creation or deletion was cut short: whose process is no longer connected. One that
 * has just ended may seem connected for a moment; one that is at it is left alone.
 */
export async function removeStrays(database: Database): Promise<void> {
  for (let tries = 0; tries < TRIES; tries++) {
    const strays = await database.rows<{ place: string; isLeft: boolean }>(
      `SELECT place, NOT EXISTS (SELECT FROM pg_stat_activity
         WHERE pg_stat_activity.pid = stray_place.pid AND backend_start = connected_at) AS "isLeft" FROM stray_place`,
    );
    for (const { place, isLeft } of strays) if (isLeft) await removeStray(database, place);
    if (strays.every(({ isLeft }) => isLeft)) return;
    await pause(PAUSE_MS);
  }
}

/** Both or neither: whoever completes a creation looks for its entry first. */
function removeStray(database: Database, place: string): Promise<void> {
  return database.script(`DELETE FROM stray_place WHERE place = '${place}'; ${dropTable(place)}`);
}
