import { join } from 'node:path';
import { VectorTile } from '@mapbox/vector-tile';
import { PbfReader } from 'pbf';
import { drawnTiles, ZOOM } from '../data/drawn-tiles.ts';
import { featureId } from '../data/feature.ts';
import { SPACE, spaceFile } from '../data/filling.ts';
import type { Box } from '../data/geometry.ts';
import { startPreparedPostgres } from '../data/prepared-postgres.ts';
import { randomFrom } from '../data/random.ts';
import { tilePath } from '../data/tile.ts';
import type { Figure, Target } from '../figure.ts';
import { Child } from '../floors/child.ts';
import { buildTileBlocks, buildTileBlocksOnPostgres } from '../hub/derived-views.ts';
import { HubClient } from '../hub/hub-client.ts';
import { HubProcess } from '../hub/hub-process.ts';
import { type Asked, alternating, bodyOf, type Call, type Rival } from '../rivals/alternating.ts';
import { ITEMS, startMapServer } from '../rivals/mapserver.ts';
import { martinPath, startMartin } from '../rivals/martin.ts';
import { startPreparedSelect } from '../rivals/prepared-select.ts';
import { PYGEOAPI, startPygeoapi, startTipg, TIPG } from '../rivals/python-servers.ts';
import type { RivalServer } from '../rivals/rival-server.ts';
import { path as boxPath } from './boxes.ts';
import { featurePath } from './get-feature.ts';
import type { Bench, Measurement } from './setting.ts';

const FEATURES = 1000;
const LIMIT = 2000;
const BOXES = 200;
const IDS = 5000;
/** The one decides by boxes and the other by shapes; of tiles, some leave out what is only in the buffer around them. */
const MAY_DIFFER = { items: 0.02, tiles: 0.08 };

const AT_LEAST = (atLeast: number): Target => ({ of: 'ratio', atLeast });
const FIVE_TIMES = { PostgreSQL: AT_LEAST(5) };

type Servers = {
  sqlite: { url: string };
  postgres: { url: string };
  martin?: RivalServer;
  cachingMartin?: RivalServer;
  tipg?: RivalServer;
  pygeoapi?: RivalServer;
  mapserver?: RivalServer;
  preparedSelect: RivalServer;
};

/** The same features, boxes and tiles of the same data, asked of hubs on both engines and of others. */
export const rivals: Measurement = async (bench) => {
  const stops: (() => Promise<void>)[] = [];
  try {
    const servers = await start(bench, stops);
    if (!servers) return [];
    const figures: Figure[] = [];
    for (const call of await callsOf(bench, servers))
      figures.push(...(await alternating(call, bench.effort, bench.prepared.scratch)));
    return figures;
  } finally {
    for (const stop of stops.reverse()) await stop();
  }
};

async function start(
  { prepared, profile }: Bench,
  stops: (() => Promise<void>)[],
): Promise<Servers | undefined> {
  const kept = <T extends { stop(): Promise<void> }>(server: T): T => {
    stops.push(() => server.stop());
    return server;
  };
  const cluster = await startPreparedPostgres(prepared);
  if (typeof cluster === 'string') {
    console.error(`the comparison is left out: ${cluster}`);
    return undefined;
  }
  const { url: database } = kept(cluster);
  const sqlite = kept(await HubProcess.start({ ...prepared, profile }));
  const ownFolder = { ...prepared, data: join(prepared.scratch, 'hub-on-postgres') };
  const postgres = kept(await HubProcess.start({ ...ownFolder, store: database, profile }));
  const features = { space: SPACE, features: prepared.count };
  await withClient(sqlite, (client) =>
    buildTileBlocks(client, { file: spaceFile(prepared, SPACE), ...features }),
  );
  await withClient(postgres, (client) => buildTileBlocksOnPostgres(client, { url: database, ...features }));
  const found = (server: RivalServer | string | undefined): RivalServer | undefined => {
    if (typeof server !== 'string') return server && kept(server);
    console.error(`left out: ${server}`);
    return undefined;
  };
  const [martin, cachingMartin, tipg, pygeoapi, mapserver] = [
    found(await startMartin(prepared, database, { isCached: false })),
    found(await startMartin(prepared, database, { isCached: true })),
    found(await startTipg(database)),
    found(await startPygeoapi(prepared, database)),
    found(await startMapServer(prepared)),
  ];
  return {
    ...{ sqlite, postgres },
    ...(martin && { martin }),
    ...(cachingMartin && { cachingMartin }),
    ...(tipg && { tipg }),
    ...(pygeoapi && { pygeoapi }),
    ...(mapserver && { mapserver }),
    preparedSelect: kept(await startPreparedSelect(database)),
  };
}

async function withClient(hub: HubProcess, use: (client: HubClient) => Promise<void>): Promise<void> {
  const client = new HubClient(hub.url);
  try {
    await use(client);
  } finally {
    client.close();
  }
}

