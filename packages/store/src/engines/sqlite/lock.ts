import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { damageOf } from '../../model/storage-fault.ts';
import { DataFolderDamaged } from './catalogue/catalogue-file.ts';

/** Another server has this data folder. */
export class DataFolderInUse extends Error {
  readonly code = 'DATA_FOLDER_IN_USE';
}

/**
 * Keeps a second server out of a data folder. The lock is one that SQLite takes from the operating system, so it
 * goes with the process however that ends.
 */
export function lockFolder(folder: string): () => void {
  const lockFile = join(folder, 'meridian.lock');
  const database = new DatabaseSync(lockFile, { timeout: 0 });
  const processFile = join(folder, 'meridian.pid');
  try {
    database.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
  } catch (error) {
    database.close();
    const damage = damageOf(error);
    if (damage !== undefined)
      throw new DataFolderDamaged(
        `${lockFile}, which keeps a second server out, ${damage}. It holds no data: delete it while no server runs`,
      );
    if (!/locked/.test((error as Error).message)) throw error;
    const holder = existsSync(processFile) ? readFileSync(processFile, 'utf8').trim() : 'unknown';
    throw new DataFolderInUse(
      `the data folder ${folder} is in use by another Meridian server (process ${holder}); stop that one or choose another folder`,
    );
  }
  writeFileSync(processFile, `${process.pid}\n`);
  return () => database.close();
}

/** Processes of a server that has gone end within moments of it. */
const READERS_MS = 30_000;
const LOOK_AGAIN_MS = 50;

function readersFile(folder: string): string {
  return join(folder, 'meridian.readers.lock');
}

/** Shows that a process reads the folder beside the one that has locked it; gone with the process however that ends. */
export function lockForReading(folder: string): () => void {
  const database = new DatabaseSync(readersFile(folder), { timeout: READERS_MS });
  // A shared lock lasts as long as the transaction that has read something.
  database.exec('BEGIN; SELECT * FROM sqlite_schema');
  return () => database.close();
}

/** Waits for the processes of the server that had the folder before: they have its files open. */
export async function awaitReaders(folder: string): Promise<void> {
  const path = readersFile(folder);
  if (!existsSync(path)) return;
  const since = performance.now();
  while (!tryAlone(path)) {
    if (performance.now() - since > READERS_MS)
      throw new DataFolderInUse(
        `processes of a Meridian server that has ended still read the data folder ${folder}; end them`,
      );
    await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS));
  }
}

function tryAlone(path: string): boolean {
  const database = new DatabaseSync(path, { timeout: 0 });
  try {
    database.exec('BEGIN EXCLUSIVE; ROLLBACK');
    return true;
  } catch (error) {
    if (/locked/.test((error as Error).message)) return false;
    throw error;
  } finally {
    database.close();
  }
}
