import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { StudioFiles } from '../studio-files.ts';

/** Builds all files of the studio beside the thread that calls: drawing the world takes seconds, and 60 MB that go with it. */
export async function buildOnThread(): Promise<StudioFiles> {
  const worker = new Worker(new URL('./build.thread.ts', import.meta.url));
  const [files] = await Promise.race([once(worker, 'message'), endOf(worker)]);
  return files as StudioFiles;
}

/** A thread that fails has told why before it ends. */
async function endOf(worker: Worker): Promise<never> {
  const [code] = await once(worker, 'exit');
  throw new Error(`the thread that builds the studio has ended with code ${code}`);
}
