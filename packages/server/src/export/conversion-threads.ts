import { Worker } from 'node:worker_threads';
import type { ToThread } from './convert.thread.ts';

const MAX_HEAP_MB = 512;
/** So many are kept for the next files, for so long. */
const KEPT_THREADS = 2;
const KEPT_MS = 30_000;
/**
 * Where so many are alive, a file waits so long for one of them before another is started: most files are small. Where all of
 * them are at work it waits longer: the processor is busy, and a start would take longer still.
 */
const PATIENCE_MS = 150;
const LONG_PATIENCE_MS = 600;
/** The id of a thread that has ended. */
export const GONE = -1;
const ENDING: ToThread = { stop: true };

/**
 * Threads that write files. To start one takes longer than to write a small file: one that has finished its file waits a while
 * for the next, and a file waits a moment for a thread. A thread that waits does not keep the process alive.
 */
export class ConversionThreads {
  readonly #waiting = new Map<Worker, NodeJS.Timeout>();
  readonly #alive = new Set<Worker>();
  /** Those that have made something that nobody has taken yet. */
  readonly #resting = new Set<Worker>();
  readonly #takers: ((worker: Worker) => void)[] = [];

  async take(): Promise<Worker> {
    const [waiting] = this.#waiting.keys();
    if (!waiting) return this.#alive.size < KEPT_THREADS ? this.#start() : this.#nextFree();
    this.#forget(waiting);
    waiting.ref();
    return waiting;
  }

  /** Says whether one waits for the receiver of its file. */
  setResting(worker: Worker, isResting: boolean): void {
    if (isResting) this.#resting.add(worker);
    else this.#resting.delete(worker);
  }

  /** Takes back one that has nothing to do any more. */
  keep(worker: Worker): void {
    if (worker.threadId === GONE) return;
    const taker = this.#takers.shift();
    if (taker) return taker(worker);
    if (this.#waiting.size === KEPT_THREADS) return worker.postMessage(ENDING);
    worker.unref();
    const end = () => {
      this.#forget(worker);
      worker.postMessage(ENDING);
    };
    this.#waiting.set(worker, setTimeout(end, KEPT_MS).unref());
  }

  /** The next that is given back, or a new one where that takes too long. */
  #nextFree(): Promise<Worker> {
    const { promise, resolve } = Promise.withResolvers<Worker>();
    const taker = (worker: Worker) => {
      clearTimeout(late);
      resolve(worker);
    };
    const give = () => {
      this.#takers.splice(this.#takers.indexOf(taker), 1);
      resolve(this.#start());
    };
    const isBusy = () => this.#alive.size - this.#resting.size >= KEPT_THREADS;
    let late = setTimeout(() => {
      if (isBusy()) late = setTimeout(give, LONG_PATIENCE_MS - PATIENCE_MS);
      else give();
    }, PATIENCE_MS);
    this.#takers.push(taker);
    return promise;
  }

  /** Comes when it has loaded its modules. */
  async #start(): Promise<Worker> {
    const worker = new Worker(new URL('./convert.thread.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
    });
    // Who waits for a file hears it too; what fails afterwards is nobody's.
    worker.on('error', () => undefined);
    this.#alive.add(worker);
    worker.once('exit', () => {
      this.#alive.delete(worker);
      this.#resting.delete(worker);
      this.#forget(worker);
    });
    await new Promise<void>((resolve, reject) => {
      worker.once('message', () => resolve());
      worker.once('exit', () => reject(new Error('a thread that writes files ended before it had begun')));
    });
    return worker;
  }

  #forget(worker: Worker): void {
    clearTimeout(this.#waiting.get(worker));
    this.#waiting.delete(worker);
  }
}
