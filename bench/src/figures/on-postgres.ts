import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { featureId } from '../data/feature.ts';
import { SPACE, spaceFile } from '../data/filling.ts';
import type { Box } from '../data/geometry.ts';
import { randomFrom } from '../data/random.ts';
import type { Figure, Measured } from '../figure.ts';
import { Child } from '../floors/child.ts';
import { startPostgres } from '../floors/postgres.ts';
import { HubClient } from '../hub/hub-client.ts';
import { HubProcess, PROGRAM } from '../hub/hub-process.ts';
import { openGetLoad } from '../load/get-rate.ts';
import { inTurns } from '../rounds.ts';
import { path as boxPath } from './boxes.ts';
import { BATCH, bulkBodies } from './bulk-put.ts';
import { randomPaths } from './get-feature.ts';
import { withScratchSpaces } from './scratch-space.ts';
import type { Bench, Measurement } from './setting.ts';

const BOXES = 200;
const BOX_FEATURES = 1000;
const READS = 5000;
const READ_CONNECTIONS = 32;
const BULK_SPACE = 'bench-bulk';
const BULK_CONNECTIONS = 4;

/** A hub on PostgreSQL beside what one would write by hand over the same driver, in the same database. */
export const onPostgres: Measurement = async (bench) => {
  const server = await startPostgres();
  if (typeof server === 'string') {
    console.error(`the figures on PostgreSQL are left out: ${server}`);
    return [];
  }
  const hand = new Child(new URL('../floors/by-hand.child.ts', import.meta.url));
  try {
    const { prepared } = bench;
    const moved = spawnSync(process.execPath, [PROGRAM, 'copy', '--from', prepared.data, '--to', server.url]);
    if (moved.status !== 0) throw new Error(`the space could not be copied: ${moved.stderr}`);
    const hub = await HubProcess.start({ ...prepared, store: server.url, profile: bench.profile });
    try {
      await hand.ask('open', server.url, SPACE);
      return [
        ...(await boxes(bench, hub, hand)),
        ...(await reads(bench, hub, hand)),
        ...(await bulk(bench, hub, hand)),
      ];
    } finally {
      await hub.stop();
    }
  } finally {
    await hand.close();
    await server.stop();
  }
};

async function boxes({ prepared, effort }: Bench, hub: HubProcess, hand: Child): Promise<Figure[]> {
  const reader = new Child(new URL('../floors/sqlite-areas.child.ts', import.meta.url));
  await reader.ask('open', spaceFile(prepared, SPACE));
  const all = await reader.ask<Box[]>('boxesOf', BOX_FEATURES, BOXES);
  await reader.close();
  const load = openGetLoad(all.map(boxPath), join(prepared.scratch, 'boxes.txt'));
  const byHand = await hand.ask<string>('serve');
  const rate = (url: string, connections: number) => async () => {
    const { requests, seconds } = await load.run({ url, connections, seconds: effort.seconds });
    return requests / seconds;
  };
  const figures: Figure[] = [];
  for (const connections of [1, 8])
    figures.push({
      name: `PostgreSQL: bbox of ${BOX_FEATURES} features, ${connections} at once`,
      unit: 'req/s',
      rounds: await inTurns(effort.rounds, rate(byHand, connections), rate(hub.url, connections)),
      target: { of: 'ratio', atLeast: 2 },
      note: 'skipCache=true; floor: node:http, json_build_object and ST_AsGeoJSON in one statement',
    });
  await load.close();
  return figures;
}

async function reads({ prepared, effort }: Bench, hub: HubProcess, hand: Child): Promise<Figure[]> {
  const load = openGetLoad(randomPaths(prepared.count), join(prepared.scratch, 'paths.txt'));
  const random = randomFrom(2);
  const ids = Array.from({ length: READS }, () => featureId(random.whole(0, prepared.count - 1)));
  const rounds = await inTurns(
    effort.rounds,
    async () => READS / (await hand.ask<number>('byId', ids, READ_CONNECTIONS)),
    async () => {
      const { requests, seconds } = await load.run({
        ...{ url: hub.url, connections: READ_CONNECTIONS, seconds: effort.seconds },
      });
      return requests / seconds;
    },
  );
  await load.close();
  return [
    {
      name: `PostgreSQL: read by id, ${READ_CONNECTIONS} at once`,
      unit: 'req/s',
      rounds,
      target: { of: 'ratio', atLeast: 0.5 },
      note: 'over HTTP; floor: the driver reads the stored text by its key, 8 connections, without HTTP',
    },
  ];
}

async function bulk({ prepared, effort }: Bench, hub: HubProcess, hand: Child): Promise<Figure[]> {
  const count = Math.min(effort.bulkFeatures, Math.floor(prepared.count / effort.rounds / BATCH) * BATCH);
  const client = new HubClient(hub.url);
  const rounds: Measured[] = [];
  try {
    await withScratchSpaces(client, [BULK_SPACE], async () => {
      await hand.ask('openBulk', BULK_SPACE, count * effort.rounds);
      for (let round = 0; round < effort.rounds; round++) {
        const from = round * count;
        const floor = count / (await hand.ask<number>('bulk', from, count, BATCH));
        const waiting = bulkBodies(from, count);
        const started = performance.now();
        const run = async () => {
          for (let body = waiting.shift(); body; body = waiting.shift())
            await client.send('PUT', `/hub/spaces/${BULK_SPACE}/features`, {
              body,
              headers: { Accept: 'application/x-empty' },
            });
        };
        await Promise.all(Array.from({ length: BULK_CONNECTIONS }, run));
        rounds.push({ ours: count / ((performance.now() - started) / 1000), floor });
      }
    });
  } finally {
    client.close();
  }
  return [
    {
      name: `PostgreSQL: bulk writes, ${BULK_CONNECTIONS} connections`,
      unit: 'features/s',
      rounds,
      target: { of: 'ratio', atLeast: 0.6 },
      note: `x-empty, grows to ${count * effort.rounds}; floor: COPY of finished rows into a table with the same indexes, one per ${BATCH}`,
    },
  ];
}
