import pino, { type Logger } from 'pino';
import { LogOutput } from './log-output.ts';
import { RequestLog } from './request-log.ts';

const STDERR = 2;

export type Log = { logger: Logger; requests: RequestLog; close(): Promise<void> };

/** One JSON object a line on standard error. */
export function openLog(level: string): Log {
  const output = new LogOutput(STDERR);
  const logger = pino({ level, base: null }, output);
  return { logger, requests: new RequestLog(logger, output), close: () => output.drain() };
}
