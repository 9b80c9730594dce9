import pino, { type Logger } from 'pino';

export type Log = { logger: Logger; flush(): void };

/** One JSON object a line on standard error, written in batches; what is pending is written out at the end. */
export function openLog(level: string): Log {
  const destination = pino.destination({ dest: 2, sync: false, minLength: 4096, periodicFlush: 250 });
  const logger = pino({ level, base: null }, destination);
  return { logger, flush: () => destination.flushSync() };
}
