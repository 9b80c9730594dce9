import { Worker } from 'node:worker_threads';
import type { BackupReport } from '@meridian/store';

/** `store`: a data folder or the URL of a database. */
export type BackupJob = { store: string; folder: string; keep: number };

export type MadeBackup = { target: string; removed: number; report: BackupReport };

/** A backup that is being made; cancelled, it leaves a folder that a later one removes. */
export type RunningBackup = { made: Promise<MadeBackup>; cancel(): Promise<void> };

export type MakeBackup = (job: BackupJob) => RunningBackup;

const MAX_HEAP_MB = 512;

/** On a thread of its own: nobody waits for it. */
export function makeBackup(job: BackupJob): RunningBackup {
  const worker = new Worker(new URL('./backup.thread.ts', import.meta.url), {
    workerData: job,
    resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
  });
  const made = new Promise<MadeBackup>((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
    worker.once('exit', () => reject(new Error('it was stopped before it was complete')));
  });
  return {
    made,
    cancel: async () => {
      await worker.terminate();
    },
  };
}
