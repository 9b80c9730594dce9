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
