import { type Column, KIND, valueIn } from '../../columns/batch.ts';
import { columnKey } from '../../columns/column-key.ts';
import { filterPredicate } from '../../columns/filter-predicate.ts';
import { TRUE } from '../../columns/outcomes.ts';
import type { StoredBlock } from '../../columns/stored-block.ts';
import type { Summary } from '../../columns/summary.ts';
import type { SortKey } from '../../model/query/query.ts';
import { ask, type Effect, forEach } from '../effect.ts';
import type { Ranking } from '../ranking.ts';
import type { RowQuery, RowReader } from '../row-reader.ts';
import type { ColumnReader } from './column-reader.ts';
import { positionsIn, rowsAt, rowsBetween } from './column-rows.ts';
import { type ColumnStats, type Region, regionsOf } from './regions.ts';

/** Ranks what passes by the columns of the sort keys; rows are read only where columns leave something open. */
export function* rankByColumns(
  reader: RowReader,
  columns: ColumnReader,
  query: RowQuery,
  sort: readonly SortKey[],
  ranking: Ranking,
  stats: ColumnStats,
): Effect<void> {
  const keys = sort.map((key) => columnKey(key)!);
  const step = yield* ask(() => reader.stepRows());
  const needs = { predicate: filterPredicate(query.filter, query.area), others: keys };
  const skip = (block: StoredBlock) => isTooLate(block.summary(keys[0]!), sort[0]!, ranking);
  yield* forEach(regionsOf(columns, needs, 0, stats, skip), function* (region) {
    if (region.kind === 'rows')
      return yield* forEach(rowsBetween(reader, query, region), function* (rows) {
        for (const row of rows) ranking.take(row);
        yield undefined;
      });
    const sorted = region.outcomes.length > 0 ? keys.map((key) => region.block.column(key)) : [];
    const isWhole = sorted.every((column) => column !== undefined);
    if (isWhole) rankBlock(region, sorted, query, sort[0]!, ranking);
    const open = positionsIn(
      region,
      query,
      (outcomes) => (outcomes & TRUE) !== 0 && !(isWhole && outcomes === TRUE),
    );
    for (let from = 0; from < open.length; from += step) {
      for (const row of yield* rowsAt(reader, query, open.slice(from, from + step))) ranking.take(row);
      yield undefined;
    }
  });
}

function rankBlock(
  { block, outcomes }: Extract<Region, { kind: 'block' }>,
  columns: readonly Column[],
  { part }: RowQuery,
  { descending }: SortKey,
  ranking: Ranking,
): void {
  if (outcomes.length === 0) return;
  const { positions } = block;
  const { kinds, numbers } = columns[0]!;
  for (let row = 0; row < outcomes.length; row++) {
    if (outcomes[row] !== TRUE) continue;
    if (kinds[row] === KIND.number) {
      // Most come too late, which one look at the first key shows.
      const limit = ranking.end?.values[0];
      if (typeof limit === 'number' && (descending ? numbers[row]! < limit : numbers[row]! > limit)) continue;
    }
    const seq = positions[row]!;
    if (part && seq % part.count !== part.index) continue;
    ranking.offer({ seq, values: columns.map((column) => sortValue(column, row)) });
  }
}

const WITHOUT_ORDER = {};

function sortValue(column: Column, row: number): unknown {
  return column.kinds[row] === KIND.json ? WITHOUT_ORDER : valueIn(column, row);
}

const NUMBERS_AND_NONE = (1 << KIND.absent) | (1 << KIND.null) | (1 << KIND.number) | (1 << KIND.exact);

/** Whether all rows of a block come behind the page. */
function isTooLate(summary: Summary | undefined, { descending }: SortKey, { end }: Ranking): boolean {
  const limit = end?.values[0];
  if (!summary || typeof limit !== 'number' || (summary.kinds & ~NUMBERS_AND_NONE) !== 0) return false;
  return descending ? summary.max < limit : summary.min > limit;
}
