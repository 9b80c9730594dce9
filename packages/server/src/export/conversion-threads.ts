import { Worker } from 'node:worker_threads';
import type { ToThread } from './convert.thread.ts';

const MAX_HEAP_MB = 512;
/** So many are kept for the next files, for so long. */
const KEPT_THREADS = 2;
const KEPT_MS = 30_000;
/** The id of a thread that has ended. */
export const GONE = -1;
const ENDING: ToThread = { stop: true };

/**
 * Threads that write files. To start one takes longer than to write a small file: one that has finished its file waits a while
 * for the next. One that waits does not keep the process alive.
 */
export class ConversionThreads {
  readonly #waiting = new Map<Worker, NodeJS.Timeout>();

  take(): Worker {
    const [waiting] = this.#waiting.keys();
    if (!waiting) return this.#start();
    this.#forget(waiting);
    waiting.ref();
    return waiting;
  }

  /** Takes back one that has nothing to do any more. */
  keep(worker: Worker): void {
    if (worker.threadId === GONE) return;
    if (this.#waiting.size === KEPT_THREADS) return worker.postMessage(ENDING);
    worker.unref();
    const end = () => {
      this.#forget(worker);
      worker.postMessage(ENDING);
    };
    this.#waiting.set(worker, setTimeout(end, KEPT_MS).unref());
  }

  #start(): Worker {
    const worker = new Worker(new URL('./convert.thread.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
    });
    // Who waits for a file hears it too; what fails afterwards is nobody's.
    worker.on('error', () => undefined);
    worker.once('exit', () => this.#forget(worker));
    return worker;
  }

  #forget(worker: Worker): void {
    clearTimeout(this.#waiting.get(worker));
    this.#waiting.delete(worker);
  }
}
