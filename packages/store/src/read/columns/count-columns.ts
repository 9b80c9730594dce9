import { filterPredicate } from '../../columns/filter-predicate.ts';
import { TRUE } from '../../columns/outcomes.ts';
import type { ReadRow } from '../../model/feature/row.ts';
import { ask, type Effect, forEach } from '../effect.ts';
import { RowFilter } from '../row-filter.ts';
import type { RowQuery, RowReader } from '../row-reader.ts';
import type { ColumnReader } from './column-reader.ts';
import { isUnsure, positionsIn, rowsAt, rowsBetween } from './column-rows.ts';
import { regionsOf } from './regions.ts';

/** Counts what passes: rows are read only where columns leave it open. */
export function* countByColumns(reader: RowReader, columns: ColumnReader, query: RowQuery): Effect<number> {
  const { filter, area } = query;
  const rowFilter = new RowFilter({ tests: filter.tests, area, part: 1 });
  const step = yield* ask(() => reader.stepRows());
  const needs = { predicate: filterPredicate(filter, area), others: [] };
  let count = 0;
  const test = (rows: readonly ReadRow[]) => {
    for (const row of rows) if (rowFilter.feature(row) && rowFilter.meets(row)) count++;
  };
  yield* forEach(regionsOf(columns, needs, 0, { read: 0, skipped: 0 }), function* (region) {
    if (region.kind === 'rows')
      return yield* forEach(rowsBetween(reader, query, region), function* (rows) {
        test(rows);
        yield undefined;
      });
    count += countPassing(region.outcomes);
    const open = positionsIn(region, query, isUnsure);
    for (let from = 0; from < open.length; from += step) {
      test(yield* rowsAt(reader, query, open.slice(from, from + step)));
      yield undefined;
    }
  });
  return count;
}

/** Not in a generator, whose loops are not compiled as well. */
function countPassing(outcomes: Uint8Array): number {
  let count = 0;
  for (let row = 0; row < outcomes.length; row++) if (outcomes[row] === TRUE) count++;
  return count;
}
