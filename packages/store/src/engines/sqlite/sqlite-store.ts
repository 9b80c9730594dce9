import type { Catalogue, Store } from '../../catalogue.ts';
import { Fault } from '../../model/fault.ts';
import type { CatalogueCalls } from '../../thread/calls.ts';
import { Thread } from '../../thread/rpc.ts';
import { defaultThreads, type ThreadCounts } from '../../thread/thread-counts.ts';
import { isBackup } from './backup/manifest.ts';
import { catalogueOn } from './catalogue/catalogue.ts';
import { cataloguePath, prepareCatalogue, unusableCatalogue } from './catalogue/catalogue-file.ts';
import { awaitReaders, lockFolder } from './lock.ts';
import { makeDataFolder, removeSpaceFile } from './space-files.ts';
import { type SharedFolder, SqliteFeatures } from './sqlite-features.ts';

/** The folder holds a backup: it may share files with other backups, and its checksums are known. */
export class DataFolderIsBackup extends Error {
  readonly code = 'DATA_FOLDER_IS_BACKUP';
}

const CATALOGUE = new URL('./catalogue/catalogue.thread.ts', import.meta.url);

/**
 * Opens a data folder, making it at the first start; throws DataFolderInUse where another server has it. `shared`: other
 * processes are going to read it.
 */
export async function openSqliteStore(
  folder: string,
  threads: ThreadCounts = defaultThreads(),
  mayBuild: () => boolean = () => true,
  shared?: SharedFolder,
): Promise<Store> {
  if (isBackup(folder))
    throw new DataFolderIsBackup(
      `the folder ${folder} is a backup, which a server would change: make a data folder of it with "meridian restore ${folder} --data …"`,
    );
  makeDataFolder(folder);
  const unlock = lockFolder(folder);
  try {
    await awaitReaders(folder);
    prepareCatalogue(folder);
    return await openOn(folder, threads, mayBuild, unlock, shared);
  } catch (error) {
    unlock();
    throw error;
  }
}

async function openOn(
  folder: string,
  threads: ThreadCounts,
  mayBuild: () => boolean,
  unlock: () => void,
  shared: SharedFolder | undefined,
): Promise<Store> {
  const path = cataloguePath(folder);
  const thread = new Thread<CatalogueCalls>(CATALOGUE, { path, isShared: shared !== undefined });
  try {
    const catalogue = await opened(path, catalogueOn(thread));
    await removeOrphans(catalogue, folder);
    const features = new SqliteFeatures(folder, threads, mayBuild, shared);
    const close = async () => {
      await features.close();
      await thread.close();
      unlock();
    };
    return { catalogue, features, want: features.want, close };
  } catch (error) {
    await thread.close();
    throw error;
  }
}

/** What is wrong with the catalogue that was only met when it was read. */
async function opened<T>(path: string, opening: Promise<T>): Promise<T> {
  try {
    return await opening;
  } catch (error) {
    throw error instanceof Fault && error.kind === 'damaged' ? unusableCatalogue(path, error.message) : error;
  }
}

/** Files of spaces whose creation or deletion was cut short. */
async function removeOrphans(catalogue: Catalogue, folder: string): Promise<void> {
  for (const storageKey of await catalogue.spaces.orphans()) {
    removeSpaceFile(folder, storageKey);
    await catalogue.spaces.forget(storageKey);
  }
}
