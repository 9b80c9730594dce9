import type { DatabaseSync } from 'node:sqlite';
import type { TouchedBoxes } from '../../rules/touched/touched-boxes.ts';
import {
  fromStored,
  isMergedAfter,
  merged,
  type StoredEntry,
  type TouchedEntry,
  toStored,
} from '../../rules/touched/touched-log.ts';
import { SINCE } from './schema.ts';
import type { SpaceReader } from './space-reader.ts';

const ENTRIES = 'SELECT first, last, boxes FROM touched WHERE last <= ? ORDER BY last';
const INSERT = 'INSERT INTO touched (first, last, boxes) VALUES (?, ?, ?)';

/** Stores where a commit of these versions changed features, if that is known, and begins with the next. */
export function saveTouched(
  database: DatabaseSync,
  touched: TouchedBoxes,
  first: number,
  last: number,
): void {
  const { boxes } = touched;
  touched.clear();
  if (!boxes) return;
  insert(database, [{ first, last, boxes }]);
  if (!isMergedAfter(first, last)) return;
  const log = merged(entriesUpTo(database, last));
  database.exec('DELETE FROM touched');
  insert(database, log);
}

/** Where versions up to this one changed features, the oldest first. */
export function touchedUpTo(reader: SpaceReader, version: number): TouchedEntry[] {
  return reader.hasFormat(SINCE.touched) ? entriesUpTo(reader.database, version) : [];
}

function entriesUpTo(database: DatabaseSync, version: number): TouchedEntry[] {
  return (database.prepare(ENTRIES).all(version) as StoredEntry[]).map(fromStored);
}

function insert(database: DatabaseSync, entries: readonly TouchedEntry[]): void {
  const statement = database.prepare(INSERT);
  for (const { first, last, boxes } of entries.map(toStored)) statement.run(first, last, boxes);
}
