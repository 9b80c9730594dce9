import { ChangesetWriter } from '../model/query/changesets.ts';
import { CHANGES, type ChangeCursor, type ChangesQuery } from '../model/query/query.ts';
import type { StreamEnd } from '../model/results.ts';
import { showChanged } from './changed-row.ts';
import type { Chunk } from './chunk.ts';
import { ask, type Effect } from './effect.ts';
import { encode } from './feature-sink.ts';
import type { HistoryReader } from './row-reader.ts';
import { requireChanges } from './version-range.ts';
import { STEP_ROWS } from './versions.ts';

/** What the versions of a range changed, as one CompactChangeset: each feature once, with the last change of it. */
export function* readCompactChanges(reader: HistoryReader, query: ChangesQuery): Effect<StreamEnd, Chunk> {
  requireChanges(yield* ask(() => reader.versions()), query);
  const step = Math.min(STEP_ROWS, yield* ask(() => reader.stepRows()));
  const writer = new ChangesetWriter(query);
  let cursor: ChangeCursor = query.after ?? { version: query.from, change: CHANGES[0], seq: 0 };
  let lastShown = cursor;
  for (let left = query.limit; ; ) {
    const changes = yield* ask(() => reader.lastChanges(query, cursor, step));
    // What has expired meanwhile may be gone in part: better no result than half of one.
    requireChanges(yield* ask(() => reader.versions()), query);
    for (const changed of changes) {
      const { version, change, seq } = changed;
      cursor = { version, change, seq };
      if (!changed.isLast) continue;
      if (left-- === 0) {
        yield encode([writer.end()]);
        return { more: true, last: 0, lastChange: lastShown };
      }
      writer.add({ version }, change, showChanged(changed, query.view));
      lastShown = cursor;
    }
    if (changes.length === step) {
      const text = writer.take();
      if (text !== '') yield encode([text]);
      continue;
    }
    const next = CHANGES[CHANGES.indexOf(cursor.change) + 1];
    if (next === undefined) {
      yield encode([writer.end()]);
      return { more: false, last: 0 };
    }
    cursor = { version: query.from, change: next, seq: 0 };
  }
}
