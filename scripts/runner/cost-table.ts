import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Phase } from './phases.ts';
import type { FileTime } from './run-files.ts';

/** What every part and every test file of the last run took, to find with it what is worth making cheaper. */
export const COST_TABLE = 'node_modules/.cache/meridian-test-costs.tsv';

/** Writes the table, the most expensive file first: tabs between columns, a heading line. */
export function writeCostTable(phases: readonly Phase[], times: readonly FileTime[]): void {
  const files = times.toSorted((a, b) => costOf(b) - costOf(a));
  const rows = [
    ['kind', 'name', 'variant', 'cpu_s', 'wall_s'],
    ...phases.map((phase) => ['phase', phase.name, '', ...secondsOf(phase)]),
    ...files.map((time) => ['file', time.file, time.variant, ...secondsOf(time)]),
  ];
  mkdirSync(dirname(COST_TABLE), { recursive: true });
  writeFileSync(COST_TABLE, rows.map((row) => `${row.join('\t')}\n`).join(''));
}

/** CPU time, or time on the clock where that is unknown. */
export function costOf({ cpuMs, wallMs }: Pick<FileTime, 'cpuMs' | 'wallMs'>): number {
  return cpuMs ?? wallMs;
}

function secondsOf({ cpuMs, wallMs }: Pick<FileTime, 'cpuMs' | 'wallMs'>): string[] {
  return [cpuMs, wallMs].map((ms) => (ms === undefined ? '' : (ms / 1000).toFixed(2)));
}
