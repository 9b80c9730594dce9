import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { findProgram } from '../../../testing/programs.ts';
import { collectionText, featureId } from '../data/feature.ts';
import { SPACE } from '../data/filling.ts';
import { prepare } from '../data/prepared.ts';
import { tileOf, tilePath } from '../data/tile.ts';
import { CITIES } from '../data/words.ts';
import type { Figure } from '../figure.ts';
import { HubClient } from '../hub/hub-client.ts';
import { compare, keepBaseline, NOISE, readBaseline } from '../instructions/baseline.ts';
import { CountedHub } from '../instructions/counted-hub.ts';
import type { Measurement } from './setting.ts';

const FEATURES = 10_000;
const AT_ONCE = 4;
const BATCH = 100;

/** How often something is asked for: until it is compiled, and in each block that is counted. */
type Call = {
  name: string;
  warmUp: number;
  block: number;
  blocks: number;
  /** Something else to warm up with before, for what both have in common. */
  after?: Pick<Call, 'warmUp' | 'send'>;
  send(client: HubClient, at: number): Promise<unknown>;
};

const [[longitude, latitude]] = CITIES as [readonly [number, number]];
const BOX = `west=${longitude - 0.03}&south=${latitude - 0.03}&east=${longitude + 0.03}&north=${latitude + 0.03}`;
const TILE = tilePath(tileOf(longitude, latitude, 12));

const GET_FEATURE: Call = {
  name: 'get-feature',
  warmUp: 1500,
  block: 200,
  blocks: 5,
  send: (client, at) => client.send('GET', `/hub/spaces/${SPACE}/features/${featureId(at % FEATURES)}`),
};
const READS: readonly Call[] = [
  GET_FEATURE,
  {
    name: 'bbox',
    warmUp: 30,
    block: 10,
    blocks: 5,
    after: { ...GET_FEATURE, warmUp: 800 },
    send: (client) => client.send('GET', `/hub/spaces/${SPACE}/bbox?${BOX}&skipCache=true`),
  },
];

/** Of what takes long, V8 compiles the last parts late: with less before it, a count says more of that than of the code. */
const WORKS: readonly Call[] = [
  {
    name: 'vector tile',
    warmUp: 200,
    block: 3,
    blocks: 8,
    send: (client) => client.send('GET', `/hub/spaces/${SPACE}/tile/web/${TILE}.mvt?skipCache=true`),
  },
  {
    name: `bulk put of ${BATCH}`,
    warmUp: 60,
    block: 2,
    blocks: 8,
    send: (client, at) =>
      client.send('PUT', `/hub/spaces/${SPACE}/features`, {
        body: collectionText((at + 1000) * BATCH, BATCH),
      }),
  },
];

/** Instructions of the hub a request, against those of the last state that was kept: what else runs does not matter. */
export const instructions = instructionsOf(READS);

/** The same for what takes more of them. */
export const instructionsWork = instructionsOf(WORKS);

/** Each call has a hub of its own, all at once: counts are not disturbed by what runs beside them. */
function instructionsOf(calls: readonly Call[]): Measurement {
  return async ({ keep }) => {
    const valgrind = findProgram(['valgrind'], 'valgrind');
    if ('skip' in valgrind) return [];
    const { data: original, scratch } = await prepare(FEATURES, console.error);
    const counts = await Promise.all(
      calls.map(async (call, i): Promise<[string, number[]]> => {
        const data = join(scratch, `counted-${i}`);
        cpSync(original, data, { recursive: true });
        const options = { data, log: join(data, 'hub.log'), valgrind: valgrind.path };
        return [call.name, await countCall(await CountedHub.start(options), call)];
      }),
    );
    if (keep)
      keepBaseline(Object.fromEntries(counts.map(([name, each]) => [name, Math.round(Math.min(...each))])));
    return counts.map(([name, each]) => figureOf(name, each));
  };
}

async function countCall(counted: CountedHub, call: Call): Promise<number[]> {
  const client = new HubClient(counted.hub.url);
  try {
    return await countBlocks(counted, client, call);
  } finally {
    client.close();
    await counted.hub.stop();
  }
}

async function countBlocks(counted: CountedHub, client: HubClient, call: Call): Promise<number[]> {
  let at = 0;
  const run = async (requests: number, send = call.send) => {
    const end = at + requests;
    const lane = async () => {
      while (at < end) await send(client, at++);
    };
    await Promise.all(Array.from({ length: AT_ONCE }, lane));
  };
  if (call.after) await run(call.after.warmUp, call.after.send);
  await run(call.warmUp);
  counted.counting(true);
  await run(call.block);
  const counts: number[] = [];
  for (let i = 0; i < call.blocks; i++)
    counts.push((await counted.count(() => run(call.block))) / call.block);
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
