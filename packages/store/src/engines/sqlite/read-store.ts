import type { Store } from '../../catalogue.ts';
import type { Want } from '../../model/build-request.ts';
import type { ThreadCounts } from '../../thread/thread-counts.ts';
import { cataloguePath } from './catalogue/catalogue-file.ts';
import { ReadCatalogue } from './catalogue/read-catalogue.ts';
import { lockForReading } from './lock.ts';
import { SqliteFeatures } from './sqlite-features.ts';

/** A data folder that another process has open for writing. */
export type ReadStore = Store & {
  /** The file of a space is about to go: it is opened no more. */
  forget(storageKey: string): Promise<void>;
};

/**
 * Opens a data folder beside the process that writes it. All that it reads is as new as the last change that was acknowledged;
 * `want` is told what reads would be cheaper with.
 */
export function openReadStore(folder: string, threads: Omit<ThreadCounts, 'writers'>, want: Want): ReadStore {
  const unlock = lockForReading(folder);
  try {
    const catalogue = new ReadCatalogue(cataloguePath(folder));
    const features = new SqliteFeatures(folder, { ...threads, writers: 0 }, undefined, { want });
    return {
      catalogue: catalogue.catalogue,
      features,
      forget: (storageKey) => features.forget(storageKey),
      close: async () => {
        await features.close();
        catalogue.close();
        unlock();
      },
    };
  } catch (error) {
    unlock();
    throw error;
  }
}
