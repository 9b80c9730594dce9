import { intersectsBox, type TileAddress, tileBounds } from '@meridian/geo';
import type { ReadRow } from '../model/feature/row.ts';
import type { AreaTest } from '../model/query/area.ts';
import type { FeatureFilter, FeatureTest, RankKey, SortKey } from '../model/query/query.ts';
import { sortingColumns } from './columns/choose-columns.ts';
import { rankTilesByColumns } from './columns/sort-columns.ts';
import { type Effect, forEach } from './effect.ts';
import { Ranking } from './ranking.ts';
import { areaOfTile, type RowRead, rankedBy } from './row-read.ts';
import type { BuildRequest, RowReader } from './row-reader.ts';
import { rowsAt } from './scan.ts';
import { rankAll } from './sorted.ts';
import { marginOf } from './tile-margin.ts';
import type { Standing, TileStandings } from './tile-standings.ts';

/** Finds the features that come first in each of some tiles, in order. */
export type FirstIn = (tiles: readonly TileAddress[]) => Effect<Standing[][]>;

/**
 * Those that come first by the rank of the space, as many as a tile may show; undefined where it has none. `around`: where all
 * tiles are that are asked for.
 */
export function firstIn(
  reader: RowReader,
  read: RowRead,
  area: AreaTest,
  around: AreaTest,
): FirstIn | undefined {
  const ranked = rankedBy(read);
  if (!ranked) return undefined;
  const { rank, max } = ranked;
  const filter = rankedFilter(read, rank);
  return function* (tiles) {
    const [sort] = rankOrder(rank);
    const columns = yield* sortingColumns(reader, { filter, area: around }, [sort]);
    if (!columns)
      return yield* tileByTile((tile) => firstWithin(reader, filter, rank, areaOfTile(area, tile), max))(
        tiles,
      );
    const conditions = { tests: filter.tests, area: undefined, part: 1 };
    const rankings = tiles.map((tile) => {
      return {
        bounds: tileBounds(tile),
        ranking: new Ranking({ sort: [sort], limit: max, tiesByChance: true }, conditions),
      };
    });
    yield* rankTilesByColumns(reader, columns, filter, sort, rankings);
    return rankings.map(({ ranking }) => standingsOf(ranking, rank));
  };
}

/** The same where each tile takes a read of its own. */
export function tileByTile(first: (tile: TileAddress) => Effect<Standing[]>): FirstIn {
  return function* (tiles) {
    const found: Standing[][] = [];
    for (const tile of tiles) found.push(yield* first(tile));
    return found;
  };
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
  const first = new Set([...standings.seqs, ...beside.map(({ seq }) => seq)]);
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
): Effect<Standing[]> {
  const sort = rankOrder(rank);
  const ranking = new Ranking({ sort, limit, tiesByChance: true }, { tests: filter.tests, area, part: 1 });
  yield* rankAll(reader, { filter, area }, { sort }, ranking);
  return standingsOf(ranking, rank);
}

function standingsOf(ranking: Ranking, { isLeastFirst }: RankKey): Standing[] {
  return ranking.first().map(({ seq, values: [value], chance }) => {
    return { weight: isLeastFirst ? -(value as number) : (value as number), rank: chance!, seq };
  });
}

/** The order of features by a rank; chance decides on those of the same. */
export function rankOrder({ path, isLeastFirst }: RankKey): [SortKey] {
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
