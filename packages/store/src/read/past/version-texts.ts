import { ask, type Effect } from '../effect.ts';
import type { Access, Batch, FoundTexts, HistoryReader, RowQuery } from '../row-reader.ts';
import { requireVersion } from '../version-range.ts';

type Texts = NonNullable<Access['texts']>;

/** How the texts of all features of a version are joined, where an engine does that and all of them are asked for. */
export function versionTexts(reader: HistoryReader, version: number, query: RowQuery): Texts | undefined {
  const { filter, area } = query;
  const isOfAll = !area && filter.tags.length === 0 && filter.tests.length === 0;
  if (!isOfAll || !reader.textsOfVersion) return undefined;
  return (batch, left) => joined(reader, version, query, batch, left);
}

function* joined(
  reader: HistoryReader,
  version: number,
  { part }: RowQuery,
  batch: Batch,
  left: number,
): Effect<FoundTexts> {
  if (batch.kind === 'list' || batch.kind === 'whole')
    throw new Error(`all texts of a version are not read as a ${batch.kind}`);
  const { after, limit } = batch;
  const upTo = batch.kind === 'window' ? batch.upTo : Number.MAX_SAFE_INTEGER;
  requireVersion(yield* ask(() => reader.versions()), version);
  const wanted = { after, upTo, limit: Math.min(limit, left), part };
  const { chunk, shown, last } = yield* ask(() => reader.textsOfVersion!(version, wanted));
  const isOpen = limit > left && shown === left;
  const next = { after: last, upTo, limit: 1, part };
  const more = isOpen && (yield* ask(() => reader.rowsOfVersion(version, next))).length > 0;
  // What has expired meanwhile may be gone in part: better no response than half of one.
  requireVersion(yield* ask(() => reader.versions()), version);
  return { chunk, shown, lastShown: last, more, count: shown, last };
}
