import { type Cluster, startCluster } from '../../../acceptance/harness/postgres/cluster.ts';

/** A PostgreSQL with PostGIS of its own, set up as the tests set up theirs; a string says why there is none. */
export async function startPostgres(): Promise<{ url: string; stop(): Promise<void> } | string> {
  const cluster: Cluster | string = await startCluster();
  if (typeof cluster === 'string') return cluster;
  return { url: cluster.url, stop: () => cluster.discard() };
}
