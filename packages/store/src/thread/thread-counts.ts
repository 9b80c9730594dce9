import { availableParallelism } from 'node:os';

/** How many threads do what. */
export type ThreadCounts = { readers: number; writers: number };

export function defaultThreads(): ThreadCounts {
  const cores = availableParallelism();
  return { readers: Math.min(8, Math.max(2, cores - 1)), writers: Math.min(4, Math.max(1, cores >> 1)) };
}
