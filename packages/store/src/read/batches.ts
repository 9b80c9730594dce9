import { type Batch, batchOf, type PlacedFeature } from '../columns/batch.ts';
import type { FeaturePath } from '../model/query/query.ts';
import { type Effect, forEach } from './effect.ts';
import { RowFilter } from './row-filter.ts';
import type { RowQuery, RowReader } from './row-reader.ts';
import { rowsOf } from './scan.ts';

/** The rows that a query means as batches with the columns of these paths, in insertion order. */
export function* matchingBatches(
  reader: RowReader,
  query: RowQuery,
  paths: readonly FeaturePath[],
): Effect<void, Batch> {
  const rowFilter = new RowFilter({ tests: query.filter.tests, area: query.area, part: 1 });
  yield* forEach(rowsOf(reader, query, { after: 0 }), function* (rows) {
    const placed: PlacedFeature[] = [];
    for (const row of rows) {
      const feature = rowFilter.feature(row);
      if (feature && rowFilter.meets(row)) placed.push({ seq: row.seq, feature });
    }
    yield placed.length > 0 ? batchOf(placed, paths) : undefined;
  });
}
