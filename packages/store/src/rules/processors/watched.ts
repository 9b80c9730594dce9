import { Script } from 'node:vm';

/** Work that was cut off because it took too long. */
export class TookTooLong extends Error {}

type Holder = { [WORK]?: () => void };
const WORK = Symbol.for('meridian.watched-work');

/** A constant: it only calls what is to be watched. Node can cut a script off, and a plain call it can't. */
const CALL = new Script(`globalThis[Symbol.for('meridian.watched-work')]()`);

/** On a busy machine a thread may have to wait: then the clock says little about the work. */
const MAX_ATTEMPTS = 4;

/**
 * Runs work whose cost others decide, such as a regular expression they wrote, and cuts it off after so long, even in
 * the midst of a match. The work must change nothing: it may be restarted. Costs about 0.1 ms.
 */
export function watched<T>(work: () => T, timeLimitMs: number): T {
  for (let attempt = 1; ; attempt++) {
    const before = workedMs();
    try {
      return cutOff(work, timeLimitMs);
    } catch (error) {
      const hasWaited = workedMs() - before < timeLimitMs / 2;
      if (!(error instanceof TookTooLong && hasWaited && attempt < MAX_ATTEMPTS)) throw error;
    }
  }
}

/** Processor time of this thread. */
export function workedMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

function cutOff<T>(work: () => T, timeLimitMs: number): T {
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
