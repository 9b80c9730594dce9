import { Worker } from 'node:worker_threads';

/** What the fixed work of `fixed-work.ts` took at a moment of the run. */
export type SpeedSample = { at: number; workMs: number };

/** When something ran, by the clock. */
export type Span = { from: number; to: number };

/** Often enough that each of the longer files has several, and a third of a percent of what a run costs. */
export const SAMPLE_EVERY_MS = 8000;

/**
 * What the fixed work takes on the machine that the shares are counted for, two virtual cores of a server that are both
 * at work.
 */
export const REFERENCE_WORK_MS = 21;

/** A single sample may be an outlier. */
const LEAST_SAMPLES = 5;

/** How fast the machine is while tests run. */
export type SpeedWatch = { samples: readonly SpeedSample[]; stop(): Promise<void> };

/** Measures at several moments from now on, on a thread of its own; it keeps nothing from ending. */
export function watchSpeed(): SpeedWatch {
  const samples: SpeedSample[] = [];
  const worker = new Worker(new URL('./speed.thread.ts', import.meta.url));
  worker.on('message', (sample: SpeedSample) => samples.push(sample));
  worker.unref();
  return {
    samples,
    stop: async () => {
      await worker.terminate();
    },
  };
}

/**
 * How many times as long as on the reference machine work took meanwhile: by the median of what was measured then or,
 * of the shortest files, nearest to it. Never less than 1: that one kind of work is faster elsewhere says little about
 * others. 1 where nothing was measured.
 */
export function slowdownDuring({ from, to }: Span, samples: readonly SpeedSample[]): number {
  const distance = ({ at }: SpeedSample) => Math.max(0, from - at, at - to);
  const nearest = samples.toSorted((a, b) => distance(a) - distance(b));
  const inside = nearest.filter((sample) => distance(sample) === 0).length;
  const took = nearest
    .slice(0, Math.max(LEAST_SAMPLES, inside))
    .map(({ workMs }) => workMs)
    .sort((a, b) => a - b);
  const median = took[Math.floor(took.length / 2)] ?? REFERENCE_WORK_MS;
  return Math.max(1, median / REFERENCE_WORK_MS);
}
