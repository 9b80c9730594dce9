import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { findProgram } from '../../../acceptance/harness/debian.ts';
import { collectionText, featureId } from '../data/feature.ts';
import { SPACE } from '../data/filling.ts';
import { prepare } from '../data/prepared.ts';
import { tileOf, tilePath } from '../data/tile.ts';
import { CITIES } from '../data/words.ts';
import type { Figure } from '../figure.ts';
import { HubClient } from '../hub/hub-client.ts';
import { compare, keepBaseline, NOISE, readBaseline } from '../instructions/baseline.ts';
import { CountedHub } from '../instructions/counted-hub.ts';
import type { Bench } from './setting.ts';

const FEATURES = 10_000;
const BLOCKS = 5;
const AT_ONCE = 4;
const BATCH = 100;

/** How often something is asked for: until it is compiled, and in a block that is counted. */
type Call = {
  name: string;
  warmUp: number;
  block: number;
  send(client: HubClient, at: number): Promise<unknown>;
};

const [[longitude, latitude]] = CITIES as [readonly [number, number]];
const BOX = `west=${longitude - 0.03}&south=${latitude - 0.03}&east=${longitude + 0.03}&north=${latitude + 0.03}`;
const TILE = tilePath(tileOf(longitude, latitude, 12));

const CALLS: readonly Call[] = [
  {
    name: 'get-feature',
    warmUp: 1500,
    block: 200,
    send: (client, at) => client.send('GET', `/hub/spaces/${SPACE}/features/${featureId(at % FEATURES)}`),
  },
  {
    name: 'bbox',
    warmUp: 60,
    block: 10,
    send: (client) => client.send('GET', `/hub/spaces/${SPACE}/bbox?${BOX}&skipCache=true`),
  },
  {
    name: 'vector tile',
    warmUp: 30,
    block: 3,
    send: (client) => client.send('GET', `/hub/spaces/${SPACE}/tile/web/${TILE}.mvt?skipCache=true`),
  },
  {
    name: `bulk put of ${BATCH}`,
    warmUp: 12,
    block: 2,
    send: (client, at) =>
      client.send('PUT', `/hub/spaces/${SPACE}/features`, {
        body: collectionText((at + 1000) * BATCH, BATCH),
      }),
  },
];

/** Instructions of the hub a request, against those of the last state that was kept: what else runs does not matter. */
export async function instructions({ keep }: Bench): Promise<Figure[]> {
  const valgrind = findProgram(['valgrind'], 'valgrind');
  if ('skip' in valgrind) return [];
  const { data: original, scratch, log } = await prepare(FEATURES, console.error);
  const data = join(scratch, 'counted');
  cpSync(original, data, { recursive: true });
  const counted = await CountedHub.start({ data, log, scratch, valgrind: valgrind.path });
  const client = new HubClient(counted.hub.url);
  try {
    const counts: [string, number[]][] = [];
    for (const call of CALLS) counts.push([call.name, await countCall(counted, client, call)]);
    if (keep)
      keepBaseline(Object.fromEntries(counts.map(([name, each]) => [name, Math.round(Math.min(...each))])));
    return counts.map(([name, each]) => figureOf(name, each));
  } finally {
    client.close();
    await counted.hub.stop();
  }
}

async function countCall(counted: CountedHub, client: HubClient, call: Call): Promise<number[]> {
  let at = 0;
  const run = async (requests: number) => {
    const end = at + requests;
    const lane = async () => {
      while (at < end) await call.send(client, at++);
    };
    await Promise.all(Array.from({ length: AT_ONCE }, lane));
  };
  await run(call.warmUp);
  counted.counting(true);
  await run(call.block);
  const counts: number[] = [];
  for (let i = 0; i < BLOCKS; i++) counts.push((await counted.count(() => run(call.block))) / call.block);
  counted.counting(false);
  return counts;
}

/** The least of the blocks stands for all: timers and garbage only ever add. */
function figureOf(name: string, each: number[]): Figure {
  const baseline = readBaseline();
  const floor = baseline?.calls[name];
  return {
    name: `instructions, ${name}`,
    unit: 'k instructions',
    take: 'lowest',
    rounds: each.map((count) => ({
      ours: count / 1000,
      floor: floor === undefined ? undefined : floor / 1000,
    })),
    target: { of: 'ratio', below: 1 + NOISE },
    note: compare(Math.min(...each), name, baseline),
  };
}
