import { readdirSync, readFileSync } from 'node:fs';
import { cpuTimeOf, parentOf } from './cpu-time.ts';

/** A part of a run, such as the checks or all test files on one engine. The CPU time is unknown where there is no /proc. */
export type Phase = { name: string; wallMs: number; cpuMs: number | undefined };

/** Runs a part of a run, and notes what it took. */
export async function timed<T>(phases: Phase[], name: string, part: () => Promise<T>): Promise<T> {
  const start = performance.now();
  const cpuBefore = cpuTimeOfTree(process.pid);
  const result = await part();
  const cpuAfter = cpuTimeOfTree(process.pid);
  const cpuMs = cpuBefore === undefined || cpuAfter === undefined ? undefined : cpuAfter - cpuBefore;
  phases.push({ name, wallMs: performance.now() - start, cpuMs });
  return result;
}

/** The CPU time of a process and all that it started, such as the PostgreSQL that all test files share, which goes on. */
export function cpuTimeOfTree(root: number): number | undefined {
  if (process.platform !== 'linux') return undefined;
  const stats = new Map<number, string>();
  for (const name of readdirSync('/proc')) {
    const stat = /^\d+$/.test(name) ? statOf(Number(name)) : undefined;
    if (stat !== undefined) stats.set(Number(name), stat);
  }
  const descendsFromRoot = (pid: number): boolean => {
    const stat = stats.get(pid);
    return pid === root || (stat !== undefined && descendsFromRoot(parentOf(stat)));
  };
  return [...stats].reduce((sum, [pid, stat]) => sum + (descendsFromRoot(pid) ? cpuTimeOf(stat) : 0), 0);
}

/** Undefined where the process has ended meanwhile. */
function statOf(pid: number): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch (error) {
    if (['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '')) return undefined;
    throw error;
  }
}
