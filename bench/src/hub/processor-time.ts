import { readFileSync } from 'node:fs';

const TICKS_PER_SECOND = 100;

/** The processor time a process has used so far, all its threads together, in seconds (Linux). */
export function processorTime(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The name may contain anything, but no field behind it does.
  const [user, system] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13);
  return (Number(user) + Number(system)) / TICKS_PER_SECOND;
}
