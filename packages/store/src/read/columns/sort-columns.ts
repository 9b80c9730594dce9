import type { BBox } from '@meridian/geo';
import { KIND } from '../../columns/batch.ts';
import { COLUMN, columnKey } from '../../columns/column-key.ts';
import { passingRows } from '../../columns/outcomes.ts';
import { type SampleRanks, sampleRanks } from '../../columns/sample-ranks.ts';
import type { StoredBlock } from '../../columns/stored-block.ts';
import type { Summary } from '../../columns/summary.ts';
import type { FeatureFilter, SortKey } from '../../model/query/query.ts';
import { ask, type Effect, forEach } from '../effect.ts';
import type { Ranking } from '../ranking.ts';
import type { RowQuery, RowReader } from '../row-reader.ts';
import type { ColumnReader } from './column-reader.ts';
import { positionsIn, rowsAt, rowsBetween } from './column-rows.ts';
import { needsOf } from './needs.ts';
import { rankBlock } from './rank-block.ts';
import { type ColumnStats, regionsOf } from './regions.ts';
import { visitTiles } from './tile-columns.ts';

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
  const needed = ranking.tiesByChance ? [...keys, COLUMN.id] : keys;
  const needs = yield* needsOf(columns, query, needed);
  const skip = (block: StoredBlock) => isTooLate(block.summary(keys[0]!), sort[0]!, ranking);
  yield* forEach(regionsOf(columns, needs, 0, stats, skip), function* (region) {
    if (region.kind === 'rows')
      return yield* forEach(rowsBetween(reader, query, region), function* (rows) {
        for (const row of rows) ranking.take(row);
        yield undefined;
      });
    for (const piece of region.past ? [region, region.past] : [region]) {
      const { block, outcomes } = piece;
      const isWhole = outcomes.length === 0 || needed.every((key) => block.column(key) !== undefined);
      if (isWhole && outcomes.length > 0) {
        const sorted = keys.map((key) => block.column(key)!);
        const rows = passingRows(outcomes);
        const chances = chancesIn(block, ranking);
        const isInOrder = piece === region;
        rankBlock(block.positions, rows, sorted, query.part, sort[0]!, ranking, isInOrder, chances);
      }
      const open = positionsIn(piece, query, isWhole ? 'open' : 'possible');
      for (let from = 0; from < open.length; from += step) {
        for (const row of yield* rowsAt(reader, query, open.slice(from, from + step))) ranking.take(row);
        yield undefined;
      }
    }
  });
}

/** Ranks what passes in each of some tiles by one property, and by chance where that is equal, in one pass for all of them. */
export function* rankTilesByColumns(
  reader: RowReader,
  columns: ColumnReader,
  filter: FeatureFilter,
  sort: SortKey,
  tiles: readonly { bounds: BBox; ranking: Ranking }[],
): Effect<void> {
  const key = columnKey(sort)!;
  const bounds = tiles.map((tile) => tile.bounds);
  yield* visitTiles(reader, columns, filter, bounds, {
    keys: [key, COLUMN.id],
    isDone: (block) => tiles.every(({ ranking }) => isTooLate(block.summary(key), sort, ranking)),
    rows(tile, block, rows, isInOrder) {
      const { ranking } = tiles[tile]!;
      const chances = chancesIn(block, ranking);
      rankBlock(block.positions, rows, [block.column(key)!], undefined, sort, ranking, isInOrder, chances);
    },
    feature: (tile, seq, feature) => tiles[tile]!.ranking.takeFeature(seq, feature),
  });
}

/** What decides on equal values where chance does; its column is there then. */
function chancesIn(block: StoredBlock, { tiesByChance }: Ranking): SampleRanks | undefined {
  return tiesByChance ? sampleRanks(block.column(COLUMN.id)!) : undefined;
}

const NUMBERS_AND_NONE = (1 << KIND.absent) | (1 << KIND.null) | (1 << KIND.number) | (1 << KIND.exact);

/** Whether all rows of a block come behind the page. */
function isTooLate(summary: Summary | undefined, { descending }: SortKey, { end }: Ranking): boolean {
  const limit = end?.values[0];
  if (!summary || typeof limit !== 'number' || (summary.kinds & ~NUMBERS_AND_NONE) !== 0) return false;
  return descending ? summary.max < limit : summary.min > limit;
}
