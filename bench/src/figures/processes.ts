import { join } from 'node:path';
import { drawnTiles, ZOOM } from '../data/drawn-tiles.ts';
import { SPACE, spaceFile } from '../data/filling.ts';
import type { Box } from '../data/geometry.ts';
import type { Prepared } from '../data/prepared.ts';
import { tilePath } from '../data/tile.ts';
import type { Figure, Target } from '../figure.ts';
import { startBareServer } from '../floors/bare-http.ts';
import { Child } from '../floors/child.ts';
import { HubClient } from '../hub/hub-client.ts';
import { HubProcess } from '../hub/hub-process.ts';
import { familyProcessorTime } from '../hub/processor-time.ts';
import { type GetLoad, openGetLoad } from '../load/get-rate.ts';
import { path as boxPath } from './boxes.ts';
import { randomPaths } from './get-feature.ts';
import type { Bench, Measurement } from './setting.ts';

const CONNECTIONS = 16;
const WARM_UP_SECONDS = 6;
/** Responses whose mean size is what the bare servers send. */
const SIZED = 20;
const BOXES = { features: 1000, count: 400 };

type Turn = { perSecond: number; microseconds: number };
type Served = { url: string; pid: number; stop(): Promise<void> };

/**
 * How much more two processes serve than one, beside what two bare node:http processes that send as many bytes serve more than
 * one: the longer a response, the more of the second core the load generator needs to take it in.
 */
export const processes: Measurement = async (bench) => {
  const figures: Figure[] = [];
  for (const { name, paths, target } of await calls(bench.prepared)) {
    const load = openGetLoad(paths, join(bench.prepared.scratch, 'processes.txt'));
    const bytes = await meanBytes(bench.prepared, paths);
    const bare = { one: await servers(1, bytes), two: await servers(2, bytes) };
    try {
      figures.push(...(await compare(name, load, bench, bare, target)));
    } finally {
      await load.close();
      await bare.one.stop();
      await bare.two.stop();
    }
  }
  return figures;
};

async function meanBytes(prepared: Prepared, paths: readonly string[]): Promise<number> {
  const hub = await hubOf(prepared, 1);
  const client = new HubClient(hub.url);
  const some = paths.slice(0, SIZED);
  let bytes = 0;
  for (const path of some) bytes += (await client.send('GET', path)).body.length;
  client.close();
  await hub.stop();
  return Math.round(bytes / some.length);
}

async function calls(prepared: Prepared): Promise<{ name: string; paths: string[]; target: Target }[]> {
  const reader = new Child(new URL('../floors/sqlite-areas.child.ts', import.meta.url));
  await reader.ask('open', spaceFile(prepared, SPACE));
  const boxes = await reader.ask<Box[]>('boxesOf', BOXES.features, BOXES.count);
  await reader.close();
  const { tiles } = await drawnTiles(prepared);
  return [
    { name: 'by id', paths: randomPaths(prepared.count), target: { of: 'ratio', atLeast: 0.9 } },
    {
      name: `z${ZOOM} tile, cached`,
      paths: tiles.map((tile) => `/hub/spaces/${SPACE}/tile/web/${tilePath(tile)}.mvt`),
      target: { of: 'ratio', atLeast: 0.9 },
    },
    {
      name: `bbox of ${BOXES.features} features`,
      paths: boxes.map(boxPath),
      target: { of: 'ours', atLeast: 1 },
    },
  ];
}

async function compare(
  name: string,
  load: GetLoad,
  { prepared, effort }: Bench,
  bare: { one: Served; two: Served },
  target: Target,
): Promise<Figure[]> {
  const measured = (server: Served, seconds: number) => turn(load, server, seconds);
  const ratios: { ours: number; floor: number }[] = [];
  const costs: { ours: number; floor: number }[] = [];
  for (let round = 0; round < effort.rounds; round++) {
    const [one, two] = [await measured(bare.one, effort.seconds), await measured(bare.two, effort.seconds)];
    const ours: Turn[] = [];
    for (const count of [1, 2]) {
      const hub = await hubOf(prepared, count);
      await measured(hub, WARM_UP_SECONDS);
      ours.push(await measured(hub, effort.seconds));
      await hub.stop();
    }
    ratios.push({ ours: ours[1]!.perSecond / ours[0]!.perSecond, floor: two.perSecond / one.perSecond });
    costs.push({ ours: ours[1]!.microseconds, floor: ours[0]!.microseconds });
  }
  return [
    {
      name: `two processes over one, ${name}`,
      unit: '×',
      rounds: ratios,
      target,
      note: `${load.generator}, ${CONNECTIONS} connections; floor: two bare node:http processes that send as many bytes over one`,
    },
    {
      name: `two processes, ${name}, processor time`,
      unit: 'µs',
      rounds: costs,
      note: 'of all processes, a request; floor: one process',
    },
  ];
}

async function turn(load: GetLoad, { url, pid }: Served, seconds: number): Promise<Turn> {
  const before = familyProcessorTime(pid);
  const run = await load.run({ url, connections: CONNECTIONS, seconds });
  return {
    perSecond: run.requests / run.seconds,
    microseconds: ((familyProcessorTime(pid) - before) * 1e6) / run.requests,
  };
}

async function hubOf(prepared: Prepared, count: number): Promise<Served> {
  const hub = await HubProcess.start({ ...prepared, processes: count });
  return { url: hub.url, pid: hub.pid, stop: () => hub.stop() };
}

/** So many bare servers that share a port. */
async function servers(count: number, bytes: number): Promise<Served> {
  const first = await startBareServer(bytes, 0);
  const port = Number(new URL(first.url).port);
  const others = await Promise.all(Array.from({ length: count - 1 }, () => startBareServer(bytes, port)));
  const stop = async () => {
    for (const server of [first, ...others]) await server.close();
  };
  return { url: first.url, pid: first.pid, stop };
}
