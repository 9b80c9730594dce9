import { readFileSync, writeFileSync } from 'node:fs';

/** Starts the measurement of a process's peak memory anew (Linux). */
export function resetPeakMemory(pid: number): void {
  writeFileSync(`/proc/${pid}/clear_refs`, '5');
}

/** The most memory a process had in RAM since then, in bytes. */
export function peakMemory(pid: number): number {
  const peak = peakMemoryOfAny(pid);
  if (peak === undefined) throw new Error(`the peak memory of process ${pid} is not known here`);
  return peak;
}

/** The same of one that may have ended meanwhile: undefined then. */
export function peakMemoryOfAny(pid: number): number | undefined {
  const peak = /^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
  return peak ? Number(peak[1]) * 1024 : undefined;
}
