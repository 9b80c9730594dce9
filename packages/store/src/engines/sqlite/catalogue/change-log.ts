import type { DatabaseSync } from 'node:sqlite';

/** A row among the keys of the server: there is nothing else that a change of it could be part of. */
const NAME = 'catalogue changes';
/** Who is further behind reads everything again. */
const REMEMBERED = 100;

/** A change of cached rows: of a space, by its id, or null where it is of accounts or tokens. */
type Change = [version: number, space: string | null];

/** How often cached rows were changed, and what the latest changes were of. */
export type ChangeLog = { version: number; changes: Change[] };

/** For the processes that read this catalogue beside its writer: part of the transaction that changes the rows. */
export function noteChange(database: DatabaseSync, space: string | null): void {
  const { version, changes } = readChanges(database);
  const next = version + 1;
  const log: ChangeLog = { version: next, changes: [...changes, [next, space] as Change].slice(-REMEMBERED) };
  database
    .prepare(
      'INSERT INTO server_key (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
    )
    .run(NAME, JSON.stringify(log));
}

export function readChanges(database: DatabaseSync): ChangeLog {
  const row = database.prepare('SELECT value FROM server_key WHERE name = ?').get(NAME);
  return row ? (JSON.parse(row.value as string) as ChangeLog) : { version: 0, changes: [] };
}

/** The ids of the spaces that were changed after a version; undefined where not all of them are known any more. */
export function changedSince({ version, changes }: ChangeLog, since: number): string[] | undefined {
  const later = changes.filter(([at]) => at > since);
  if (since > version || later.length !== version - since) return undefined;
  return [...new Set(later.map(([, space]) => space).filter((space) => space !== null))];
}
