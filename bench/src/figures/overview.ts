import { SPACE, spaceFile } from '../data/filling.ts';
import { type Prepared, prepare } from '../data/prepared.ts';
import { cityTiles, type Tile, tileOf, tilePath } from '../data/tiles.ts';
import { CITIES } from '../data/words.ts';
import type { Figure, Measured } from '../figure.ts';
import { buildDensityIndex } from '../hub/derived-views.ts';
import { HubClient } from '../hub/hub-client.ts';
import { HubProcess } from '../hub/hub-process.ts';
import { processorTime } from '../hub/processor-time.ts';
import type { Bench } from './setting.ts';

/** How much larger the second space is. */
export const LARGER = 4;
const ZOOMS = [0, 1, 2, 3, 4];
const NEAR = { z: 14, features: 1000, warmUp: 60 };
const MAX_TIMES_A_TILE = 10;
const MAX_GROWTH = 1.3;

const READS = { viz: 'mode=viz', hexbin: 'clustering=hexbin' } as const;
type ReadName = keyof typeof READS;

/** What is found of a read at a zoom, in milliseconds of processor time a request. */
type Found = {
  /** The slowest tile of the smaller space beside one that shows a thousand features. */
  slowest: Measured[];
  /** All tiles together, in the larger space beside the smaller. */
  all: Measured;
};

/** A hub whose space has its overview. `spent`: the processor time that it, and its database, have used so far. */
export type Side = { client: HubClient; spent: () => number };

/** What low zooms of a whole space cost, beside a tile that shows a thousand features, and in a larger space. */
export async function overview(bench: Bench): Promise<Figure[]> {
  const larger = await prepare(bench.prepared.count * LARGER, console.error);
  return onSpace(bench.prepared, (small) =>
    onSpace(larger, (large) => compareOverviews('overview', small, large, bench)),
  );
}

function figuresOf(of: string, read: ReadName, zoom: number, { slowest, all }: Found): Figure[] {
  return [
    {
      name: `${of}, ${read} z${zoom}, slowest tile`,
      unit: 'ms',
      rounds: slowest,
      target: { of: 'ratio', below: MAX_TIMES_A_TILE },
      note: `processor time a request; floor: a z${NEAR.z} tile of about ${NEAR.features} features, with mode=viz and as GeoJSON too`,
    },
    { name: `${of}, ${read} z${zoom}, ${LARGER} times the features`, unit: 'ms', rounds: [all] },
  ];
}

/** The steps of sampling let one zoom of a larger space show more, another less than of a smaller one: all count together. */
function growthOf(of: string, read: ReadName, zooms: readonly Measured[]): Figure {
  const sum = (side: 'ours' | 'floor') => zooms.reduce((all, zoom) => all + zoom[side]!, 0);
  return {
    name: `${of}, ${read} z${ZOOMS[0]}–z${ZOOMS.at(-1)}, ${LARGER} times the features`,
    unit: 'ms',
    rounds: [{ ours: sum('ours'), floor: sum('floor') }],
    target: { of: 'ratio', below: MAX_GROWTH },
  };
}

async function onSpace<T>(prepared: Prepared, measure: (side: Side) => Promise<T>): Promise<T> {
  const hub = await HubProcess.start(prepared);
  const client = new HubClient(hub.url);
  try {
    const viewed = { file: spaceFile(prepared, SPACE), space: SPACE, features: prepared.count };
    await buildDensityIndex(client, viewed);
    return await measure({ client, spent: () => processorTime(hub.pid) });
  } finally {
    client.close();
    await hub.stop();
  }
}

