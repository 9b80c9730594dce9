import type { Geos } from '@meridian/geo';
import { areaNeedsGeos, prepareArea } from '../model/query/area.ts';
import { needsGeos } from '../model/query/expression-test.ts';
import type { CountQuery } from '../model/query/query.ts';
import type { CountResult } from '../model/results.ts';
import { countMatches, countUpTo } from './count.ts';
import type { Effect } from './effect.ts';
import { readerAt } from './past/past-reader.ts';
import { areaOf } from './row-read.ts';
import type { HistoryReader, RowQuery } from './row-reader.ts';
import { withFilter } from './with-filter.ts';

/** Whether GEOS must be loaded before it begins. */
export function countNeedsGeos(query: CountQuery): boolean {
  const area = areaOf({ kind: 'count', query });
  return needsGeos(query.filter) || (area !== undefined && areaNeedsGeos(area));
}

/** Counts what a query means of a space, or of a version of it. */
export function countAt(
  reader: HistoryReader,
  query: CountQuery,
  geos: Geos | undefined,
): Effect<CountResult> {
  return prepared(query, geos, function* (asked) {
    const rows = yield* readerAt(reader, query.version);
    return query.maxRows === undefined
      ? complete(yield* countMatches(rows, asked.filter, asked.area))
      : complete(yield* countUpTo(rows, asked, query.maxRows));
  });
}

export function complete(count: number | undefined): CountResult {
  return { count: count ?? 0, isComplete: count !== undefined };
}

/** Carries out a count with its filter and area prepared, which are freed at its end. */
export function* prepared<T>(
  query: CountQuery,
  geos: Geos | undefined,
  work: (query: RowQuery) => Effect<T>,
): Effect<T> {
  const area = areaOf({ kind: 'count', query });
  const test = area && prepareArea(area, geos);
  try {
    return yield* withFilter(query.filter, geos, () => work({ filter: query.filter, area: test }));
  } finally {
    test?.free();
  }
}
