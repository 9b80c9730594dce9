import type { HubClient } from '../../hub/hub-client.ts';
import { processorTime } from '../../hub/processor-time.ts';

/** What one request takes: of the hub's processor time, and of the clock. */
export type Cost = { processorMs: number; wallMs: number };

const SLICES = 3;
/** Of processor time, so that a busy machine takes longer but counts the same. */
const SLICE_SECONDS = 0.1;
const WARM_UP_SECONDS = 0.2;

/** One request after the other, in slices, each with the mean of its requests: the slices are the spread. */
export async function costOf(pid: number, client: HubClient, paths: readonly string[]): Promise<Cost[]> {
  let at = 0;
  const next = () => client.drain('GET', paths[at++ % paths.length]!, () => {});
  await slice(pid, WARM_UP_SECONDS, next);
  const costs: Cost[] = [];
  for (let i = 0; i < SLICES; i++) costs.push(await slice(pid, SLICE_SECONDS, next));
  return costs;
}

/** Repeats some work until the hub has used so many seconds of processor time, at least once. */
export async function slice(pid: number, seconds: number, work: () => Promise<unknown>): Promise<Cost> {
  const before = processorTime(pid);
  const started = performance.now();
  let repeats = 0;
  let used = 0;
  do {
    await work();
    repeats++;
    used = processorTime(pid) - before;
  } while (used < seconds);
  return { processorMs: (used * 1000) / repeats, wallMs: (performance.now() - started) / repeats };
}
