import { Script } from 'node:vm';

/** Work that was cut off because it took too long. */
export class TookTooLong extends Error {}

type Holder = { [WORK]?: () => void };
const WORK = Symbol.for('meridian.watched-work');

/** A constant: it only calls what is to be watched. Node can cut a script off, and a plain call it can't. */
const CALL = new Script(`globalThis[Symbol.for('meridian.watched-work')]()`);

/**
 * Runs work whose cost others decide, such as a regular expression they wrote, and cuts it off after so long, even in
 * the midst of a match. Costs about 0.1 ms.
 */
export function watched<T>(work: () => T, timeLimitMs: number): T {
  let result: T | undefined;
  const holder = globalThis as Holder;
  holder[WORK] = () => {
    result = work();
  };
  try {
    CALL.runInThisContext({ timeout: Math.max(1, Math.ceil(timeLimitMs)) });
    return result as T;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error;
    throw new TookTooLong();
  } finally {
    delete holder[WORK];
  }
}