async function callsOf({ prepared }: Bench, servers: Servers): Promise<Call[]> {
  const reader = new Child(new URL('../floors/sqlite-areas.child.ts', import.meta.url));
  await reader.ask('open', spaceFile(prepared, SPACE));
  const boxes = await reader.ask<Box[]>('boxesOf', FEATURES, BOXES);
  await reader.close();
  const tiles = (await drawnTiles(prepared)).tiles.map(tilePath);
  const random = randomFrom(2);
  const ids = Array.from({ length: IDS }, () => featureId(random.whole(0, prepared.count - 1)));
  const calls = [byId(servers, ids), inBoxes(servers, boxes), madeAnew(servers, tiles), kept(servers, tiles)];
  await sameFeatures(calls[0]!, MAY_DIFFER.items, idsOfItem);
  await sameFeatures(calls[1]!, MAY_DIFFER.items, idsOfItems);
  await sameFeatures(calls[2]!, MAY_DIFFER.tiles, featuresOfTile);
  await sameFeatures(calls[3]!, MAY_DIFFER.tiles, featuresOfTile);
  return calls;
}

function ours({ sqlite, postgres }: Servers, paths: readonly string[]): Asked[] {
  return [
    { name: 'SQLite', url: sqlite.url, paths },
    { name: 'PostgreSQL', url: postgres.url, paths },
  ];
}

function rival(
  name: string,
  server: RivalServer | undefined,
  paths: readonly string[],
  targets: Rival['targets'] = {},
): Rival[] {
  return server ? [{ name, url: server.url, paths, targets }] : [];
}

/** Not MapServer: it reads a whole GeoPackage for one id, also where there is an index, and is busy with that when others have their turn. */
function byId(servers: Servers, ids: readonly string[]): Call {
  const below = (items: string, parameters = '') => ids.map((id) => `${items}/${id}${parameters}`);
  return {
    name: 'feature by id',
    ours: ours(servers, ids.map(featurePath)),
    theirs: [
      ...rival('one prepared SELECT a request', servers.preparedSelect, below('/items'), {
        PostgreSQL: AT_LEAST(1.5),
      }),
      ...rival('tipg', servers.tipg, below(TIPG.items, '?f=geojson')),
      ...rival('pygeoapi', servers.pygeoapi, below(PYGEOAPI.items, '?f=json')),
    ],
  };
}

function inBoxes(servers: Servers, boxes: readonly Box[]): Call {
  const items = (path: string, format: string) =>
    boxes.map(
      ({ west, south, east, north }) =>
        `${path}?f=${format}&limit=${LIMIT}&bbox=${west},${south},${east},${north}`,
    );
  return {
    name: `box of ${FEATURES} features`,
    ours: ours(
      servers,
      boxes.map((box) => `${boxPath(box)}&limit=${LIMIT}`),
    ),
    theirs: [
      ...rival('tipg', servers.tipg, items(TIPG.items, 'geojson'), FIVE_TIMES),
      ...rival('pygeoapi', servers.pygeoapi, items(PYGEOAPI.items, 'json'), FIVE_TIMES),
      ...rival('MapServer', servers.mapserver, items(ITEMS, 'json'), FIVE_TIMES),
    ],
  };
}

function madeAnew(servers: Servers, tiles: readonly string[]): Call {
  return {
    name: `z${ZOOM} vector tile, uncached`,
    ours: ours(
      servers,
      tiles.map((tile) => `${hubTile(tile)}?skipCache=true`),
    ),
    theirs: [
      ...rival('Martin', servers.martin, tiles.map(martinPath), {
        SQLite: AT_LEAST(3),
        PostgreSQL: AT_LEAST(1.2),
      }),
      ...rival('tipg', servers.tipg, tiles.map(TIPG.tile)),
    ],
  };
}

function kept(servers: Servers, tiles: readonly string[]): Call {
  return {
    name: `z${ZOOM} vector tile, cached`,
    ours: ours(servers, tiles.map(hubTile)),
    theirs: rival('Martin', servers.cachingMartin, tiles.map(martinPath), { SQLite: AT_LEAST(1) }),
  };
}

function hubTile(tile: string): string {
  return `/hub/spaces/${SPACE}/tile/web/${tile}.mvt`;
}

/** Before anything is measured: the first of what is asked has the same features everywhere. */
async function sameFeatures(
  { name, ours, theirs }: Call,
  mayDiffer: number,
  read: (body: Buffer) => readonly unknown[],
): Promise<void> {
  const [first] = ours;
  const expected = new Set(read(await bodyOf(first!, first!.paths[0]!)));
  for (const asked of [...ours, ...theirs]) {
    const found = read(await bodyOf(asked, asked.paths[0]!));
    const missing = found.filter((one) => !expected.has(one)).length;
    const difference = Math.max(missing, Math.abs(found.length - expected.size));
    if (found.length === 0 || difference > expected.size * mayDiffer)
      throw new Error(
        `${name}: ${asked.name} has ${found.length} features, of which ${missing} are not among the hub's ${expected.size}`,
      );
  }
}

function idsOfItem(body: Buffer): string[] {
  return [String(JSON.parse(body.toString()).id)];
}

function idsOfItems(body: Buffer): string[] {
  const { features } = JSON.parse(body.toString()) as { features: { id: string }[] };
  return features.map(({ id }) => String(id));
}

/** The id is an attribute of each. Read as maps do: not every server keeps to all of the specification. */
function featuresOfTile(body: Buffer): unknown[] {
  return Object.values(new VectorTile(new PbfReader(body)).layers).flatMap((layer) =>
    Array.from({ length: layer.length }, (_, i) => layer.feature(i).properties.id),
  );
}
