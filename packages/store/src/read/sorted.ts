import type { AreaTest } from '../model/query/area.ts';
import type { FeatureQuery } from '../model/query/query.ts';
import { showRow } from '../model/query/view.ts';
import type { Chunk } from './chunk.ts';
import { chosenColumns, sortingColumns } from './columns/choose-columns.ts';
import { rankWordsByColumns } from './columns/rank-words.ts';
import type { ColumnStats } from './columns/regions.ts';
import { rankByColumns } from './columns/sort-columns.ts';
import { ask, type Effect, forEach } from './effect.ts';
import { encode } from './feature-sink.ts';
import { Ranking } from './ranking.ts';
import type { RowQuery, RowReader } from './row-reader.ts';
import type { ReadEnd } from './row-sink.ts';
import { rowsOf } from './scan.ts';
import { STEP_ROWS } from './versions.ts';

/** Features in the order of property values; equal values in the order of insertion. */
export function* sortedRows(
  reader: RowReader,
  query: FeatureQuery,
  area: AreaTest | undefined,
  trace: (taken: 'sorted by columns', stats: ColumnStats) => void = () => {},
): Effect<ReadEnd, Chunk> {
  const { filter, part, view, afterSorted } = query;
  const ranking = new Ranking(query, { tests: filter.tests, area, part: 1 });
  const scanned = { filter, area, ...(part && { part }) };
  if (afterSorted) ranking.begin((yield* ask(() => reader.byPositions([afterSorted.seq])))[0]);
  const stats = yield* rankAll(reader, scanned, query, ranking);
  if (stats) trace('sorted by columns', stats);
  const { seqs, end } = ranking.page();
  const step = Math.min(STEP_ROWS, yield* ask(() => reader.stepRows()));
  let shown = 0;
  for (let from = 0; from < seqs.length; from += step) {
    const these = seqs.slice(from, from + step);
    const bySeq = new Map((yield* ask(() => reader.byPositions(these))).map((row) => [row.seq, row]));
    // Those that are not there were deleted since the read began.
    const texts = these.flatMap((seq) => bySeq.get(seq) ?? []).map((row) => showRow(row, view));
    shown += texts.length;
    if (texts.length > 0) yield encode(texts);
  }
  return { ...end, shown };
}

/** Puts all that a query means into order, by columns where that is possible: then it says what of them was read. */
export function* rankAll(
  reader: RowReader,
  query: RowQuery,
  { sort, rankedBy }: Pick<FeatureQuery, 'sort' | 'rankedBy'>,
  ranking: Ranking,
): Effect<ColumnStats | undefined> {
  const stats = { read: 0, skipped: 0 };
  if (rankedBy) {
    const columns = yield* chosenColumns(reader, query);
    if (columns) {
      yield* rankWordsByColumns(reader, columns, query, rankedBy, ranking, stats);
      return stats;
    }
  } else {
    const columns = yield* sortingColumns(reader, query, sort);
    if (columns) {
      yield* rankByColumns(reader, columns, query, sort, ranking, stats);
      return stats;
    }
  }
  yield* rankRows(reader, query, ranking);
  return undefined;
}

function* rankRows(reader: RowReader, query: RowQuery, ranking: Ranking): Effect<void> {
  yield* forEach(rowsOf(reader, query, { after: 0 }), function* (rows) {
    for (const row of rows) ranking.take(row);
    yield undefined;
  });
}
