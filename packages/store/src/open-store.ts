import type { Store } from './catalogue.ts';
import { openPostgresStore } from './engines/postgres/postgres-store.ts';
import { openSqliteStore } from './engines/sqlite/sqlite-store.ts';
import type { ThreadCounts } from './thread/thread-counts.ts';

/** Where everything is kept that a hub keeps. */
export type StoreLocation = {
  /** `embedded`, or the URL of a PostgreSQL database. */
  store: string;
  /** The data folder of the embedded store. */
  data: string;
  /** At most so many connections to the database. */
  storeConnections: number;
};

export function isEmbedded({ store }: Pick<StoreLocation, 'store'>): boolean {
  return store === 'embedded';
}

export function openStore(location: StoreLocation, threads?: ThreadCounts): Promise<Store> {
  if (isEmbedded(location)) return openSqliteStore(location.data, threads);
  return openPostgresStore(location.store, threads, location.storeConnections);
}
