import { HubClient } from '../hub/hub-client.ts';
import type { Round } from '../rounds.ts';
import { BATCH, bulkBodies } from './bulk-put.ts';
import { costed, type Turn, withCost } from './costed.ts';
import { onPostgres, WHOSE } from './on-postgres.ts';
import { withScratchSpaces } from './scratch-space.ts';

const SCRATCH = 'bench-bulk';
const CONNECTIONS = 4;
const FEATURES_BEFORE = 100_000;

/** Both tables have some features already: a table that is empty, as no table is for long, is filled in half the time. */
export const postgresBulk = onPostgres(async ({ prepared, effort }, { hub, hand, spent }) => {
  const inBatches = (features: number) => Math.floor(features / BATCH) * BATCH;
  const before = inBatches(Math.min(FEATURES_BEFORE, prepared.count / 2));
  const count = inBatches(Math.min(effort.bulkFeatures, (prepared.count - before) / effort.rounds));
  const client = new HubClient(hub.url);
  const rounds: Round<Turn>[] = [];
  try {
    await withScratchSpaces(client, [SCRATCH], async () => {
      await hand.ask('openBulk', SCRATCH, before + count * effort.rounds);
      await hand.ask('bulk', 0, before, BATCH);
      await putAll(client, bulkBodies(0, before));
      for (let round = 0; round < effort.rounds; round++) {
        const from = before + round * count;
        const floor = await costed(spent(hand.pid), async () => ({
          count,
          seconds: await hand.ask<number>('bulk', from, count, BATCH),
        }));
        const bodies = bulkBodies(from, count);
        const ours = await costed(spent(hub.pid), async () => ({
          count,
          seconds: await putAll(client, bodies),
        }));
        rounds.push({ ours, floor });
      }
      await hand.ask('closeBulk');
    });
  } finally {
    client.close();
  }
  const figure = {
    name: `PostgreSQL: bulk writes, ${CONNECTIONS} connections`,
    unit: 'features/s',
    target: { of: 'ratio', atLeast: 0.6 },
    note: `x-empty, from ${before} to ${before + count * effort.rounds} features; floor: COPY of finished rows into a table with the same indexes, one per ${BATCH}`,
  } as const;
  return withCost(figure, rounds, WHOSE);
});

/** The seconds that all of it took. */
async function putAll(client: HubClient, bodies: Buffer[]): Promise<number> {
  const started = performance.now();
  const run = async () => {
    for (let body = bodies.shift(); body; body = bodies.shift())
      await client.send('PUT', `/hub/spaces/${SCRATCH}/features`, {
        body,
        headers: { Accept: 'application/x-empty' },
      });
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, run));
  return (performance.now() - started) / 1000;
}
