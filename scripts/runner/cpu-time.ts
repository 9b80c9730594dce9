import { appendFileSync, readFileSync } from 'node:fs';

/** Where the test processes of a run note what they cost; see test-file.preload.ts. */
export const COSTS_FILE = 'MERIDIAN_TEST_COSTS_FILE';

/** What one test file cost: its own CPU time and that of the hubs, browsers and databases it started. */
export type FileCost = { file: string; cpuMs: number };

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
  const cost: FileCost = { file, cpuMs: cpuTimeOf(readFileSync('/proc/self/stat', 'utf8')) };
  appendFileSync(costsFile, `${JSON.stringify(cost)}\n`);
}

/** Costs by file; a file that ran twice costs the sum. */
export function readCosts(costsFile: string): Map<string, number> {
  const costs = new Map<string, number>();
  for (const line of readFileSync(costsFile, 'utf8').split('\n')) {
    if (line === '') continue;
    const { file, cpuMs } = JSON.parse(line) as FileCost;
    costs.set(file, (costs.get(file) ?? 0) + cpuMs);
  }
  return costs;
}
