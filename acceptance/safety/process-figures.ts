import { readdirSync, readFileSync } from 'node:fs';
import { cpuTimeOf } from '../../scripts/runner/cpu-time.ts';

/** What a process holds, as Linux says. */
export type Held = { rssMb: number; descriptors: number };

export function heldBy(pid: number): Held {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return {
    rssMb: Math.round(Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]) / 1024),
    descriptors: readdirSync(`/proc/${pid}/fd`).length,
  };
}

/** The processor time of a process, all its threads, and the children that it has waited for, until now. */
export function spentBy(pid: number): number {
  return cpuTimeOf(readFileSync(`/proc/${pid}/stat`, 'utf8'));
}
