import { appendFileSync, readFileSync } from 'node:fs';
import type { Span } from './speed.ts';

/** Where the test processes of a run note what they cost; see test-file.preload.ts. */
export const COSTS_FILE = 'MERIDIAN_TEST_COSTS_FILE';

/** What one test file cost: its own CPU time and that of the hubs, browsers and databases it started; and when it ran. */
export type FileCost = { file: string; cpuMs: number; span: Span };

/** `/proc/PID/stat` counts in hundredths of a second on every Linux. */
const TICK_MS = 10;

/**
 * The CPU time of a process and of its descendants that have ended and were waited for, by the text of
 * `/proc/PID/stat`: utime, stime, cutime and cstime. The name in parentheses may hold anything, spaces included.
 */
export function cpuTimeOf(stat: string): number {
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks) * TICK_MS, 0);
}

/** The parent of a process, by the same text. */
export function parentOf(stat: string): number {
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
}

/** Appends a line, so that several processes can write to one file. */
export function noteCost(costsFile: string, file: string): void {
  const cost: FileCost = {
    file,
    cpuMs: cpuTimeOf(readFileSync('/proc/self/stat', 'utf8')),
    span: { from: performance.timeOrigin, to: Date.now() },
  };
  appendFileSync(costsFile, `${JSON.stringify(cost)}\n`);
}

/** Costs by file. */
export function readCosts(costsFile: string): Map<string, FileCost> {
  const lines = readFileSync(costsFile, 'utf8').split('\n');
  const costs = lines.filter((line) => line !== '').map((line) => JSON.parse(line) as FileCost);
  return new Map(costs.map((cost) => [cost.file, cost]));
}
