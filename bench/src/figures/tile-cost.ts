import { createHash } from 'node:crypto';
import postgres from 'postgres';
import { onHub, SPACE, spaceFile } from '../data/filling.ts';
import { startPreparedPostgres } from '../data/prepared-postgres.ts';
import { cityTiles, type Tile, tilePath } from '../data/tiles.ts';
import type { Figure, Measured } from '../figure.ts';
import { Child } from '../floors/child.ts';
import type { DrawnTile, TileMode } from '../floors/store-tiles.child.ts';
import { buildDensityIndex } from '../hub/derived-views.ts';
import { HubClient } from '../hub/hub-client.ts';
import { HubProcess } from '../hub/hub-process.ts';
import { familyProcessorTime, parentOf, processorTime } from '../hub/processor-time.ts';
import type { Side } from './overview.ts';
import type { Bench, Measurement } from './setting.ts';

const MODES: readonly TileMode[] = ['viz', 'auto'];
const ZOOMS = Array.from({ length: 17 }, (_, zoom) => zoom);
/** The tiles in the middle of so many cities, from the densest on. */
const CITIES = 5;
const TIMES_IN_A_ROUND = 2;
const MAX_MS = 60;
const NOTE = `processor time of the slowest of ${CITIES} uncached vector tiles, at all zooms; floor: drawn of the SQLite file in one process, without HTTP`;

/** What uncached vector tiles cost at every zoom, in processor time: the slowest of a few, each by its best time. */
export const tileCost: Measurement = async (bench) => {
  const { prepared, profile } = bench;
  const hub = await HubProcess.start({ ...prepared, profile });
  const client = new HubClient(hub.url);
  try {
    const file = spaceFile(prepared, SPACE);
    await buildDensityIndex(client, { file, space: SPACE, features: prepared.count });
    return await measureTiles('tile-cost', { client, spent: () => processorTime(hub.pid) }, bench);
  } finally {
    client.close();
    await hub.stop();
  }
};

/** The same with the processor time of PostgreSQL, whose tiles must be the same bytes. */
export const postgresTileCost: Measurement = async (bench) => {
  const cluster = await startPreparedPostgres(bench.prepared);
  if (typeof cluster === 'string') {
    console.error(`the figures on PostgreSQL are left out: ${cluster}`);
    return [];
  }
  const { prepared } = bench;
  const viewed = { file: spaceFile(prepared, SPACE), space: SPACE, features: prepared.count };
  await onHub(prepared, (client) => buildDensityIndex(client, viewed));
  const sql = postgres(cluster.url, { max: 1 });
  const hub = await HubProcess.start({ ...prepared, store: cluster.url, profile: bench.profile });
  const client = new HubClient(hub.url);
  try {
    const [row] = await sql`SELECT pg_backend_pid() AS pid`;
    const database = parentOf(row!.pid)!;
    const spent = () => familyProcessorTime(database) + processorTime(hub.pid);
    return await measureTiles('PostgreSQL: tile-cost', { client, spent }, bench);
  } finally {
    client.close();
    await hub.stop();
    await sql.end();
    await cluster.stop();
  }
};

async function measureTiles(of: string, side: Side, { prepared, effort }: Bench): Promise<Figure[]> {
  const store = new Child(new URL('../floors/store-tiles.child.ts', import.meta.url));
  try {
    await store.ask('open', spaceFile(prepared, SPACE), SPACE);
    const figures: Figure[] = [];
    for (const mode of MODES)
      for (const zoom of ZOOMS) figures.push(await measureZoom(of, side, store, mode, zoom, effort.rounds));
    return figures;
  } finally {
    await store.close();
  }
}

async function measureZoom(
  of: string,
  side: Side,
  store: Child,
  mode: TileMode,
  zoom: number,
  times: number,
): Promise<Figure> {
  const tiles = cityTiles(zoom).slice(0, CITIES);
  for (const tile of tiles) await bestOfBoth(side, store, mode, tile, 1);
  const rounds: Measured[] = [];
  for (let round = 0; round < times; round++) {
    const slowest = { ours: 0, floor: 0 };
    for (const tile of tiles) {
      const { ours, floor } = await bestOfBoth(side, store, mode, tile, TIMES_IN_A_ROUND);
      slowest.ours = Math.max(slowest.ours, ours);
      slowest.floor = Math.max(slowest.floor, floor!);
    }
    rounds.push(slowest);
  }
  return {
    name: `${of}, ${mode} z${zoom}`,
    unit: 'ms',
    rounds,
    take: 'lowest',
    target: { of: 'ours', below: MAX_MS },
    ...(mode === MODES[0] && zoom === ZOOMS[0] && { note: NOTE }),
  };
}

/** The least of so many times on both sides, in milliseconds. Both must draw the same. */
async function bestOfBoth(
  { client, spent }: Side,
  store: Child,
  mode: TileMode,
  tile: Tile,
  times: number,
): Promise<Measured> {
  const path = `/hub/spaces/${SPACE}/${tilePath(tile)}.mvt?mode=${mode}&skipCache=true`;
  const { milliseconds, hash } = await store.ask<DrawnTile>('draw', mode, tile, times);
  let ours = Infinity;
  for (let i = 0; i < times; i++) {
    const before = spent();
    const { body } = await client.send('GET', path);
    ours = Math.min(ours, (spent() - before) * 1000);
    if (createHash('sha256').update(body).digest('hex') !== hash)
      throw new Error(`${path} has other bytes than the store draws`);
  }
  return { ours, floor: milliseconds };
}
