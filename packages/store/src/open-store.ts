import type { Store } from './catalogue.ts';
import type { SharedFolder } from './engines/sqlite/sqlite-features.ts';
import type { ThreadCounts } from './thread/thread-counts.ts';

/** Where a hub stores everything. */
export type StoreLocation = {
  /** `embedded`, `memory:`, or the URL of a PostgreSQL database. */
  store: string;
  /** The data folder of the embedded store. */
  data: string;
  /** At most so many connections to the database. */
  storeConnections: number;
  /** The URL of a replica of that database, for reads. */
  storeRead?: string | undefined;
  /** The bytes that a store in memory may take. */
  memoryStoreMax?: number;
};

const DEFAULT_MEMORY = 1024 ** 3;

export function isEmbedded({ store }: Pick<StoreLocation, 'store'>): boolean {
  return store === 'embedded';
}

/** Whether nothing outlasts the process. */
export function isInMemory({ store }: Pick<StoreLocation, 'store'>): boolean {
  return store === 'memory:';
}

/**
 * `mayBuild`: whether there is room for derived data, which reads ask for and can do without. `shared`: other processes are
 * going to read the data folder. Only the engine in question is loaded.
 */
export async function openStore(
  location: StoreLocation,
  threads?: ThreadCounts,
  mayBuild?: () => boolean,
  shared?: SharedFolder,
): Promise<Store> {
  if (isEmbedded(location)) {
    const { openSqliteStore } = await import('./engines/sqlite/sqlite-store.ts');
    return openSqliteStore(location.data, threads, mayBuild, shared);
  }
  if (isInMemory(location)) {
    const { openMemoryStore } = await import('./engines/memory/memory-store.ts');
    return openMemoryStore(location.memoryStoreMax ?? DEFAULT_MEMORY);
  }
  const { openPostgresStore } = await import('./engines/postgres/postgres-store.ts');
  return openPostgresStore(location.store, threads, location.storeConnections, location.storeRead);
}
