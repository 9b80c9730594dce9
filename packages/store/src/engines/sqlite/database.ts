import { chmodSync, closeSync, fsyncSync, openSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { NEWER_FORMAT } from '../../model/storage-fault.ts';

/** Memory one connection may keep of its file; the operating system's cache does the rest. */
const CACHE_KIB = { read: 8 * 1024, write: 64 * 1024 };
/**
 * While a space is filled, every commit changes most pages of its indexes: the more commits are in the log when it is copied
 * into the file, the fewer pages are copied.
 */
const CHECKPOINT_PAGES = 16_000;
const WAL_LIMIT_BYTES = 64 * 1024 * 1024;
const BUSY_MS = 10_000;
/** The result code of SQLite for a file that is no database. */
const NO_DATABASE = 26;

/**
 * So much of a file, the most that SQLite allows, is mapped rather than read piece by piece, where many small reads make that
 * worth it. What is mapped counts as memory of the process: not for those who read whole files.
 */
const MAPPED_BYTES = 2 ** 31 - 2 ** 16;

/** Opens a file that must exist, for reading beside its writer. */
export function openForReading(path: string, isMapped = false): DatabaseSync {
  const database = openExisting(path);
  database.exec(`PRAGMA query_only = ON; PRAGMA cache_size = -${CACHE_KIB.read}`);
  if (isMapped) database.exec(`PRAGMA mmap_size = ${MAPPED_BYTES}`);
  return database;
}

/** Opens a file that nobody writes, such as one of a backup; also where nothing can be written beside it. */
export function openStill(path: string): DatabaseSync {
  const url = pathToFileURL(path);
  url.searchParams.set('immutable', '1');
  return new DatabaseSync(url, { readOnly: true });
}

/** Opens a file that must exist, so that a commit is on disk when it returns. */
export function openForWriting(path: string, migrations: readonly string[]): DatabaseSync {
  const database = openExisting(path);
  database.exec(`
    PRAGMA journal_mode = WAL;
    PRAGMA synchronous = FULL;
    PRAGMA foreign_keys = ON;
    PRAGMA cache_size = -${CACHE_KIB.write};
    PRAGMA wal_autocheckpoint = ${CHECKPOINT_PAGES};
    PRAGMA journal_size_limit = ${WAL_LIMIT_BYTES};
  `);
  migrate(database, path, migrations);
  return database;
}

/** Hashes of passwords and tokens, and everybody's features, are nothing for other users of the machine. */
export const PRIVATE_FILE = 0o600;
const READABLE_BY_ALL = 0o004;

/** An empty file that SQLite then makes a database of; it gives the logs beside it the same permissions. */
export function makePrivateFile(path: string): void {
  closeSync(openSync(path, 'a', PRIVATE_FILE));
}

/** Closes a file that everybody can read, as older versions made them; one that was opened for a group stays so. */
export function keepPrivate(path: string): void {
  for (const name of [path, `${path}-wal`, `${path}-shm`]) {
    const file = statSync(name, { throwIfNoEntry: false });
    // Only its owner may change that.
    if (file && file.mode & READABLE_BY_ALL && file.uid === process.geteuid?.())
      chmodSync(name, PRIVATE_FILE);
  }
}

/** Makes an empty database, with its entry in the folder on disk. */
export function createFile(path: string): void {
  makePrivateFile(path);
  const database = new DatabaseSync(path);
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA user_version = 0');
  database.close();
  syncFolder(dirname(path));
}

/** A missing or empty file is an error: SQLite would otherwise make a new database of it. */
export function openExisting(path: string): DatabaseSync {
  if (isEmptyFile(path)) throw Object.assign(new Error('it is empty'), { errcode: NO_DATABASE });
  const url = pathToFileURL(path);
  url.searchParams.set('mode', 'rw');
  return new DatabaseSync(url, { timeout: BUSY_MS });
}

/** A database that was created has a header at least, in the file or in the log beside it. */
export function isEmptyFile(path: string): boolean {
  const size = (name: string) => statSync(name, { throwIfNoEntry: false })?.size;
  return size(path) === 0 && !size(`${path}-wal`);
}

/** A new or removed name survives a power cut only once its folder is synced. */
export function syncFolder(folder: string): void {
  syncFile(folder);
}

export function syncFile(path: string): void {
  const descriptor = openSync(path, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** The file was written by a newer version of the program. */
export class NewerFormat extends Error {
  readonly code = NEWER_FORMAT;
}

/** The format a file has; one that this program does not know is refused. */
export function checkFormat(database: DatabaseSync, path: string, known: number): number {
  const { user_version: format } = database.prepare('PRAGMA user_version').get() as { user_version: number };
  if (format > known)
    throw new NewerFormat(
      `${path} has format ${format}, newer than the ${known} this version of Meridian knows: use a newer Meridian`,
    );
  return format;
}

function migrate(database: DatabaseSync, path: string, migrations: readonly string[]): void {
  const format = checkFormat(database, path, migrations.length);
  for (let from = format; from < migrations.length; from++)
    transaction(database, () => {
      database.exec(migrations[from]!);
      database.exec(`PRAGMA user_version = ${from + 1}`);
    });
}

/** Runs `work` so that either all of it is on disk or none. */
export function transaction<T>(database: DatabaseSync, work: () => T): T {
  database.exec('BEGIN IMMEDIATE');
  try {
    const result = work();
    database.exec('COMMIT');
    return result;
  } catch (error) {
    if (database.isTransaction) database.exec('ROLLBACK');
    throw error;
  }
}

/** Runs `work` so that it can fail without undoing what came before it in the same transaction. */
export function savepoint<T>(database: DatabaseSync, work: () => T): T {
  if (!database.isTransaction) throw new Error('the transaction was ended by an earlier failure');
  database.exec('SAVEPOINT step');
  try {
    const result = work();
    database.exec('RELEASE step');
    return result;
  } catch (error) {
    if (database.isTransaction) database.exec('ROLLBACK TO step; RELEASE step');
    throw error;
  }
}
