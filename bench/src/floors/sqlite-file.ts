import { rmSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';

/** The tables and indexes of a space's file that hold features; what the hub counts beside them is left out. */
const SCHEMA = `
  CREATE TABLE feature (
    seq INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    geometry_type INTEGER NOT NULL,
    has_z INTEGER NOT NULL,
    west REAL, south REAL, east REAL, north REAL,
    geometry_start INTEGER NOT NULL,
    properties_start INTEGER NOT NULL,
    properties_end INTEGER NOT NULL,
    version INTEGER NOT NULL DEFAULT 0,
    text TEXT NOT NULL
  ) STRICT;
  CREATE VIRTUAL TABLE box USING rtree(seq, west, east, south, north);
  CREATE TABLE tag (tag TEXT NOT NULL, seq INTEGER NOT NULL, PRIMARY KEY (tag, seq)) STRICT, WITHOUT ROWID;
`;

/** The pragmas under which the hub writes. */
const PRAGMAS = `
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = FULL;
  PRAGMA foreign_keys = ON;
  PRAGMA cache_size = -65536;
  PRAGMA wal_autocheckpoint = 16000;
  PRAGMA journal_size_limit = 67108864;
`;

export function createSqliteFile(path: string): DatabaseSync {
  removeSqliteFile(path);
  const database = new DatabaseSync(path);
  database.exec(PRAGMAS);
  database.exec(SCHEMA);
  return database;
}

export function removeSqliteFile(path: string): void {
  for (const suffix of ['', '-wal', '-shm']) rmSync(path + suffix, { force: true });
}

/** The comparison is only fair while the hub's own files have these tables: tells what differs. */
export function differenceFrom(hubFile: string): string | undefined {
  const hub = new DatabaseSync(hubFile, { readOnly: true });
  const plain = new DatabaseSync(':memory:');
  plain.exec(SCHEMA);
  const layout = (database: DatabaseSync, table: string) =>
    JSON.stringify([
      database.prepare('SELECT name, type FROM pragma_table_info(?)').all(table),
      database.prepare('SELECT count(*) AS indexes FROM pragma_index_list(?)').all(table),
    ]);
  try {
    return ['feature', 'box', 'tag'].find((table) => layout(hub, table) !== layout(plain, table));
  } finally {
    hub.close();
    plain.close();
  }
}
