import { spawnSync } from 'node:child_process';
import { query } from '../../../testing/postgres/database.ts';
import { ENGINE, engineSettings } from '../../harness/engine.ts';
import type { Hub } from '../../harness/hub.ts';
import { heldBy } from '../process-figures.ts';
import { type Outcome, SIGN_IN } from './load.ts';

/** What was seen in a stretch of time. */
export type Sample = {
  seconds: number;
  rssMb: number;
  descriptors: number;
  diskMb: number;
  calls: number;
  p50Ms: number;
  p99Ms: number;
  failed: number;
};

export const COLUMNS: readonly (keyof Sample)[] = [
  'seconds',
  'rssMb',
  'descriptors',
  'diskMb',
  'calls',
  'p50Ms',
  'p99Ms',
  'failed',
];

/** Statuses that no client of the load should ever see. */
export function isFailure({ status }: Outcome): boolean {
  return status >= 400 && status !== 404;
}

/** Takes a sample of the hub and of the calls since the last one. */
export class Sampler {
  readonly #hub: Hub;
  readonly #started = performance.now();
  #times: number[] = [];
  #failed = 0;
  readonly failures: Record<string, number> = {};

  constructor(hub: Hub) {
    this.#hub = hub;
  }

  hear(outcome: Outcome): void {
    // Who leaves has no response whose time could be told; passwords are slow on purpose.
    if (outcome.status > 0 && outcome.kind !== SIGN_IN) this.#times.push(outcome.ms);
    if (!isFailure(outcome)) return;
    this.#failed++;
    const what = `${outcome.status} ${outcome.kind}`;
    this.failures[what] = (this.failures[what] ?? 0) + 1;
  }

  take(): Sample {
    const times = this.#times.sort((a, b) => a - b);
    const quantile = (share: number) => Math.round(times[Math.floor(times.length * share)] ?? 0);
    const sample = {
      seconds: Math.round((performance.now() - this.#started) / 1000),
      ...heldBy(this.#hub.program.child.pid!),
      diskMb: diskMb(this.#hub),
      calls: times.length,
      p50Ms: quantile(0.5),
      p99Ms: quantile(0.99),
      failed: this.#failed,
    };
    this.#times = [];
    this.#failed = 0;
    return sample;
  }
}

/** What the data takes: the folder, of which a hub in memory has an empty one, or the database that stands for it. */
function diskMb({ data }: Hub): number {
  const { MERIDIAN_STORE: store } = engineSettings({ MERIDIAN_DATA: data });
  if (ENGINE === 'postgres' && store !== undefined)
    return Math.round(Number(query(store, 'SELECT pg_database_size(current_database())')) / 2 ** 20);
  // Files that vanish meanwhile make it fail in the end, with the right figure.
  const { stdout } = spawnSync('du', ['-sm', data], { encoding: 'utf8' });
  return Number(stdout.split('\t', 1)[0]);
}
