import { join } from 'node:path';
import { featureId } from '../data/feature.ts';
import { SPACE } from '../data/filling.ts';
import { randomFrom } from '../data/random.ts';
import { startBareServer } from '../floors/bare-http.ts';
import { processorTime } from '../hub/processor-time.ts';
import { readSpaceSize } from '../hub/space-size.ts';
import { type GetLoad, openGetLoad } from '../load/get-rate.ts';
import { inTurns, type Round } from '../rounds.ts';
import { onHub } from './setting.ts';

const CONNECTIONS = 32;
const PATHS = 100_000;

type Turn = { perSecond: number; processorMicroseconds: number };

/** GET of one feature by a random id, against a bare node:http server with a fixed body of the average size. */
export const getFeature = onHub(async ({ prepared, hub, client, effort }) => {
  const load = openGetLoad(randomPaths(prepared.count), join(prepared.scratch, 'paths.txt'));
  const { features, bytes } = await readSpaceSize(client, SPACE);
  const bare = await startBareServer(Math.round(bytes / features));
  const measure = (server: { url: string; pid: number }) => turn(load, server, effort.seconds);
  try {
    const rounds = await inTurns(
      effort.rounds,
      () => measure(bare),
      () => measure(hub),
    );
    return [
      {
        name: 'get-feature',
        unit: 'req/s',
        rounds: each(rounds, ({ perSecond }) => perSecond),
        target: { of: 'ratio', atLeast: 0.6 },
        note: `${load.generator}, ${CONNECTIONS} connections; floor: bare node:http`,
      },
      {
        name: 'get-feature, processor time',
        unit: 'µs',
        rounds: each(rounds, ({ processorMicroseconds }) => processorMicroseconds),
        note: 'of the server process, a request; what else runs on the machine disturbs it less than the rate',
      },
    ];
  } finally {
    await load.close();
    await bare.close();
  }
});

async function turn(
  load: GetLoad,
  { url, pid }: { url: string; pid: number },
  length: number,
): Promise<Turn> {
  const before = processorTime(pid);
  const { requests, seconds } = await load.run({ url, connections: CONNECTIONS, seconds: length });
  return {
    perSecond: requests / seconds,
    processorMicroseconds: ((processorTime(pid) - before) * 1e6) / requests,
  };
}

function each(rounds: Round<Turn>[], value: (turn: Turn) => number): Round<number>[] {
  return rounds.map(({ ours, floor }) => ({ ours: value(ours), floor: value(floor) }));
}

export function randomPaths(features: number): string[] {
  const random = randomFrom(1);
  return Array.from({ length: PATHS }, () => featurePath(featureId(random.whole(0, features - 1))));
}

export function featurePath(id: string): string {
  return `/hub/spaces/${SPACE}/features/${id}`;
}
