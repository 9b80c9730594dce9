/** The next item is fetched while this one is worked on. */
export async function* readAhead<T>(source: AsyncIterable<T>): AsyncGenerator<T> {
  const items = source[Symbol.asyncIterator]();
  let next = items.next();
  try {
    for (let item = await next; !item.done; item = await next) {
      next = items.next();
      // It is thrown when it is awaited.
      next.catch(() => {});
      yield item.value;
    }
  } finally {
    await items.return?.();
  }
}
