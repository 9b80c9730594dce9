import type { Instant } from './expression.ts';
import { parseDate, parseTimestamp } from './instant.ts';

/** Whether an instant is written as CQL2 asks: a date, or a time in UTC. */
export function isInstantText({ kind, text }: Instant): boolean {
  if (kind === 'date') return parseDate(text) !== undefined;
  return /T\d\d:\d\d:\d\d(?:\.\d+)?Z$/.test(text) && parseTimestamp(text) !== undefined;
}
