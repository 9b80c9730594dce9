import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** Another server has this data folder. */
export class DataFolderInUse extends Error {
  readonly code = 'DATA_FOLDER_IN_USE';
}

/**
 * Keeps a second server out of a data folder. The lock is one that SQLite takes from the operating system, so it
 * goes with the process however that ends.
 */
export function lockFolder(folder: string): () => void {
  const database = new DatabaseSync(join(folder, 'meridian.lock'), { timeout: 0 });
  const processFile = join(folder, 'meridian.pid');
  try {
    database.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
  } catch (error) {
    database.close();
    if (!/locked/.test((error as Error).message)) throw error;
    throw new DataFolderInUse(
      `the data folder ${folder} is in use by another Meridian server (process ${readFileSync(processFile, 'utf8').trim()}); stop that one or choose another folder`,
    );
  }
  writeFileSync(processFile, `${process.pid}\n`);
  return () => database.close();
}
