import type { Sample } from './samples.ts';

export type Verdict = { what: string; isMet: boolean; text: string };

const MAX_RSS_RATIO = 1.05;
const MAX_P99_RATIO = 1.3;
/** Of the run, so much is warm-up: caches fill, code is compiled. */
const WARM_UP_SHARE = 0.1;
/** The first and the last of what comes after it, for times; the last half of everything, for memory. */
const STRETCH_SHARE = 1 / 12;

/**
 * Of two hours: memory in the last one within 5 %, p99 of the last ten minutes within 1.3 times that of the first ten
 * after the warm-up, no failure. Of a shorter run, the same parts of it.
 */
export function judge(samples: readonly Sample[]): Verdict[] {
  const later = samples.slice(Math.ceil(samples.length * WARM_UP_SHARE));
  const stretch = Math.max(1, Math.ceil(samples.length * STRETCH_SHARE));
  const [first, last] = [later.slice(0, stretch), later.slice(-stretch)];
  const half = samples.slice(Math.floor(samples.length / 2)).map(({ rssMb }) => rssMb);
  const quarter = Math.max(1, Math.floor(half.length / 4));
  const [early, late] = [median(half.slice(0, quarter)), median(half.slice(-quarter))];
  const [p99Before, p99After] = [
    median(first.map(({ p99Ms }) => p99Ms)),
    median(last.map(({ p99Ms }) => p99Ms)),
  ];
  const failed = samples.reduce((sum, sample) => sum + sample.failed, 0);
  return [
    { what: 'no failure', isMet: failed === 0, text: `${failed} responses of 4xx or 5xx` },
    {
      what: 'memory of the second half within 5 %',
      isMet: late <= early * MAX_RSS_RATIO,
      text: `${early} MB at its begin, ${late} MB at its end`,
    },
    {
      what: 'p99 of the last stretch within 1.3 times the first after the warm-up',
      isMet: p99After <= p99Before * MAX_P99_RATIO,
      text: `${p99Before} ms, then ${p99After} ms`,
    },
  ];
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
