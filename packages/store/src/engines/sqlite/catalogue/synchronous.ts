/** A table of the catalogue as its own thread sees it: the same calls, answered at once. */
export type Synchronous<T> = {
  [K in keyof T]: T[K] extends (...args: infer A) => infer R ? (...args: A) => Awaited<R> : never;
};
