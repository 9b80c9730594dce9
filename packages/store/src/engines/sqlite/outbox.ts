import type { OutboxEntry } from '../../rules/activity/activity-log.ts';
import { MAX_ENTRIES, outboxPage } from '../../rules/activity/outbox-page.ts';
import type { SpaceReader } from './space-reader.ts';

export function readOutbox(reader: SpaceReader): OutboxEntry[] {
  const rows = reader.database
    .prepare('SELECT seq, space AS spaceId, feature, text FROM outbox ORDER BY seq LIMIT ?')
    .iterate(MAX_ENTRIES);
  return outboxPage(rows as Iterable<unknown> as Iterable<OutboxEntry>);
}
