import { ChangesetWriter } from '../model/query/changesets.ts';
import type { ChangesQuery } from '../model/query/query.ts';
import type { StreamEnd } from '../model/results.ts';
import { showChanged } from './changed-row.ts';
import type { Chunk } from './chunk.ts';
import { readCompactChanges } from './compact-changes.ts';
import { ask, type Effect } from './effect.ts';
import { encode } from './feature-sink.ts';
import type { HistoryReader } from './row-reader.ts';
import { requireChanges } from './version-range.ts';
import { STEP_ROWS } from './versions.ts';

/** What the versions of a range changed, written down as Changesets. */
export function* readChanges(reader: HistoryReader, query: ChangesQuery): Effect<StreamEnd, Chunk> {
  if (query.compact) return yield* readCompactChanges(reader, query);
  requireChanges(yield* ask(() => reader.versions()), query);
  const step = Math.min(STEP_ROWS, yield* ask(() => reader.stepRows()));
  const writer = new ChangesetWriter(query);
  let cursor = query.after;
  for (let left = query.limit; ; ) {
    // One more than is wanted tells whether there is more.
    const asked = Math.min(step, left + 1);
    const changes = yield* ask(() => reader.changes(query, cursor, asked));
    // What has expired meanwhile may be gone in part: better no response than half of one.
    requireChanges(yield* ask(() => reader.versions()), query);
    const shown = changes.slice(0, left);
    const times = yield* ask(() => reader.timesOf([...new Set(shown.map(({ version }) => version))]));
    for (const changed of shown) {
      const { version, change, seq } = changed;
      cursor = { version, change, seq };
      writer.add({ version, createdAt: times.get(version) }, change, showChanged(changed, query.view));
    }
    const isLast = changes.length < asked;
    if (changes.length > left || isLast) {
      const rest = writer.end();
      if (rest !== '') yield encode([rest]);
      return isLast ? { more: false, last: 0 } : { more: true, last: 0, lastChange: cursor! };
    }
    left -= changes.length;
    yield encode([writer.take()]);
  }
}
