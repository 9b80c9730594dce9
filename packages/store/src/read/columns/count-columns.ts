import type { BBox } from '@meridian/geo';
import { countPassing } from '../../columns/outcomes.ts';
import type { ReadRow } from '../../model/feature/row.ts';
import type { FeatureFilter } from '../../model/query/query.ts';
import { ask, type Effect, until } from '../effect.ts';
import { RowFilter } from '../row-filter.ts';
import type { RowQuery, RowReader } from '../row-reader.ts';
import type { ColumnReader } from './column-reader.ts';
import { positionsIn, rowsAt, rowsBetween } from './column-rows.ts';
import { needsOf } from './needs.ts';
import { regionsOf } from './regions.ts';
import { visitTiles } from './tile-columns.ts';

/** Counts what passes: rows are read only where columns leave it open. Undefined where they would be more than `maxRows`. */
export function* countByColumns(
  reader: RowReader,
  columns: ColumnReader,
  query: RowQuery,
  maxRows = Infinity,
): Effect<number | undefined> {
  const { filter, area } = query;
  const rowFilter = new RowFilter({ tests: filter.tests, area, part: 1 });
  const step = yield* ask(() => reader.stepRows());
  const needs = yield* needsOf(columns, query);
  let count = 0;
  let left = maxRows;
  const test = (rows: readonly ReadRow[]) => {
    left -= rows.length;
    for (const row of rows) if (rowFilter.feature(row) && rowFilter.meets(row)) count++;
  };
  yield* until(regionsOf(columns, needs, 0, { read: 0, skipped: 0 }), function* (region) {
    if (region.kind === 'rows')
      yield* until(rowsBetween(reader, query, region), function* (rows) {
        test(rows);
        yield undefined;
        return left >= 0;
      });
    else {
      const open: number[] = [];
      for (const part of region.past ? [region, region.past] : [region]) {
        const found = countPassing(part.outcomes);
        count += found.passing;
        if (found.open > 0 || part.stale.length > 0) open.push(...positionsIn(part, query, 'open'));
      }
      if (open.length > left) left = -1;
      for (let from = 0; from < open.length && left >= 0; from += step) {
        test(yield* rowsAt(reader, query, open.slice(from, from + step)));
        yield undefined;
      }
    }
    return left >= 0;
  });
  return left < 0 ? undefined : count;
}

/** Counts what passes in each of some tiles, in one pass for all of them. */
export function* countTilesByColumns(
  reader: RowReader,
  columns: ColumnReader,
  filter: FeatureFilter,
  tiles: readonly BBox[],
): Effect<number[]> {
  const counts = tiles.map(() => 0);
  yield* visitTiles(reader, columns, filter, tiles, {
    keys: [],
    isDone: () => false,
    rows(tile, _block, { length }) {
      counts[tile]! += length;
    },
    feature(tile) {
      counts[tile]!++;
    },
  });
  return counts;
}
