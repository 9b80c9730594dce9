import { setTimeout as pause } from 'node:timers/promises';

/** Does something again and again until Ctrl-C or SIGTERM, which is how it is meant to end: the exit code is 0. */
export async function untilStopped(
  everyMs: number,
  look: (signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const stop = new AbortController();
  const hear = () => stop.abort();
  process.on('SIGINT', hear).on('SIGTERM', hear);
  try {
    while (!stop.signal.aborted) {
      await look(stop.signal);
      await pause(everyMs, undefined, { signal: stop.signal }).catch((error: unknown) => {
        if (!stop.signal.aborted) throw error;
      });
    }
  } finally {
    process.off('SIGINT', hear).off('SIGTERM', hear);
  }
  process.exitCode = 0;
}
