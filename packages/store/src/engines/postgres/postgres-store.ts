import type { Store } from '../../catalogue.ts';
import type { SpaceRef } from '../../model/source.ts';
import { defaultThreads, type ThreadCounts } from '../../thread/thread-counts.ts';
import { openCatalogue } from './catalogue/catalogue.ts';
import { SharedMemory } from './catalogue/shared-memory.ts';
import { CatalogueTransactions } from './catalogue/transactions.ts';
import { shareConnections } from './connection-shares.ts';
import { Database } from './database.ts';
import { locate } from './location.ts';
import { prepareDatabase } from './migrate.ts';
import { tellMissingTables } from './missing-tables.ts';
import { keepRemovingOrphans } from './orphans.ts';
import { PostgresFeatures } from './postgres-features.ts';
import { ReplicaWatch } from './replica/replica-watch.ts';

export const DEFAULT_CONNECTIONS = 20;

/**
 * Opens a database that any number of processes may have open; throws DatabaseUnusable where it will not do. `read`: the URL of
 * a replica for reads.
 */
export async function openPostgresStore(
  store: string,
  threads: ThreadCounts = defaultThreads(),
  connections = DEFAULT_CONNECTIONS,
  read?: string,
): Promise<Store> {
  const location = locate(store);
  const address = { url: location.url, ...(await prepareDatabase(location)) };
  const replica = read === undefined ? undefined : await ReplicaWatch.start(read, address);
  const shares = shareConnections(connections, threads, address);
  // A connection of its own: a look at the version of the catalogue waits for nothing else.
  const pulse = new Database(address, 1);
  const database = new Database(address, shares.short);
  const transactions = new CatalogueTransactions(address);
  const close = async () => {
    await replica?.close();
    await transactions.close();
    await pulse.close();
    await database.close();
  };
  try {
    const memory = new SharedMemory(pulse);
    const catalogue = await openCatalogue(database, transactions, memory);
    const stopWaiting = await keepRemovingOrphans(database, address);
    const features = new PostgresFeatures(database, memory, address, threads, shares, replica);
    await goOnBuilding(database, features);
    return {
      ...(replica && { replica: replica.state }),
      catalogue,
      features: tellMissingTables(features, catalogue.spaces.known),
      close: async () => {
        stopWaiting();
        await features.close();
        await close();
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Indexes, density indexes and columns that a process which is no more had begun to build. */
async function goOnBuilding(database: Database, features: PostgresFeatures): Promise<void> {
  const spaces = await database.rows<SpaceRef>(
    `SELECT id, place AS "storageKey" FROM space JOIN indexed_property USING (place) WHERE path IS NOT NULL AND built_to IS NOT NULL
     UNION SELECT id, place AS "storageKey" FROM space JOIN content USING (place) WHERE indexes_deferred
     UNION SELECT id, place AS "storageKey" FROM space JOIN overview USING (place) WHERE built_to IS NOT NULL
     UNION SELECT id, place AS "storageKey" FROM space JOIN column_state USING (place) WHERE written_since IS NOT NULL`,
  );
  for (const space of spaces) await features.goOnBuilding(space);
}
