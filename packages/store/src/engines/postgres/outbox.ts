import type { OutboxEntry } from '../../rules/activity/activity-log.ts';
import type { PendingTable } from '../../rules/write/pending-table.ts';
import type { Database } from './database.ts';
import type { Session } from './session.ts';
import { textArray } from './text-key.ts';

const MAX_ENTRIES = 1000;
const MAX_CHARS = 4 * 1024 * 1024;

/** Keeps what is to be written into logs, in the transaction that makes the changes. */
export async function saveOutbox(
  session: Session,
  storageKey: string,
  { outbox }: PendingTable,
): Promise<void> {
  if (outbox.length === 0) return;
  await session.rows(
    `INSERT INTO outbox (place, space, feature, text) SELECT $1, space, feature, text
       FROM unnest($2::text[], $3::text[], string_to_array($4, E'\\x1f')) WITH ORDINALITY AS new (space, feature, text, nth)
       ORDER BY nth`,
    [
      storageKey,
      textArray(outbox.map(({ spaceId }) => spaceId)),
      textArray(outbox.map(({ feature }) => JSON.stringify(feature))),
      outbox.map(({ text }) => text).join('\u001f'),
    ],
  );
}

/** The oldest entries that wait: so many that they make a body of a good size, and one at least. */
export async function readOutbox(database: Database, storageKey: string): Promise<OutboxEntry[]> {
  const rows = await database.rows<OutboxEntry>(
    `SELECT seq, space AS "spaceId", feature, text FROM (
       SELECT *, sum(length(text)) OVER (ORDER BY seq) - length(text) AS before
       FROM (SELECT * FROM outbox WHERE place = $1 ORDER BY seq LIMIT ${MAX_ENTRIES}) AS oldest
     ) AS summed WHERE before = 0 OR before + length(text) <= ${MAX_CHARS} ORDER BY seq`,
    [storageKey],
  );
  return rows.map((row) => ({ ...row, feature: JSON.parse(row.feature) }));
}

export async function clearOutbox(database: Database, storageKey: string, upTo: number): Promise<void> {
  await database.rows('DELETE FROM outbox WHERE place = $1 AND seq <= $2', [storageKey, upTo]);
}
