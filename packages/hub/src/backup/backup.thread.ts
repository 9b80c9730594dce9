import { parentPort, workerData } from 'node:worker_threads';
import { backUpInSeries } from '@meridian/store';
import type { BackupJob } from './make-backup.ts';

/** Copying blocks its thread for as long as a space takes. */
const { store, folder, keep }: BackupJob = workerData;
parentPort!.postMessage(await backUpInSeries(store, folder, keep, () => {}));
