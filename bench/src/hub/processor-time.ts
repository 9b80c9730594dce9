import { readdirSync, readFileSync } from 'node:fs';

/**
 * The processor time the threads of a process have used so far, in seconds (Linux). The scheduler counts it in
 * nanoseconds, where `/proc/PID/stat` has ticks of 10 ms. Threads that ended are not in it, which the hub's seldom do.
 */
export function processorTime(pid: number): number {
  const threads = `/proc/${pid}/task`;
  let nanoseconds = 0;
  for (const thread of readdirSync(threads)) nanoseconds += threadTime(`${threads}/${thread}/schedstat`);
  return nanoseconds / 1e9;
}

function threadTime(path: string): number {
  return Number(readFileSync(path, 'utf8').split(' ')[0]);
}

/** The same for a process and those it has started that still run. */
export function familyProcessorTime(parent: number): number {
  const processes = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return processes
    .map(Number)
    .filter((pid) => pid === parent || parentOf(pid) === parent)
    .reduce((sum, pid) => sum + (unlessGone(() => processorTime(pid)) ?? 0), 0);
}

/** Ticks of /proc in a second. */
const TICKS = 100;

/** The time of a process, of those that it started and that have ended, and of those that still run, in seconds. */
export function householdProcessorTime(parent: number): number {
  const [, , childrenUser, childrenSystem] = statTimes(parent);
  return familyProcessorTime(parent) + (childrenUser! + childrenSystem!) / TICKS;
}

/** What processes that this one started, and that have ended, have used so far, in seconds. */
export function endedChildrenTime(): number {
  const [, , user, system] = statTimes(process.pid);
  return (user! + system!) / TICKS;
}

/** Ticks in user and system mode: its own, then those of its children that have ended. */
function statTimes(pid: number): number[] {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  return stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 15)
    .map(Number);
}

/** The process that started this one; undefined where it is gone. */
export function parentOf(pid: number): number | undefined {
  const stat = unlessGone(() => readFileSync(`/proc/${pid}/stat`, 'utf8'));
  // The name may contain anything, but no field behind it does.
  return stat === undefined ? undefined : Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
}

/** A process may end while it is looked at. */
function unlessGone<T>(look: () => T): T | undefined {
  try {
    return look();
  } catch (error) {
    if (['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code!)) return undefined;
    throw error;
  }
}
