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
