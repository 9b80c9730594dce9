import { featureId, INDEXED_PROPERTY, SELECTIVITY } from '../../data/feature.ts';
import { SPACE, spaceFile } from '../../data/filling.ts';
import type { Box } from '../../data/geometry.ts';
import type { Prepared } from '../../data/prepared.ts';
import { randomFrom } from '../../data/random.ts';
import { type Tile, tileOf, tilePath } from '../../data/tile.ts';
import { CITIES } from '../../data/words.ts';
import { Child } from '../../floors/child.ts';
import type { HubClient } from '../../hub/hub-client.ts';

/** One kind of read whose response is about as large in every space, so that only the space grows. */
export type Call = { name: string; paths: string[] };

const AREA_FEATURES = 1000;
const AREAS = 10;
const PAGES = 8;
const PAGE = 1000;
const FOUND = 10;
const LOW_ZOOM = 2;

export async function callsFor(prepared: Prepared, client: HubClient): Promise<Call[]> {
  const { boxes, tiles } = await areas(prepared);
  const random = randomFrom(5);
  const some = <T>(make: () => T, count = 200) => Array.from({ length: count }, make);
  const value = () => random.whole(0, SELECTIVITY - 1);
  const [city] = CITIES;
  const world = tilePath(tileOf(...city!, LOW_ZOOM));
  const calls: Call[] = [
    {
      name: 'get-feature',
      paths: some(() => `features/${featureId(random.whole(0, prepared.count - 1))}`, 5000),
    },
    { name: 'count', paths: ['count'] },
    { name: 'statistics', paths: ['statistics'] },
    {
      name: `search, indexed, ${FOUND} features`,
      paths: some(() => `search?p.${INDEXED_PROPERTY}=${value()}&limit=${FOUND}&skipCache=true`),
    },
    { name: `iterate, page of ${PAGE}`, paths: await pages(client) },
    { name: `bbox of ${AREA_FEATURES} features`, paths: boxes.map(boxPath) },
    {
      name: `vector tile of ${AREA_FEATURES} features`,
      paths: tiles.map((tile) => `tile/web/${tilePath(tile)}.mvt?skipCache=true`),
    },
    {
      name: `z${LOW_ZOOM} vector tile, mode=viz`,
      paths: [`tile/web/${world}.mvt?mode=viz&skipCache=true`],
    },
    {
      name: `z${LOW_ZOOM} hexbin`,
      paths: [`tile/web/${world.replaceAll('/', '_')}?clustering=hexbin&skipCache=true`],
    },
  ];
  return calls.map((call) => ({ ...call, paths: call.paths.map((path) => `/hub/spaces/${SPACE}/${path}`) }));
}

async function areas(prepared: Prepared): Promise<{ boxes: Box[]; tiles: Tile[] }> {
  const reader = new Child(new URL('../../floors/sqlite-areas.child.ts', import.meta.url));
  try {
    await reader.ask('open', spaceFile(prepared, SPACE));
    const zoom = await reader.ask<number>('zoomOf', AREA_FEATURES);
    return {
      boxes: await reader.ask<Box[]>('boxesOf', AREA_FEATURES, AREAS),
      tiles: await reader.ask<Tile[]>('tilesOf', zoom, AREA_FEATURES, AREAS, 500),
    };
  } finally {
    await reader.close();
  }
}

function boxPath({ west, south, east, north }: Box): string {
  return `bbox?west=${west}&south=${south}&east=${east}&north=${north}&skipCache=true`;
}

/** The first pages, each asked for by the handle that the one before it has. */
async function pages(client: HubClient): Promise<string[]> {
  const paths = [`iterate?limit=${PAGE}`];
  while (paths.length < PAGES) {
    const { handle } = (await client.json('GET', `/hub/spaces/${SPACE}/${paths.at(-1)}`)) as {
      handle?: string;
    };
    if (handle === undefined) break;
    paths.push(`iterate?limit=${PAGE}&handle=${handle}`);
  }
  return paths;
}
