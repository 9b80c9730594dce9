import { readdirSync, readFileSync } from 'node:fs';

/** What a process holds, as Linux says. */
export type Held = { rssMb: number; descriptors: number };

export function heldBy(pid: number): Held {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return {
    rssMb: Math.round(Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]) / 1024),
    descriptors: readdirSync(`/proc/${pid}/fd`).length,
  };
}
