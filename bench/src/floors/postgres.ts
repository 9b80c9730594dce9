import { type Cluster, startCluster } from '../../../acceptance/harness/postgres/cluster.ts';

/** As PostgreSQL is by default, and as it must be where data is to last; tests do without. */
const DURABLE = { fsync: 'on', full_page_writes: 'on' };

/** A PostgreSQL with PostGIS of its own; a string says why there is none. */
export async function startPostgres(): Promise<{ url: string; stop(): Promise<void> } | string> {
  const cluster: Cluster | string = await startCluster(DURABLE);
  if (typeof cluster === 'string') return cluster;
  return { url: cluster.url, stop: () => cluster.discard() };
}
