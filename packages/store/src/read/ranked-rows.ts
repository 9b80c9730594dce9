import { intersectsBox, type Precedence, type TileAddress } from '@meridian/geo';
import type { ReadRow } from '../model/feature/row.ts';
import type { AreaTest } from '../model/query/area.ts';
import type { FeatureFilter, FeatureTest, RankKey, SortKey } from '../model/query/query.ts';
import { type Effect, forEach } from './effect.ts';
import { Ranking } from './ranking.ts';
import { areaOfTile, type RowRead, rankedBy } from './row-read.ts';
import type { BuildRequest, RowReader } from './row-reader.ts';
import { rowsAt } from './scan.ts';
import { rankAll } from './sorted.ts';
import { marginOf } from './tile-margin.ts';
import type { TileStandings } from './tile-standings.ts';

/** The features that come first in a tile by the rank of the space, in order, as many as it may show; undefined where it has none. */
export function firstIn(
  reader: RowReader,
  read: RowRead,
  area: AreaTest,
): ((tile: TileAddress) => Effect<Precedence[]>) | undefined {
  const ranked = rankedBy(read);
  if (!ranked) return undefined;
  const { rank, max } = ranked;
  return (tile) => firstWithin(reader, rankedFilter(read, rank), rank, areaOfTile(area, tile), max);
}

/** Rows of a sample, and before them those of the features that come first in the tile, and in its margin. */
export function* firstRanked(
  reader: RowReader,
  read: RowRead,
  area: AreaTest,
  standings: TileStandings,
  sampled: Effect<void, ReadRow[] | BuildRequest>,
): Effect<void, ReadRow[] | BuildRequest> {
  const { rank, tile, max } = rankedBy(read)!;
  const boxes = marginOf(area, tile).flatMap(({ boxes }) => boxes);
  const margin = {
    ...area,
    boxes,
    meets: (geometry: Parameters<AreaTest['meets']>[0]) => boxes.some((box) => intersectsBox(geometry, box)),
  };
  const beside =
    boxes.length > 0 ? yield* firstWithin(reader, rankedFilter(read, rank), rank, margin, max) : [];
  const first = new Set([...standings.seqs, ...beside.map(({ rank: seq }) => seq)]);
  yield* rowsAt(reader, [...first], area);
  yield* forEach<void, ReadRow[] | BuildRequest, ReadRow[] | BuildRequest>(sampled, function* (rows) {
    yield Array.isArray(rows) ? rows.filter(({ seq }) => !first.has(seq)) : rows;
  });
}

function* firstWithin(
  reader: RowReader,
  filter: FeatureFilter,
  rank: RankKey,
  area: AreaTest,
  limit: number,
): Effect<Precedence[]> {
  const sort = rankOrder(rank);
  const ranking = new Ranking({ sort, limit }, { tests: filter.tests, area, part: 1 });
  yield* rankAll(reader, { filter, area }, { sort }, ranking);
  return ranking.first().map(({ seq, values: [value] }) => {
    return { weight: rank.isLeastFirst ? -(value as number) : (value as number), rank: seq };
  });
}

/** The order of features by a rank. */
export function rankOrder({ path, isLeastFirst }: RankKey): SortKey[] {
  return [{ root: 'properties', path, descending: !isLeastFirst }];
}

/** Those of a read that have a rank: only numbers have an order among numbers. */
export function rankedFilter({ query: { filter } }: RowRead, { path }: RankKey): FeatureFilter {
  const isNumber: FeatureTest = {
    root: 'properties',
    path,
    comparison: '>=',
    operands: [-Number.MAX_VALUE],
  };
  return { ...filter, tests: [...filter.tests, isNumber] };
}
