/**
 * `node acceptance/load/flood.ts [seconds] [limit] [clients]`: how a polite client fares while others flood. Each of
 * the clients (100) sends ten times the limit (5 requests a second) for so long (30 s); a dozen more send less than the
 * limit. Their p99 may grow to three times that of an idle server. Exit code 1 where it grows further. What all clients
 * may send together must be less than the machine can answer: only what is beyond the limit is held off.
 */
import { fork } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { feature } from '../harness/geojson.ts';
import { startHub } from '../harness/hub.ts';
import { ADMIN, ADMIN_SETTINGS, signedIn } from '../harness/people.ts';
import { newSpace } from '../harness/space.ts';
import type { FloodOrder, FloodResult } from './flooder.ts';
import { askPolitely, type PoliteResult, percentile } from './polite.ts';

/** For whoever has started this: p99 of the polite, and how many of their requests were refused in the flood. */
export type FloodReport = { idleMs: number; floodedMs: number; refused: number };

const [seconds = 30, limit = 5, clients = 100] = process.argv.slice(2).map(Number);
const ALLOWED_FACTOR = 3;
const OVER = 10;
/** Enough for a 99th percentile of a few seconds; so many at a time, so that they are not in each other's way. */
const POLITE_CLIENTS = 12;
const AT_A_TIME = 4;
const POLITE_PER_SECOND = limit * 0.8;
/** Nothing happens on an idle server, but a flood has a beginning, which must not be all of it. */
const WARM_UP_SECONDS = 3;
const IDLE_SECONDS = seconds / 2;

const hub = await startHub({
  settings: {
    ...ADMIN_SETTINGS,
    MERIDIAN_TOKEN_RATE: String(limit),
    MERIDIAN_TOKEN_BURST: String(limit * 2),
    // All clients of this check have one address.
    MERIDIAN_ADDRESS_RATE: '0',
    MERIDIAN_LOG_LEVEL: 'warn',
  },
});
const space = await newSpace(hub);
await space.load(...Array.from({ length: 2000 }, (_, n) => feature(`f${n}`, { n })));
const admin = await signedIn(hub, ADMIN);
const polite = await Promise.all(Array.from({ length: POLITE_CLIENTS }, () => admin.token()));
const tokens = await Promise.all(Array.from({ length: clients }, () => admin.token()));
const paths = [`${space.features}/f7`, `${space.path}/search?limit=100&skipCache=true`];

async function ask(forSeconds: number): Promise<PoliteResult> {
  const groupMs = 1000 / POLITE_PER_SECOND / (POLITE_CLIENTS / AT_A_TIME);
  const results = await Promise.all(
    polite.map(async (token, i) => {
      await pause(Math.floor(i / AT_A_TIME) * groupMs);
      return askPolitely({
        ...{ url: hub.url, paths, token, perSecond: POLITE_PER_SECOND, seconds: forSeconds },
      });
    }),
  );
  return {
    latencies: results.flatMap(({ latencies }) => latencies),
    refused: results.reduce((sum, { refused }) => sum + refused, 0),
  };
}

function flood(): Promise<FloodResult> {
  const child = fork(new URL('./flooder.ts', import.meta.url));
  // A flood comes from other machines: making it must not take processor time away from who answers it.
  setPriority(child.pid!, constants.priority.PRIORITY_BELOW_NORMAL);
  const path = `${space.path}/search?limit=100&skipCache=true`;
  child.send({
    url: hub.url,
    path,
    tokens,
    perSecond: limit * OVER,
    seconds: seconds + 1,
  } satisfies FloodOrder);
  return new Promise((resolve) => child.once('message', (result) => resolve(result as FloodResult)));
}

function show(name: string, { latencies, refused }: PoliteResult): void {
  const [p50, p99, max] = [0.5, 0.99, 1].map((part) => percentile(latencies, part).toFixed(1));
  console.log(
    `${name}: ${latencies.length} requests, ${refused} refused, p50 ${p50} ms, p99 ${p99} ms, max ${max} ms`,
  );
}

await ask(WARM_UP_SECONDS);
const idle = await ask(IDLE_SECONDS);
show('idle   ', idle);
const [flooded, responses] = await Promise.all([ask(seconds), flood()]);
show('flooded', flooded);
console.log(`the flood of ${clients * limit * OVER} requests a second was answered:`, responses);
const [idleMs, floodedMs] = [percentile(idle.latencies, 0.99), percentile(flooded.latencies, 0.99)];
const factor = floodedMs / idleMs;
console.log(`p99 grew ${factor.toFixed(2)}-fold; allowed are ${ALLOWED_FACTOR}`);
await hub.stop();
process.send?.({ idleMs, floodedMs, refused: flooded.refused } satisfies FloodReport);
process.disconnect?.();
process.exitCode = factor <= ALLOWED_FACTOR && flooded.refused === 0 ? 0 : 1;
