import {
  fromStored,
  isMergedAfter,
  merged,
  type StoredEntry,
  type TouchedEntry,
  toStored,
} from '../../rules/touched/touched-log.ts';
import type { Session } from './session.ts';
import { numberArray, textArray } from './text-key.ts';

const ENTRIES = 'SELECT first, last, boxes FROM touched WHERE place = $1 AND last <= $2 ORDER BY last';

/** What gives the rows of a statement. */
type Rows = Pick<Session, 'rows'>;

/** Where versions up to this one changed features, the oldest first. */
export async function touchedUpTo(
  database: Rows,
  storageKey: string,
  version: number,
): Promise<TouchedEntry[]> {
  return (await database.rows<StoredEntry>(ENTRIES, [storageKey, version])).map(fromStored);
}

/** Merges old entries, after some commits. */
export async function mergeTouched(
  session: Session,
  storageKey: string,
  { first, last }: TouchedEntry,
): Promise<void> {
  if (!isMergedAfter(first, last)) return;
  const log = merged(await touchedUpTo(session, storageKey, last)).map(toStored);
  await session.rows('DELETE FROM touched WHERE place = $1', [storageKey]);
  await session.rows(
    `INSERT INTO touched (place, first, last, boxes)
      SELECT $1::text, * FROM unnest($2::bigint[], $3::bigint[], $4::text[])`,
    [
      ...[storageKey, numberArray(log.map((entry) => entry.first))],
      ...[numberArray(log.map((entry) => entry.last)), textArray(log.map(({ boxes }) => boxes))],
    ],
  );
}
