/** Does some work at a time ahead; results come in the order of the items. */
export async function* inOrder<T, R>(
  items: Iterable<T>,
  concurrency: number,
  work: (item: T) => Promise<R>,
): AsyncGenerator<R> {
  const running: Promise<R>[] = [];
  for (const item of items) {
    const started = work(item);
    // It is thrown when it is awaited.
    started.catch(() => {});
    running.push(started);
    if (running.length === concurrency) yield await running.shift()!;
  }
  for (const started of running) yield await started;
}
