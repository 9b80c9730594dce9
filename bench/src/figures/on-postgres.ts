import { join } from 'node:path';
import { featureId } from '../data/feature.ts';
import { SPACE, spaceFile } from '../data/filling.ts';
import type { Box } from '../data/geometry.ts';
import { startPreparedPostgres } from '../data/prepared-postgres.ts';
import { randomFrom } from '../data/random.ts';
import type { Figure } from '../figure.ts';
import { Child } from '../floors/child.ts';
import { HubClient } from '../hub/hub-client.ts';
import { HubProcess } from '../hub/hub-process.ts';
import { familyProcessorTime, parentOf, processorTime } from '../hub/processor-time.ts';
import { openGetLoad } from '../load/get-rate.ts';
import { inTurns, type Round } from '../rounds.ts';
import { path as boxPath } from './boxes.ts';
import { BATCH, bulkBodies } from './bulk-put.ts';
import { costed, type Turn, withCost } from './costed.ts';
import { randomPaths } from './get-feature.ts';
import { withScratchSpaces } from './scratch-space.ts';
import { type Bench, type Measurement, shortTurn } from './setting.ts';

const BOXES = 200;
const BOX_FEATURES = 1000;
const READS = 5000;
const READ_CONNECTIONS = 32;
const BULK_SPACE = 'bench-bulk';
const MOST_BULK_FEATURES = 20_000;
const BULK_CONNECTIONS = 4;

/** Who is measured. `spent`: how much processor time the database and this process have used so far. */
type Sides = { hub: HubProcess; hand: Child; spent: (pid: number) => () => number };

/** A hub on PostgreSQL beside what one would write by hand over the same driver, in the same database. */
export const onPostgres: Measurement = async (bench) => {
  const { prepared } = bench;
  const server = await startPreparedPostgres(prepared);
  if (typeof server === 'string') {
    console.error(`the figures on PostgreSQL are left out: ${server}`);
    return [];
  }
  const hand = new Child(new URL('../floors/by-hand.child.ts', import.meta.url));
  try {
    const hub = await HubProcess.start({ ...prepared, store: server.url, profile: bench.profile });
    try {
      await hand.ask('open', server.url, SPACE);
      const database = parentOf(await hand.ask<number>('backend'))!;
      const spent = (pid: number) => () => familyProcessorTime(database) + processorTime(pid);
      const sides = { hub, hand, spent };
      const figures = [
        ...(await boxes(bench, sides)),
        ...(await reads(bench, sides)),
        ...(await bulk(bench, sides)),
      ];
      await hand.ask('close');
      return figures;
    } finally {
      await hub.stop();
    }
  } finally {
    await hand.close();
    await server.stop();
  }
};

/** Processor time of the database and of whoever asks it. */
const WHOSE = 'of all processes of PostgreSQL and of the hub, or of what is written by hand';

async function boxes({ prepared, effort }: Bench, { hub, hand, spent }: Sides): Promise<Figure[]> {
  const reader = new Child(new URL('../floors/sqlite-areas.child.ts', import.meta.url));
  await reader.ask('open', spaceFile(prepared, SPACE));
  const all = await reader.ask<Box[]>('boxesOf', BOX_FEATURES, BOXES);
  await reader.close();
  const load = openGetLoad(all.map(boxPath), join(prepared.scratch, 'boxes.txt'));
  const byHand = { url: await hand.ask<string>('serve'), pid: hand.pid };
  const turn = (server: { url: string; pid: number }, connections: number) => (isWarmUp: boolean) =>
    costed(spent(server.pid), async () => {
      const { requests, seconds } = await load.run({
        ...{ url: server.url, connections, seconds: shortTurn(effort, isWarmUp) },
      });
      return { count: requests, seconds };
    });
  const figures: Figure[] = [];
  for (const connections of [1, 8]) {
    const rounds = await inTurns(effort.rounds, turn(byHand, connections), turn(hub, connections));
    const figure = {
      name: `PostgreSQL: bbox of ${BOX_FEATURES} features, ${connections} at once`,
      unit: 'req/s',
      target: { of: 'ratio', atLeast: 2 },
      note: 'skipCache=true; floor: node:http, json_build_object and ST_AsGeoJSON in one statement',
    } as const;
    figures.push(...withCost(figure, rounds, WHOSE));
  }
  await load.close();
  return figures;
}

async function reads({ prepared, effort }: Bench, { hub, hand, spent }: Sides): Promise<Figure[]> {
  const load = openGetLoad(randomPaths(prepared.count), join(prepared.scratch, 'paths.txt'));
  const random = randomFrom(2);
  const ids = Array.from({ length: READS }, () => featureId(random.whole(0, prepared.count - 1)));
  const rounds = await inTurns(
    effort.rounds,
    () =>
      costed(spent(hand.pid), async () => ({
        count: READS,
        seconds: await hand.ask<number>('byId', ids, READ_CONNECTIONS),
      })),
    (isWarmUp) =>
      costed(spent(hub.pid), async () => {
        const { requests, seconds } = await load.run({
          ...{ url: hub.url, connections: READ_CONNECTIONS, seconds: shortTurn(effort, isWarmUp) },
        });
        return { count: requests, seconds };
      }),
  );
  await load.close();
  const figure = {
    name: `PostgreSQL: read by id, ${READ_CONNECTIONS} at once`,
    unit: 'req/s',
    target: { of: 'ratio', atLeast: 0.5 },
    note: 'over HTTP; floor: the driver reads the stored text by its key, 8 connections, without HTTP',
  } as const;
  return withCost(figure, rounds, WHOSE);
}

async function bulk({ prepared, effort }: Bench, { hub, hand, spent }: Sides): Promise<Figure[]> {
  const count = Math.min(
    MOST_BULK_FEATURES,
    effort.bulkFeatures,
    Math.floor(prepared.count / effort.rounds / BATCH) * BATCH,
  );
  const client = new HubClient(hub.url);
  const rounds: Round<Turn>[] = [];
  try {
    await withScratchSpaces(client, [BULK_SPACE], async () => {
      await hand.ask('openBulk', BULK_SPACE, count * effort.rounds);
      for (let round = 0; round < effort.rounds; round++) {
        const from = round * count;
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
    name: `PostgreSQL: bulk writes, ${BULK_CONNECTIONS} connections`,
    unit: 'features/s',
    target: { of: 'ratio', atLeast: 0.6 },
    note: `x-empty, grows to ${count * effort.rounds}; floor: COPY of finished rows into a table with the same indexes, one per ${BATCH}`,
  } as const;
  return withCost(figure, rounds, WHOSE);
}

/** The seconds that all of it took. */
async function putAll(client: HubClient, bodies: Buffer[]): Promise<number> {
  const started = performance.now();
  const run = async () => {
    for (let body = bodies.shift(); body; body = bodies.shift())
      await client.send('PUT', `/hub/spaces/${BULK_SPACE}/features`, {
        body,
        headers: { Accept: 'application/x-empty' },
      });
  };
  await Promise.all(Array.from({ length: BULK_CONNECTIONS }, run));
  return (performance.now() - started) / 1000;
}
