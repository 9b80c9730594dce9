import { setTimeout as sleep } from 'node:timers/promises';
import { makeFeature } from '../data/feature.ts';
import { serveCalls } from '../floors/child.ts';
import { Connections } from './connections.ts';
import type { Loading, LoadResult } from './get-rate.ts';

/** Load from a process of its own, so that neither the hub nor the measurement shares a thread with it. */

/** GETs in a closed loop. */
async function getAll({ url, connections, seconds }: Loading, paths: string[]): Promise<LoadResult> {
  return closedLoop(url, connections, seconds, (at) => ({ method: 'GET', path: paths[at % paths.length]! }));
}

/** PUTs of new single features in a closed loop, numbered upwards. */
async function putNew(
  { url, connections, seconds }: Loading,
  features: string,
  from: number,
): Promise<LoadResult> {
  return closedLoop(url, connections, seconds, (at) => {
    const feature = makeFeature(from + at);
    return { method: 'PUT', path: `${features}/${feature.id}`, body: JSON.stringify(feature) };
  });
}

async function closedLoop(
  url: string,
  connections: number,
  seconds: number,
  next: (at: number) => { method: string; path: string; body?: string },
): Promise<LoadResult> {
  const pool = new Connections(url, connections);
  const started = performance.now();
  const end = started + seconds * 1000;
  let at = 0;
  let answered = 0;
  const run = async () => {
    while (performance.now() < end) {
      await pool.send(next(at++));
      answered++;
    }
  };
  await Promise.all(Array.from({ length: connections }, run));
  const took = (performance.now() - started) / 1000;
  pool.close();
  return { requests: answered, seconds: took };
}

export type Latencies = {
  /** Milliseconds from the moment a request was sent. */
  fromSent: number[];
  /** Milliseconds from the moment it was due. */
  fromDue: number[];
};

/**
 * GETs at fixed times whether or not earlier ones were answered (an open loop): a server that stalls is asked on, and
 * everyone who had to wait is counted.
 */
async function getAtRate(
  url: string,
  paths: string[],
  perSecond: number,
  seconds: number,
): Promise<Latencies> {
  const pool = new Connections(url, 256);
  const latencies: Latencies = { fromSent: [], fromDue: [] };
  const total = Math.round(perSecond * seconds);
  const started = performance.now();
  const open: Promise<void>[] = [];
  for (let at = 0; at < total; ) {
    const now = performance.now();
    for (; at < total && started + (at * 1000) / perSecond <= now; at++)
      open.push(timed(pool, paths[at % paths.length]!, started + (at * 1000) / perSecond, latencies));
    await sleep(1);
  }
  await Promise.all(open);
  pool.close();
  return latencies;
}

async function timed(pool: Connections, path: string, due: number, latencies: Latencies): Promise<void> {
  const sent = performance.now();
  await pool.send({ method: 'GET', path });
  const answered = performance.now();
  latencies.fromSent.push(answered - sent);
  latencies.fromDue.push(answered - due);
}

serveCalls({ getAll, putNew, getAtRate });
