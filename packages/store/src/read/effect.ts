/** A response that some engines have at once and others must wait for. */
export type Maybe<T> = T | Promise<T>;

type Request = () => Maybe<unknown>;

/**
 * A piece of work that leaves it to the engine how reads are done: it hands out each read as a function and is resumed
 * with its result. `undefined` is a point where others may run, anything else is what it has found.
 */
export type Effect<T, Out = never> = Generator<Request | undefined | Out, T, unknown>;

export function* ask<T>(request: () => Maybe<T>): Effect<T> {
  return (yield request) as T;
}

/** The same, and lets others run behind it. */
export function* askAndPause<T>(request: () => Maybe<T>): Effect<T> {
  const result = (yield request) as T;
  yield undefined;
  return result;
}

/** Hands what an effect finds to `use`, which may ask for more; gives its result. */
export function* forEach<T, In extends object, Out>(
  effect: Effect<T, In>,
  use: (found: In) => Effect<void, Out>,
): Effect<T, Out> {
  return (yield* until(effect, function* (found) {
    yield* use(found);
    return true;
  })) as T;
}

/** The same while `use` wants more; undefined where it has ended early. */
export function* until<T, In extends object, Out>(
  effect: Effect<T, In>,
  use: (found: In) => Effect<boolean, Out>,
): Effect<T | undefined, Out> {
  try {
    for (let result: unknown; ; ) {
      const { value, done } = effect.next(result);
      if (done) return value as T;
      result = undefined;
      if (value === undefined) yield undefined;
      else if (typeof value === 'function') result = yield value as Request;
      else if (!(yield* use(value as In))) return undefined;
    }
  } finally {
    effect.return(undefined as T);
  }
}

/** For engines whose reads are done when they return. What has to be waited for all the same, which no read is, is handed out. */
export function* resolved<T, Out>(
  effect: Effect<T, Out>,
): Generator<Out | Promise<unknown> | undefined, T, unknown> {
  try {
    for (let result: unknown; ; ) {
      const { value, done } = effect.next(result);
      if (done) return value;
      result = undefined;
      if (typeof value !== 'function') yield value as Out | undefined;
      else {
        const given = (value as Request)();
        result = given instanceof Promise ? yield given : given;
      }
    }
  } finally {
    effect.return(undefined as T);
  }
}

/** The result of an effect that finds nothing on its way, for the same engines. */
export function settled<T>(effect: Effect<T>): T {
  const steps = resolved(effect);
  for (;;) {
    const { value, done } = steps.next();
    if (done) return value;
  }
}

/** The result of an effect that finds nothing on its way: at once where each of its reads is. It does not pause. */
export function maybe<T>(effect: Effect<T>): Maybe<T> {
  const proceed = (result: unknown): Maybe<T> => {
    for (let given = result; ; ) {
      const { value, done } = effect.next(given);
      if (done) return value;
      given = value?.();
      if (given instanceof Promise) return given.then(proceed);
    }
  };
  return proceed(undefined);
}

/** The same for engines that must wait; `spend` hears how long the work between two reads took. */
export async function* awaited<T, Out>(
  effect: Effect<T, Out>,
  spend: (milliseconds: number) => void,
): AsyncGenerator<Out | undefined, T, void> {
  try {
    for (let result: unknown; ; ) {
      const started = performance.now();
      const { value, done } = effect.next(result);
      spend(performance.now() - started);
      if (done) return value;
      result = undefined;
      if (typeof value === 'function') result = await (value as Request)();
      else yield value as Out | undefined;
    }
  } finally {
    effect.return(undefined as T);
  }
}

/** The result of an effect that finds nothing on its way, for engines that must wait. */
export async function awaitedResult<T>(effect: Effect<T>, spend: (milliseconds: number) => void): Promise<T> {
  const steps = awaited(effect, spend);
  for (;;) {
    const { value, done } = await steps.next();
    if (done) return value;
  }
}
