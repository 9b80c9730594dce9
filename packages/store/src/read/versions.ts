import type { ReadRow } from '../model/feature/row.ts';
import type { FeatureView } from '../model/query/query.ts';
import { showRow } from '../model/query/view.ts';
import { ask, type Effect } from './effect.ts';
import type { HistoryReader, VersionBatch } from './row-reader.ts';
import { requireVersion } from './version-range.ts';

/** So many positions are looked at in a step; each may have had many states. */
export const WINDOW = 5000;
export const STEP_ROWS = 500;

/** Some rows of one version, once it is sure that the version could be read throughout. */
export function* readVersion(reader: HistoryReader, version: number, batch: VersionBatch): Effect<ReadRow[]> {
  requireVersion(yield* ask(() => reader.versions()), version);
  const rows = yield* ask(() => reader.rowsOfVersion(version, batch));
  // What has expired meanwhile may be gone in part: better no response than half of one.
  requireVersion(yield* ask(() => reader.versions()), version);
  return rows;
}

/** The texts of those features that are there, or were in a version, in the order asked. */
export function* textsById(
  reader: HistoryReader,
  ids: readonly string[],
  view: FeatureView,
  version?: number,
): Effect<string[]> {
  const rows =
    version === undefined
      ? yield* ask(() => reader.byIds(ids))
      : yield* readVersion(reader, version, { ids });
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []).map((row) => showRow(row, view));
}
