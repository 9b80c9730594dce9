import { join } from 'node:path';
import { drawnTiles, TILES, ZOOM } from '../data/drawn-tiles.ts';
import { SPACE, spaceFile } from '../data/filling.ts';
import type { Prepared } from '../data/prepared.ts';
import { preparePostgres, startPreparedPostgres } from '../data/prepared-postgres.ts';
import { type Tile, tilePath } from '../data/tile.ts';
import type { Figure } from '../figure.ts';
import { startBareServer } from '../floors/bare-http.ts';
import { Child } from '../floors/child.ts';
import type { Cluster } from '../floors/cluster.ts';
import { buildTileBlocks, buildTileBlocksOnPostgres } from '../hub/derived-views.ts';
import { HubClient } from '../hub/hub-client.ts';
import { HubProcess } from '../hub/hub-process.ts';
import { openGetLoad } from '../load/get-rate.ts';
import { inTurns } from '../rounds.ts';
import { type Effort, type Measurement, onHub, type Setting } from './setting.ts';

const CONNECTIONS = 32;

/** A hub that has just been started is not yet as fast as it gets. */
const WARM_UPS = 3;

/** Vector tiles of about a thousand features: uncached beside ST_AsMVT, and from memory beside a bare server. */
export const vectorTiles: Measurement = async (bench) => {
  // While the hub has the data folder, nothing could be copied out of it.
  await preparePostgres(bench.prepared, console.error);
  return measure(bench);
};

/** The same tiles of a hub on the very database that makes them with ST_AsMVT. */
export const postgresTiles: Measurement = ({ prepared, effort }) =>
  besidePostgis(prepared, async (server) => {
    const hub = await HubProcess.start({ ...prepared, store: server.url });
    const client = new HubClient(hub.url);
    try {
      await buildTileBlocksOnPostgres(client, { url: server.url, space: SPACE, features: prepared.count });
      const drawn = await drawnTiles(prepared);
      const name = `PostgreSQL: z${ZOOM} vector tile`;
      return [
        ...(await madeAnew(name, server, client, effort, drawn)),
        ...(await kept(name, { client, hub, prepared, effort }, drawn.tiles)),
      ];
    } finally {
      client.close();
      await hub.stop();
    }
  });

const measure = onHub(async (setting) => {
  const { prepared, client } = setting;
  await buildTileBlocks(client, { file: spaceFile(prepared, SPACE), space: SPACE, features: prepared.count });
  const drawn = await drawnTiles(prepared);
  const name = `z${ZOOM} vector tile`;
  const anew = await besidePostgis(prepared, (server) =>
    madeAnew(name, server, client, setting.effort, drawn),
  );
  return [...anew, ...(await kept(name, setting, drawn.tiles))];
});

async function besidePostgis(
  prepared: Prepared,
  measure: (server: Cluster) => Promise<Figure[]>,
): Promise<Figure[]> {
  const server = await startPreparedPostgres(prepared);
  if (typeof server === 'string') {
    console.error(`vector tiles are not compared with PostGIS: ${server}`);
    return [];
  }
  try {
    return await measure(server);
  } finally {
    await server.stop();
  }
}

async function madeAnew(
  name: string,
  server: Cluster,
  client: HubClient,
  effort: Effort,
  { tiles, counts }: { tiles: Tile[]; counts: number[] },
): Promise<Figure[]> {
  const rival = new Child(new URL('../floors/postgis.child.ts', import.meta.url));
  try {
    const loaded = await rival.ask<number>('open', server.url);
    const theirs: Drawn = { bytes: 0 };
    const ours: Drawn = { bytes: 0 };
    const drawTheirs = async () => {
      const { seconds, bytes } = await rival.ask<{ seconds: number; bytes: number }>('tiles', tiles);
      theirs.bytes = bytes;
      return tiles.length / seconds;
    };
    const drawOurs = () => oneAfterTheOther(client, tiles, ours);
    for (let i = 0; i < WARM_UPS; i++) {
      await drawTheirs();
      await drawOurs();
    }
    const rounds = await inTurns(effort.rounds, drawTheirs, drawOurs);
    const size = ({ bytes }: Drawn) => `${Math.round(bytes / tiles.length / 1000)} kB`;
    return [
      {
        name: `${name}, uncached`,
        unit: 'req/s',
        rounds,
        target: { of: 'ratio', atLeast: 3 },
        note: `${TILES} tiles of ${Math.min(...counts)} to ${Math.max(...counts)} features, ${size(ours)} each, skipCache=true, one after the other, sheets made; floor: PostGIS ST_AsMVT, ${size(theirs)} each, from ${loaded} features around them, GiST, warm, the same attributes, one connection`,
      },
    ];
  } finally {
    await rival.ask('close');
    await rival.close();
  }
}

/** How many bytes a round came to. */
type Drawn = { bytes: number };

/** How often the hub draws all tiles in its turn, so that a turn of either side takes about as long. */
const TIMES = 3;

async function oneAfterTheOther(client: HubClient, tiles: Tile[], drawn: Drawn): Promise<number> {
  const started = performance.now();
  for (let time = 0; time < TIMES; time++) {
    drawn.bytes = 0;
    for (const tile of tiles)
      drawn.bytes += (await client.send('GET', `${path(tile)}?skipCache=true`)).body.length;
  }
  return (TIMES * tiles.length) / ((performance.now() - started) / 1000);
}

async function kept(
  name: string,
  { client, hub, prepared, effort }: Omit<Setting, 'profile' | 'keep'>,
  tiles: Tile[],
): Promise<Figure[]> {
  const sizes: number[] = [];
  for (const tile of tiles) sizes.push((await client.send('GET', path(tile))).body.length);
  const size = Math.round(sizes.reduce((sum, bytes) => sum + bytes, 0) / sizes.length);
  const load = openGetLoad(tiles.map(path), join(prepared.scratch, 'tiles.txt'));
  const bare = await startBareServer(size);
  const rate = (url: string) => async () => {
    const { requests, seconds } = await load.run({ url, connections: CONNECTIONS, seconds: effort.seconds });
    return requests / seconds;
  };
  try {
    return [
      {
        name: `${name}, cached`,
        unit: 'req/s',
        rounds: await inTurns(effort.rounds, rate(bare.url), rate(hub.url)),
        target: { of: 'ratio', atLeast: 0.6 },
        note: `${load.generator}, ${CONNECTIONS} connections, the same ${TILES} tiles again and again; floor: bare node:http with ${size} bytes`,
      },
    ];
  } finally {
    await load.close();
    await bare.close();
  }
}

function path(tile: Tile): string {
  return `/hub/spaces/${SPACE}/tile/web/${tilePath(tile)}.mvt`;
}
