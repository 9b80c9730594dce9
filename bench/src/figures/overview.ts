import { collectionText } from '../data/feature.ts';
import { SPACE, spaceFile } from '../data/filling.ts';
import { type Prepared, prepare } from '../data/prepared.ts';
import { cityTiles, type Tile, tileOf, tilePath } from '../data/tiles.ts';
import { CITIES } from '../data/words.ts';
import type { Figure, Measured } from '../figure.ts';
import { HubClient } from '../hub/hub-client.ts';
import { HubProcess } from '../hub/hub-process.ts';
import { buildOverview, buildSheets } from '../hub/kept-views.ts';
import { processorTime } from '../hub/processor-time.ts';
import { withScratchSpaces } from './scratch-space.ts';
import type { Bench } from './setting.ts';

/** How much larger the second space is. */
const LARGER = 4;
const ZOOMS = [0, 1, 2, 3, 4];
const NEAR = { z: 14, features: 1000 };
const MOST_TIMES_A_TILE = 10;
const MOST_GROWTH = 1.3;
const MOST_LOAD = 1.15;
/** A round has many figures, each of processor time, which differs little. */
const MOST_ROUNDS = 1;

const READS = { viz: 'mode=viz', hexbin: 'clustering=hexbin' } as const;
type ReadName = keyof typeof READS;

/** Processor time of a request in milliseconds, by what is read and zoom: of the dearest tile, and of all together. */
type Cost = { dearest: number; all: number };
type Costs = { near: number; far: Record<ReadName, Cost[]> };

/** What low zooms of a whole space cost, beside a tile that shows a thousand features, and in a larger space. */
export async function overview(bench: Bench): Promise<Figure[]> {
  const larger = await prepare(bench.prepared.count * LARGER, console.error);
  const rounds: { small: Costs; large: Costs }[] = [];
  const load: Measured[] = [];
  for (let round = 0; round < Math.min(bench.effort.rounds, MOST_ROUNDS); round++) {
    rounds.push({ small: await onSpace(bench.prepared, costs), large: await onSpace(larger, costs) });
    load.push(await onSpace(bench.prepared, (hub, client) => loadCost(hub, client, bench)));
  }
  const figures = (Object.keys(READS) as ReadName[]).flatMap((read) =>
    ZOOMS.flatMap((zoom) => [
      figureOf(
        `overview, ${read} z${zoom}, dearest tile`,
        rounds.map(({ small }) => ({ ours: small.far[read][zoom]!.dearest, floor: small.near })),
        MOST_TIMES_A_TILE,
      ),
      figureOf(
        `overview, ${read} z${zoom}, ${LARGER} times the features`,
        rounds.map(({ small, large }) => ({
          ours: large.far[read][zoom]!.all,
          floor: small.far[read][zoom]!.all,
        })),
        MOST_GROWTH,
      ),
    ]),
  );
  return [...figures, { ...figureOf('overview, bulk-put with it', load, MOST_LOAD), unit: 'µs' }];
}

function figureOf(name: string, rounds: Measured[], below: number): Figure {
  const note = name.includes('dearest')
    ? `processor time a request; floor: a z${NEAR.z} tile of about ${NEAR.features} features, with mode=viz and as GeoJSON too`
    : undefined;
  return { name, unit: 'ms', rounds, target: { of: 'ratio', below }, ...(note && { note }) };
}

async function onSpace<T>(
  prepared: Prepared,
  measure: (hub: HubProcess, client: HubClient, prepared: Prepared) => Promise<T>,
): Promise<T> {
  const hub = await HubProcess.start(prepared);
  const client = new HubClient(hub.url);
  try {
    return await measure(hub, client, prepared);
  } finally {
    client.close();
    await hub.stop();
  }
}

async function costs(hub: HubProcess, client: HubClient, prepared: Prepared): Promise<Costs> {
  const viewed = { file: spaceFile(prepared, SPACE), space: SPACE, features: prepared.count };
  await buildOverview(client, viewed);
  await buildSheets(client, viewed);
  const near = await nearTile(client);
  const far: Record<ReadName, Cost[]> = { viz: [], hexbin: [] };
  for (const read of Object.keys(READS) as ReadName[])
    for (const zoom of ZOOMS) {
      const each: number[] = [];
      for (const tile of cityTiles(zoom))
        each.push(await cost(hub, client, `${tilePath(tile)}?${READS[read]}`));
      far[read].push({ dearest: Math.max(...each), all: each.reduce((sum, one) => sum + one, 0) });
    }
  return { near: await cost(hub, client, `${tilePath(near)}?${READS.viz}`), far };
}

const WARM_UP = 1;
const LEAST_REPEATS = 3;
const LEAST_SECONDS = 0.05;

/** Processor time of a read of the space, in milliseconds. */
async function cost(hub: HubProcess, client: HubClient, call: string): Promise<number> {
  const path = `/hub/spaces/${SPACE}/${call}&skipCache=true`;
  for (let i = 0; i < WARM_UP; i++) await client.send('GET', path);
  const before = processorTime(hub.pid);
  let repeats = 0;
  let seconds = 0;
  while (repeats < LEAST_REPEATS || seconds < LEAST_SECONDS) {
    await client.send('GET', path);
    repeats++;
    seconds = processorTime(hub.pid) - before;
  }
  return (seconds * 1000) / repeats;
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

/** As many features as make an overview worth it. */
const FILLED = 25_000;
const BATCH = 1000;

/** Processor time of a feature in a bulk load, in microseconds, with and without an overview to keep. */
async function loadCost(hub: HubProcess, client: HubClient, { prepared, effort }: Bench): Promise<Measured> {
  const [kept, plain] = ['bench-overview', 'bench-no-overview'];
  return withScratchSpaces(client, [kept, plain], async () => {
    const put = async (space: string, from: number, count: number) => {
      const before = processorTime(hub.pid);
      for (let at = from; at < from + count; at += BATCH)
        await client.send('PUT', `/hub/spaces/${space}/features`, {
          body: collectionText(at, BATCH),
          headers: { Accept: 'application/x-empty' },
        });
      return ((processorTime(hub.pid) - before) * 1e6) / count;
    };
    for (const space of [kept, plain]) await put(space, 0, FILLED);
    await buildOverview(client, { file: spaceFile(prepared, kept), space: kept, features: FILLED });
    return {
      floor: await put(plain, FILLED, effort.bulkFeatures),
      ours: await put(kept, FILLED, effort.bulkFeatures),
    };
  });
}
