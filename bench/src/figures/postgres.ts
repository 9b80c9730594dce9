import { join } from 'node:path';
import { featureId } from '../data/feature.ts';
import { SPACE, spaceFile } from '../data/filling.ts';
import type { Box } from '../data/geometry.ts';
import { randomFrom } from '../data/random.ts';
import type { Figure } from '../figure.ts';
import { Child } from '../floors/child.ts';
import { openGetLoad } from '../load/get-rate.ts';
import { inTurns } from '../rounds.ts';
import { path as boxPath } from './boxes.ts';
import { costed, withCost } from './costed.ts';
import { featurePath } from './get-feature.ts';
import { onPostgres, type Sides, WHOSE } from './on-postgres.ts';
import { type Bench, shortTurn } from './setting.ts';

const BOXES = 200;
const BOX_FEATURES = 1000;
const READS = 5000;
const READ_CONNECTIONS = 32;

export const postgres = onPostgres(async (bench, sides) => [
  ...(await boxes(bench, sides)),
  ...(await reads(bench, sides)),
]);

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
  const random = randomFrom(2);
  const ids = Array.from({ length: READS }, () => featureId(random.whole(0, prepared.count - 1)));
  const load = openGetLoad(ids.map(featurePath), join(prepared.scratch, 'paths.txt'));
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
