import type { ReadRow } from '../model/feature/row.ts';
import { hasTags } from '../model/feature/tags.ts';
import { tagsOf } from '../model/query/match.ts';
import type { FeatureView } from '../model/query/query.ts';
import { showRow } from '../model/query/view.ts';
import { ask, type Effect } from './effect.ts';
import type { RowQuery, RowReader, VersionBatch } from './row-reader.ts';
import { requireVersion } from './version-range.ts';

/** So many positions are looked at in a step; each may have had many states. */
const WINDOW = 5000;
export const STEP_ROWS = 500;

/** Some rows of one version, once it is sure that the version could be read throughout. */
export function* readVersion(reader: RowReader, version: number, batch: VersionBatch): Effect<ReadRow[]> {
  requireVersion(yield* ask(() => reader.versions()), version);
  const rows = yield* ask(() => reader.rowsOfVersion(version, batch));
  // What has expired meanwhile may be gone in part: better no response than half of one.
  requireVersion(yield* ask(() => reader.versions()), version);
  return rows;
}

/** The rows of one version in insertion order, a batch at a time; tags are settled, property tests are not. */
export function* versionRows(
  reader: RowReader,
  version: number,
  { filter, part }: RowQuery,
  from: number,
): Effect<void, ReadRow[]> {
  requireVersion(yield* ask(() => reader.versions()), version);
  const limit = Math.min(STEP_ROWS, yield* ask(() => reader.stepRows()));
  const end = (yield* ask(() => reader.content())).lastSeq;
  for (let after = from; after < end; ) {
    const upTo = Math.min(end, after + WINDOW);
    const rows = yield* readVersion(reader, version, { after, upTo, limit, part });
    yield filter.tags.length > 0 ? rows.filter((row) => hasTags(tagsOf(row), filter.tags)) : rows;
    after = rows.length < limit ? upTo : rows.at(-1)!.seq;
  }
}

/** The texts of those features that were there in a version, in the order asked. */
export function* textsOfVersion(
  reader: RowReader,
  ids: readonly string[],
  view: FeatureView,
  version: number,
): Effect<string[]> {
  const rows = yield* readVersion(reader, version, { ids });
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []).map((row) => showRow(row, view));
}
