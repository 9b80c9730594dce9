import postgres from 'postgres';
import { type Prepared, prepare } from '../data/prepared.ts';
import { startPreparedPostgres } from '../data/prepared-postgres.ts';
import type { Figure } from '../figure.ts';
import type { Cluster } from '../floors/cluster.ts';
import { HubClient } from '../hub/hub-client.ts';
import { HubProcess } from '../hub/hub-process.ts';
import { familyProcessorTime, parentOf, processorTime } from '../hub/processor-time.ts';
import { compareOverviews, LARGER, type Side } from './overview.ts';
import type { Bench } from './setting.ts';

/** The same as `overview` on PostgreSQL, whose processor time counts too. */
export async function postgresOverview(bench: Bench): Promise<Figure[]> {
  const small = await startPreparedPostgres(bench.prepared);
  if (typeof small === 'string') {
    console.error(`the figures on PostgreSQL are left out: ${small}`);
    return [];
  }
  try {
    const prepared = await prepare(bench.prepared.count * LARGER, console.error);
    const large = (await startPreparedPostgres(prepared, 'hub')) as Cluster;
    try {
      return await onDatabase(bench.prepared, small, (one) =>
        onDatabase(prepared, large, (other) => compareOverviews('PostgreSQL: overview', one, other, bench)),
      );
    } finally {
      await large.stop();
    }
  } finally {
    await small.stop();
  }
}

async function onDatabase<T>(
  prepared: Prepared,
  { url }: Cluster,
  measure: (side: Side) => Promise<T>,
): Promise<T> {
  const sql = postgres(url, { max: 1 });
  const hub = await HubProcess.start({ ...prepared, store: url });
  const client = new HubClient(hub.url);
  try {
    const [row] = await sql`SELECT pg_backend_pid() AS pid`;
    const database = parentOf(row!.pid)!;
    return await measure({ client, spent: () => familyProcessorTime(database) + processorTime(hub.pid) });
  } finally {
    client.close();
    await hub.stop();
    await sql.end();
  }
}
