import { readFileSync, writeFileSync } from 'node:fs';

/** Starts the measurement of a process's peak memory anew (Linux). */
export function resetPeakMemory(pid: number): void {
  writeFileSync(`/proc/${pid}/clear_refs`, '5');
}

/** The most memory a process had in RAM since then, in bytes. */
export function peakMemory(pid: number): number {
  return known(pid, peakMemoryOfAny(pid));
}

/** The memory a process has in RAM now, in bytes. */
export function memory(pid: number): number {
  return known(pid, status(pid, 'VmRSS'));
}

/** The peak of one that may have ended meanwhile: undefined then. */
export function peakMemoryOfAny(pid: number): number | undefined {
  return status(pid, 'VmHWM');
}

function status(pid: number, name: string): number | undefined {
  const line = new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
  return line ? Number(line[1]) * 1024 : undefined;
}

function known(pid: number, bytes: number | undefined): number {
  if (bytes === undefined) throw new Error(`the memory of process ${pid} is not known here`);
  return bytes;
}
