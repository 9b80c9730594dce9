import { assets } from '../assets.ts';
import { t } from '../strings.ts';
import type { Message, Order, Task } from './messages.ts';

/** A worker that is asked to stop has so long to say what it has done; a damaged file can make it deaf. */
const STOP_WITHIN_MS = 20_000;

/** A task of the worker that reads and writes files. */
export type Job<Result> = {
  result: Promise<Result>;
  stop: () => void;
  /** What else is to be done from now on. */
  order: (what: Exclude<Order, 'stop'>) => void;
  end: () => void;
};

/** Starts a task; `onMessage` sees what comes and says what the result is, once it is there. */
export function startJob<Result>(
  task: Task,
  onMessage: (message: Message) => Result | undefined,
): Job<Result> {
  const worker = new Worker(assets.fileWorker, { type: 'module' });
  const { promise: result, resolve, reject } = Promise.withResolvers<Result>();
  worker.onerror = ({ message }) => reject(new Error(message || t.import.unreadable));
  worker.onmessage = ({ data }: MessageEvent<Message>) => {
    if (data.kind === 'failed') return reject(new Error(data.message));
    const made = onMessage(data);
    if (made !== undefined) resolve(made);
  };
  worker.postMessage(task);
  const end = () => worker.terminate();
  result.then(end, end);
  const order = (what: Order) => worker.postMessage(what);
  const stop = () => {
    order('stop');
    setTimeout(() => reject(new Error(t.import.deaf)), STOP_WITHIN_MS);
  };
  return { result, stop, order, end };
}