/** Figures of the name `of`, from two spaces whose overviews are built. */
export async function compareOverviews(
  of: string,
  small: Side,
  large: Side,
  { effort }: Bench,
): Promise<Figure[]> {
  const near = `${tilePath(await nearTile(small.client))}?${READS.viz}`;
  for (const side of [small, large])
    for (const read of Object.values(READS))
      for (const tile of ZOOMS.slice(0, -1).flatMap(cityTiles))
        await side.client.send('GET', pathOf(`${tilePath(tile)}?${read}`));
  // What is asked for most must not be dearer than it is for being asked for first, and both hubs are to be as warm.
  for (const { client } of [small, large])
    for (let i = 0; i < NEAR.warmUp; i++) await client.send('GET', pathOf(near));
  // Until the growth of all is known, both hubs are asked for the same.
  const costs: { read: ReadName; zoom: number; slowest: string; all: Measured }[] = [];
  for (const read of Object.keys(READS) as ReadName[])
    for (const zoom of ZOOMS) costs.push({ read, zoom, ...(await costOfZoom(small, large, read, zoom)) });
  const figures: Figure[] = [];
  for (const { read, zoom, slowest, all } of costs) {
    const inTurns: Measured[] = [];
    for (let round = 0; round < effort.rounds; round++) {
      const floor = await cost(small, near, SECONDS_OF_A_TURN);
      const ours = await cost(small, slowest, SECONDS_OF_A_TURN);
      inTurns.push({ ours, floor });
    }
    figures.push(...figuresOf(of, read, zoom, { slowest: inTurns, all }));
  }
  for (const name of Object.keys(READS) as ReadName[]) {
    const own = costs.filter(({ read }) => read === name);
    figures.push(
      growthOf(
        of,
        name,
        own.map(({ all }) => all),
      ),
    );
  }
  return figures;
}

/** Each tile of one space, then of the other, so that what else happens on the machine meets both. */
async function costOfZoom(
  small: Side,
  large: Side,
  read: ReadName,
  zoom: number,
): Promise<{ slowest: string; all: Measured }> {
  const tiles = cityTiles(zoom);
  // Where there are few, each must be asked for so often that the hub is as fast at it as it gets.
  const seconds = Math.max(LEAST_SECONDS, SECONDS_OF_A_ZOOM / tiles.length);
  const all: Measured = { ours: 0, floor: 0 };
  let [slowest, most] = ['', 0];
  for (const tile of tiles) {
    const call = `${tilePath(tile)}?${READS[read]}`;
    const floor = await cost(small, call, seconds);
    all.floor! += floor;
    all.ours += await cost(large, call, seconds);
    if (floor > most) [slowest, most] = [call, floor];
  }
  return { slowest, all };
}

const pathOf = (call: string) => `/hub/spaces/${SPACE}/${call}&skipCache=true`;

const LEAST_REPEATS = 3;
const LEAST_SECONDS = 0.08;
const SECONDS_OF_A_ZOOM = 0.6;
const SECONDS_OF_A_TURN = 0.15;

/** Processor time of a read of the space in milliseconds, with its share of collecting garbage; the first does not count. */
async function cost({ client, spent }: Side, call: string, atLeast: number): Promise<number> {
  await client.send('GET', pathOf(call));
  const started = spent();
  let [ended, repeats] = [started, 0];
  for (; repeats < LEAST_REPEATS || ended - started < atLeast; repeats++) {
    await client.send('GET', pathOf(call));
    ended = spent();
  }
  return ((ended - started) * 1000) / repeats;
}

/** From the middle of the largest city outwards to where a tile has about as many features as it should. */
async function nearTile(client: HubClient): Promise<Tile> {
  const middle = tileOf(CITIES[0]!, NEAR.z);
  for (let x = middle.x; x < middle.x + 2 ** 6; x++) {
    const tile = { ...middle, x };
    const path = `/hub/spaces/${SPACE}/${tilePath(tile)}?limit=${NEAR.features * 2}&selection=id`;
    const { features } = (await client.json('GET', path)) as { features: unknown[] };
    if (features.length < NEAR.features * 1.15) return tile;
  }
  throw new Error(`no tile of zoom ${NEAR.z} has about ${NEAR.features} features`);
}
