import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { FormatFault } from '../fault.ts';
import type { ParquetBatch, ParquetJob } from '../platform.ts';
import type { RandomAccess } from '../source.ts';
import type { FromParquet, ParquetTask } from './parquet.thread.ts';

/** Of the heap of the thread. A file that needs more fails, not the process. */
const HEAP_MB = 2048;
/** Room for what is new: decoded rows are short-lived, and a large one is filled before it is collected. */
const YOUNG_HEAP_MB = 8;

/** Decodes a file of this machine on a thread of its own, which is ended where a batch takes too long. */
export async function* decodeOnThread(
  { path }: RandomAccess,
  job: ParquetJob,
  signal?: AbortSignal,
): AsyncGenerator<ParquetBatch> {
  const thread = new Worker(new URL('./parquet.thread.ts', import.meta.url), {
    workerData: { ...job, path: path! } satisfies ParquetTask,
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB, maxYoungGenerationSizeMb: YOUNG_HEAP_MB },
  });
  // Heard at any time: what a thread fails at while nobody waits for it, or while it is being ended, must not end the process.
  const failures: Error[] = [];
  thread.on('error', (error: Error) => void failures.push(error));
  try {
    for (;;) {
      if (failures[0] !== undefined) throw failures[0];
      const said = await nextOf(thread, job, signal);
      if ('done' in said) return;
      if ('fault' in said) throw new FormatFault(said.fault[0], job.file, said.fault[1]);
      yield said.batch;
    }
  } finally {
    await thread.terminate();
  }
}

async function nextOf(
  thread: Worker,
  { file, limits: { stepMs } }: ParquetJob,
  signal: AbortSignal | undefined,
): Promise<FromParquet> {
  const refusal = (reason: string) =>
    new FormatFault('unsafe', file, `is damaged or made to do harm: ${reason}`);
  try {
    thread.postMessage('next');
    const late = AbortSignal.timeout(stepMs);
    const [said] = await once(thread, 'message', { signal: signal ? AbortSignal.any([signal, late]) : late });
    return said;
  } catch (error) {
    signal?.throwIfAborted();
    const { name, code } = error as Error & { code?: string };
    if (name === 'AbortError') throw refusal(`a part of it can't be decoded within ${stepMs / 1000} s`);
    if (code === 'ERR_WORKER_OUT_OF_MEMORY') throw refusal('decoding a part of it takes too much memory');
    throw error;
  }
}
