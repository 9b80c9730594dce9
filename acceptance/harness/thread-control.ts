import type { Worker } from 'node:worker_threads';

/**
 * Loaded into a hub before it starts (`node --import`): signals do to its worker threads what faults of hardware or of the
 * runtime could. Threads that are started later are as they should be.
 */
const workers = new Set<Worker>();

process.on('worker', (worker: Worker) => {
  workers.add(worker);
  worker.once('exit', () => workers.delete(worker));
});

/** Ends every thread. */
process.on('SIGUSR2', () => {
  for (const worker of workers) void worker.terminate();
});

/** Every thread stops hearing what it is told. */
process.on('SIGWINCH', () => {
  for (const worker of workers) worker.postMessage = () => undefined;
});
