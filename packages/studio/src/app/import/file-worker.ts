import { assets } from '../assets.ts';
import type { Message, Task } from './messages.ts';

/** A task of the worker that reads and writes files. */
export type Job<Result> = { result: Promise<Result>; stop: () => void; end: () => void };

/** Starts a task; `onMessage` sees what comes and says what the result is, once it is there. */
export function startJob<Result>(
  task: Task,
  onMessage: (message: Message) => Result | undefined,
): Job<Result> {
  const worker = new Worker(assets.fileWorker, { type: 'module' });
  const result = new Promise<Result>((resolve, reject) => {
    worker.onerror = ({ message }) => reject(new Error(message || 'the file could not be read'));
    worker.onmessage = ({ data }: MessageEvent<Message>) => {
      if (data.kind === 'failed') return reject(new Error(data.message));
      const made = onMessage(data);
      if (made !== undefined) resolve(made);
    };
    worker.postMessage(task);
  });
  const end = () => worker.terminate();
  result.then(end, end);
  return { result, stop: () => worker.postMessage('stop'), end };
}
