import { availableParallelism } from 'node:os';

/** How many threads do what. */
export type ThreadCounts = {
  readers: number;
  writers: number;
  /** What all readers together may remember of columns; absent = what each does where nothing is said. */
  columnCacheBytes?: number;
};

/** The share of one reader. */
export function columnCacheShare({ readers, columnCacheBytes }: ThreadCounts): number | undefined {
  return columnCacheBytes === undefined ? undefined : Math.ceil(columnCacheBytes / readers);
}

export function defaultThreads(): ThreadCounts {
  const cores = availableParallelism();
  return { readers: Math.min(8, Math.max(2, cores - 1)), writers: Math.min(4, Math.max(1, cores >> 1)) };
}
