import { AsyncLocalStorage } from 'node:async_hooks';

/** A kind of work with a queue of its own. */
export type QueueName = 'reads' | 'writes' | 'processing' | 'exports';

/** Told what is done for a request: times are those of `performance.now()`. */
export type WorkObserver = {
  waited(queue: QueueName, from: number, to: number): void;
  ran(queue: QueueName, from: number, to: number, isFailed: boolean): void;
};

const observers = new AsyncLocalStorage<WorkObserver>();

/** Does the work and tells the observer of all that queues for it, also later. */
export function observing<T>(observer: WorkObserver, work: () => T): T {
  return observers.run(observer, work);
}

export function currentObserver(): WorkObserver | undefined {
  return observers.getStore();
}

/** Tells the observer of work that does not queue. */
export function observed<T>(queue: QueueName, work: () => T | Promise<T>): T | Promise<T> {
  const observer = currentObserver();
  if (!observer) return work();
  const from = performance.now();
  const result = work();
  if (!(result instanceof Promise)) {
    observer.ran(queue, from, performance.now(), false);
    return result;
  }
  return result.then(
    (value) => {
      observer.ran(queue, from, performance.now(), false);
      return value;
    },
    (error) => {
      observer.ran(queue, from, performance.now(), true);
      throw error;
    },
  );
}
