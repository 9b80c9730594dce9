import { getEnvironmentData, setEnvironmentData, threadId } from 'node:worker_threads';

/** `building`: spaces with derived data to build; `connections`: open connections to the database. */
export type SharedGauge = 'building' | 'connections';

const NAMES: readonly SharedGauge[] = ['building', 'connections'];
const MEMORY = 'meridian gauges';
/** Threads are numbered as they start; far fewer than this are there at a time. */
const THREADS = 1024;

/** Memory that all threads of the process share: each writes its own values, and a reader sums them without locking. */
const cells = new Int32Array(sharedMemory());

function sharedMemory(): SharedArrayBuffer {
  const known = getEnvironmentData(MEMORY);
  if (known instanceof SharedArrayBuffer) return known;
  const memory = new SharedArrayBuffer(NAMES.length * THREADS * Int32Array.BYTES_PER_ELEMENT);
  setEnvironmentData(MEMORY, memory);
  return memory;
}

function cellOf(name: SharedGauge, thread: number): number {
  return NAMES.indexOf(name) * THREADS + (thread % THREADS);
}

/** Of this thread. */
export function setGauge(name: SharedGauge, value: number): void {
  Atomics.store(cells, cellOf(name, threadId), value);
}

export function addToGauge(name: SharedGauge, change: 1 | -1): void {
  Atomics.add(cells, cellOf(name, threadId), change);
}

/** Of all threads. */
export function readGauge(name: SharedGauge): number {
  const start = cellOf(name, 0);
  return cells.subarray(start, start + THREADS).reduce((sum, value) => sum + value, 0);
}

/** A thread has ended, perhaps without a word. */
export function clearGauges(thread: number): void {
  for (const name of NAMES) Atomics.store(cells, cellOf(name, thread), 0);
}
