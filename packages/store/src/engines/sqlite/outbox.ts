import type { OutboxEntry } from '../../rules/activity/activity-log.ts';
import type { SpaceReader } from './space-reader.ts';

const MAX_ENTRIES = 1000;
const MAX_CHARS = 4 * 1024 * 1024;

/** The oldest entries that wait: so many that they make a body of a good size, and one at least. */
export function readOutbox(reader: SpaceReader): OutboxEntry[] {
  const rows = reader.database
    .prepare('SELECT seq, space AS spaceId, feature, text FROM outbox ORDER BY seq LIMIT ?')
    .iterate(MAX_ENTRIES);
  const entries: OutboxEntry[] = [];
  let chars = 0;
  for (const row of rows) {
    const entry = { ...(row as OutboxEntry) };
    chars += entry.text.length;
    if (entries.length > 0 && chars > MAX_CHARS) break;
    entries.push(entry);
  }
  return entries;
}
