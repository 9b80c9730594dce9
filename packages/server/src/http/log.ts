import pino, { type Logger } from 'pino';
import { LogOutput } from './log-output.ts';

const STDERR = 2;

export type Log = { logger: Logger; close(): Promise<void> };

/** One JSON object a line on standard error. */
export function openLog(level: string): Log {
  const output = new LogOutput(STDERR);
  return { logger: pino({ level, base: null }, output), close: () => output.drain() };
}
