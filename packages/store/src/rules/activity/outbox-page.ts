import type { OutboxEntry } from './activity-log.ts';

export const MAX_ENTRIES = 1000;
const MAX_CHARS = 4 * 1024 * 1024;

/** The oldest entries that wait: so many that they make a body of a good size, and one at least. */
export function outboxPage(waiting: Iterable<OutboxEntry>): OutboxEntry[] {
  const entries: OutboxEntry[] = [];
  let chars = 0;
  for (const entry of waiting) {
    chars += entry.text.length;
    if (entries.length > 0 && (chars > MAX_CHARS || entries.length === MAX_ENTRIES)) break;
    entries.push({ ...entry });
  }
  return entries;
}
