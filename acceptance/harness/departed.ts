import assert from 'node:assert/strict';
import type { ClientRequest } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { Hub } from './hub.ts';
import { type Metrics, readMetrics } from './metrics.ts';

/** Far more than anything here takes; a loop that waits for good would only fail as a test that hangs. */
const PATIENCE_MS = 120_000;

export async function until(what: string, isSo: () => boolean | Promise<boolean>): Promise<void> {
  const end = performance.now() + PATIENCE_MS;
  while (!(await isSo())) {
    assert.ok(performance.now() < end, `within ${PATIENCE_MS} ms: ${what}`);
    await pause(10);
  }
}

/**
 * What the hub counts once it has noticed everything that was sent to it before. Whatever its sockets have to tell by the
 * time a request comes in is heard before the next one.
 */
export async function settled(hub: Hub): Promise<Metrics> {
  await readMetrics(hub);
  return readMetrics(hub);
}

/** Sends so many requests; resolves when the hub has got all of them. */
export async function askFor(hub: Hub, path: string, count: number): Promise<ClientRequest[]> {
  const requests = await Promise.all(
    Array.from(
      { length: count },
      () =>
        new Promise<ClientRequest>((resolve, reject) => {
          const { request } = hub.begin('GET', path);
          request.once('error', reject);
          request.end(() => resolve(request));
        }),
    ),
  );
  await settled(hub);
  return requests;
}

/** Closes the connections of these clients; resolves with what the hub had counted when it knew. */
export function leave(hub: Hub, requests: readonly ClientRequest[]): Promise<Metrics> {
  for (const request of requests) {
    request.on('error', () => undefined);
    request.destroy();
  }
  return settled(hub);
}

const STARTED = 'meridian_reads_started_total';
const RUNNING = 'meridian_reads_running';
const WAITING = 'meridian_reads_waiting';
const CANCELLED = 'meridian_reads_cancelled_total{stage="running"}';

/** What became of reads whose clients had left. */
export type Departed = {
  /** Had begun by the time their clients were known to have left. */
  started: number;
  startedAfter: number;
  /** Were at it when their clients left, or began later, and were not cancelled. */
  ranOn: number;
};

/** Asks for so many reads, leaves all of them as soon as one runs, and waits until the hub is at none any more. */
export async function departed(hub: Hub, path: string, count: number): Promise<Departed> {
  const before = await settled(hub);
  const requests = await askFor(hub, path, count);
  await until('a read runs', async () => (await readMetrics(hub)).get(RUNNING) > 0);
  const left = await leave(hub, requests);
  let calm = left;
  await until('no read runs or waits', async () => {
    calm = await readMetrics(hub);
    return calm.get(RUNNING) === 0 && calm.get(WAITING) === 0;
  });
  const startedAfter = calm.get(STARTED) - left.get(STARTED);
  return {
    started: left.get(STARTED) - before.get(STARTED),
    startedAfter,
    ranOn: left.get(RUNNING) + startedAfter - (calm.get(CANCELLED) - left.get(CANCELLED)),
  };
}
