import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Catalogue, Store } from '../../catalogue.ts';
import type { CatalogueCalls } from '../../thread/calls.ts';
import { Thread } from '../../thread/rpc.ts';
import { defaultThreads, type ThreadCounts } from '../../thread/thread-counts.ts';
import { catalogueOn } from './catalogue/catalogue.ts';
import { createFile, openForWriting } from './database.ts';
import { lockFolder } from './lock.ts';
import { CATALOGUE_MIGRATIONS } from './schema.ts';
import { makeDataFolder, removeSpaceFile } from './space-files.ts';
import { SqliteFeatures } from './sqlite-features.ts';

const CATALOGUE = new URL('./catalogue/catalogue.thread.ts', import.meta.url);

/** Opens a data folder, making it at the first start; throws DataFolderInUse where another server has it. */
export async function openSqliteStore(
  folder: string,
  threads: ThreadCounts = defaultThreads(),
): Promise<Store> {
  makeDataFolder(folder);
  const unlock = lockFolder(folder);
  try {
    const path = join(folder, 'hub.db');
    if (!existsSync(path)) createFile(path);
    // Brought up to date here, where a format that is too new can be told apart from a thread that died.
    openForWriting(path, CATALOGUE_MIGRATIONS).close();
    const thread = new Thread<CatalogueCalls>(CATALOGUE, { path });
    const catalogue = await catalogueOn(thread);
    await removeOrphans(catalogue, folder);
    const features = new SqliteFeatures(folder, threads);
    const close = async () => {
      await features.close();
      await thread.close();
      unlock();
    };
    return { catalogue, features, close };
  } catch (error) {
    unlock();
    throw error;
  }
}

/** Files of spaces whose creation or deletion was cut short. */
async function removeOrphans(catalogue: Catalogue, folder: string): Promise<void> {
  for (const place of await catalogue.spaces.strays()) {
    removeSpaceFile(folder, place);
    await catalogue.spaces.forget(place);
  }
}
