import { intersectsBox, type TileAddress, tileBounds } from '@meridian/geo';
import type { AreaTest } from '../model/query/area.ts';
import type { FeatureFilter } from '../model/query/query.ts';
import { WORTH_IT } from '../pyramid/density/sample-classes.ts';
import { countSlot, deepRoot } from '../pyramid/density/tile-counts.ts';
import type { TileSample } from './auto-tile-sink.ts';
import { countingColumns, sortingColumns } from './columns/choose-columns.ts';
import { countByColumns, countTilesByColumns } from './columns/count-columns.ts';
import { countAll, countInTile, hasDensity, isKnownToHave, LargeFeatures, storedCounts } from './density.ts';
import { ask, type Effect, forEach } from './effect.ts';
import type { SamplingPlan } from './plan.ts';
import { type FirstIn, firstIn } from './ranked-rows.ts';
import { RowFilter } from './row-filter.ts';
import {
  areaOfTile,
  autoOf,
  countedArea,
  countedTileOf,
  fixedFraction,
  mayBePart,
  type RowRead,
  sampledPart,
} from './row-read.ts';
import type { BuildRequest, RowQuery, RowReader, TileCountsNear } from './row-reader.ts';
import { scannedRows } from './scan.ts';
import { positionOf, sharedFrom, shareOf, TileShares, tilesAround } from './tile-shares.ts';
import { TileStandings } from './tile-standings.ts';

/** The part of what matches that a sampled read shows, and how much matches where that had to be counted. */
export type Shown = { part: number } & TileSample;

/** From this part on of what a sampled read counts from, a stored count takes less time than the spatial index, which counts one by one. */
const STORED_PART = 1 / 8;

/** Most sampled reads have too little in their area to be counted at all. */
export function* shownFraction(
  reader: RowReader,
  read: RowRead,
  sampling: SamplingPlan | undefined,
  area: AreaTest | undefined,
): Effect<Shown, BuildRequest> {
  const fixed = fixedFraction(read);
  if (fixed !== undefined) return { part: fixed };
  if (!sampling || !area) return { part: 1 };
  if ((yield* ask(() => reader.content())).count < sampling.from) return { part: 1 };
  const auto = autoOf(read);
  if (auto) return yield* shownInTile(reader, read, auto, sampling, area);
  const counted = countedArea(read, area);
  const tile = countedTileOf(read);
  if (tile && sampling.countedBy.includes('density') && (yield* hasDensity(reader))) {
    const isSame = (low: number, high: number) => sampledPart(read, low) === sampledPart(read, high);
    const large = new LargeFeatures(reader, tile, counted);
    const count = yield* countInTile(reader, tile, counted, isSame, large, sampling.from * STORED_PART);
    if (count !== undefined) return { part: sampledPart(read, count), count };
  }
  if (!(yield* ask(() => reader.hasNearby(counted, sampling.from)))) return { part: 1 };
  const count = yield* countMatches(reader, read.query.filter, counted);
  return { part: sampledPart(read, count), count };
}

/** What a tile that is bounded in bytes shows, of a space that has many features. */
function* shownInTile(
  reader: RowReader,
  read: RowRead,
  auto: { tile: TileAddress; room: number },
  { from, countedBy }: SamplingPlan,
  area: AreaTest,
): Effect<Shown, BuildRequest> {
  const isFiled = countedBy.includes('density') && (yield* hasDensity(reader));
  const around = areaAround(area, auto.tile);
  const stored = new Map<number, TileCountsNear | undefined>();
  // Of a version, what has changed since is taken back tile by tile.
  if (isFiled && !reader.past) {
    const tiles = [auto.tile, ...tilesAround(auto.tile)];
    const counts = yield* storedCounts(reader, tiles);
    tiles.forEach((tile, i) => {
      stored.set(positionOf(tile), counts[i]);
    });
  }
  // Where counts are stored, they tell at less cost whether there is little.
  const isCounted =
    isFiled &&
    countSlot(auto.tile) !== undefined &&
    (deepRoot(auto.tile) === undefined || isKnownToHave(stored.get(positionOf(auto.tile)), auto.tile, from));
  if (!isCounted && !(yield* ask(() => reader.hasNearby(around, from)))) return { part: 1 };
  const isPart = countedBy.includes('density') && !isFiled && mayBePart(read);
  const building = isPart ? yield* builtNear(reader, around) : undefined;
  const large = new LargeFeatures(reader, auto.tile, around);
  const count: TileCount = function* (tile, isSame) {
    if (building === 0) return 0;
    const counted = areaOfTile(area, tile);
    const isStored = isFiled || building !== undefined;
    const known = isStored
      ? yield* countInTile(reader, tile, counted, isSame, large, from, stored.get(positionOf(tile)))
      : undefined;
    if (known !== undefined) return known;
    // So few are all shown, however many they are.
    if (tile !== auto.tile && !(yield* ask(() => reader.hasNearby(counted, from)))) return 0;
    return yield* countMatches(reader, read.query.filter, counted, isSame);
  };
  // While features are being filed, those that come first are not looked for among the others.
  const first = building === undefined ? firstIn(reader, read, area, around) : undefined;
  const counts =
    (yield* countsByColumns(reader, read.query.filter, around, auto.tile)) ??
    (yield* countsAround(auto, count));
  return { ...(yield* sharedTile(auto, counts, first)), building };
}

/** How many features match in a tile and in those around it, by columns; undefined where they are to be counted tile by tile. */
function* countsByColumns(
  reader: RowReader,
  filter: FeatureFilter,
  around: AreaTest,
  tile: TileAddress,
): Effect<Map<TileAddress, number> | undefined> {
  if (filter.tests.length === 0) return undefined;
  const columns = yield* sortingColumns(reader, { filter, area: around }, []);
  if (!columns) return undefined;
  const tiles = [tile, ...tilesAround(tile)];
  const counts = yield* countTilesByColumns(reader, columns, filter, tiles.map(tileBounds));
  return new Map(tiles.map((one, i) => [one, counts[i]!]));
}

/** Counts a tile, as far as it matters: `isSame` tells of two counts whether they come to the same. */
type TileCount = (tile: TileAddress, isSame: (low: number, high: number) => boolean) => Effect<number>;

/** The same tile by tile. */
export function* countsAround(
  { tile, room }: { tile: TileAddress; room: number },
  count: TileCount,
): Effect<Map<TileAddress, number>> {
  const counts = new Map([[tile, yield* count(tile, (low, high) => low === high)]]);
  const isSame = (low: number, high: number) => shareOf(low, room) === shareOf(high, room);
  for (const one of tilesAround(tile)) counts.set(one, yield* count(one, isSame));
  return counts;
}

/** How much of the features is filed, where so many are near that no request should wait until all are looked at. */
function* builtNear(reader: RowReader, around: AreaTest): Effect<number | undefined> {
  const built = yield* ask(() => reader.densityBuilt());
  if (built === undefined || built === 1) return undefined;
  return (yield* ask(() => reader.hasNearby(around, WORTH_IT))) ? built : undefined;
}

/** A tile and those around it. */
export function areaAround(area: AreaTest, tile: TileAddress): AreaTest {
  const boxes = [tile, ...tilesAround(tile)].map(tileBounds);
  return { ...area, boxes, meets: (geometry) => boxes.some((box) => intersectsBox(geometry, box)) };
}

/**
 * What a tile shows of so many features in it and in those around it, on which that depends too. `first`: if features are ranked,
 * those that come first in tiles.
 */
export function* sharedTile(
  { tile, room }: { tile: TileAddress; room: number },
  counts: ReadonlyMap<TileAddress, number>,
  first?: FirstIn,
): Effect<Shown> {
  const shown = { part: 1, count: counts.get(tile)! };
  if (!first) return { ...shown, shares: new TileShares(tile, room, counts) };
  const cut = [...counts].filter(([, met]) => met >= sharedFrom(room)).map(([one]) => one);
  const found = cut.length > 0 ? yield* first(cut) : [];
  const standings = new TileStandings(tile, room, new Map(cut.map((one, i) => [one, found[i]!])));
  const shares = new TileShares(tile, room, counts, (one) => standings.leftIn(one));
  return { ...shown, shares, standings };
}

/** Entries of the spatial index cost little, but their number has no bound. */
const MAX_INDEXED = 100_000;

/** The same at a bounded cost: undefined where more than so many rows would have to be read. */
export function* countUpTo(reader: RowReader, query: RowQuery, maxRows: number): Effect<number | undefined> {
  const { filter, area } = query;
  if (filter.tests.length === 0) {
    const max = area?.isBoxes ? MAX_INDEXED : maxRows;
    if (area && (yield* ask(() => reader.hasNearby(area, max + 1)))) return undefined;
    return yield* countMatches(reader, filter, area);
  }
  if ((yield* ask(() => reader.content())).count <= maxRows) return yield* countMatches(reader, filter, area);
  for (const access of yield* ask(() => reader.accesses(query))) {
    if (access.name === 'all rows') break;
    if (yield* ask(() => access.positions(0, maxRows))) return yield* countMatches(reader, filter, area);
  }
  const columns = yield* countingColumns(reader, query);
  return columns && (yield* countByColumns(reader, columns, query, maxRows));
}

/**
 * Counts what a filter lets pass; without property tests no feature is looked at that need not be. `isSame` tells of two counts
 * whether they come to the same.
 */
export function* countMatches(
  reader: RowReader,
  filter: FeatureFilter,
  area?: AreaTest,
  isSame = (low: number, high: number) => low === high,
): Effect<number> {
  if (filter.tests.length === 0) {
    const content = filter.tags.length === 0 && !area ? yield* ask(() => reader.content()) : undefined;
    if (content && !content.isMost) return content.count;
    const [access] = yield* ask(() => reader.accesses({ filter, area }));
    if (access?.count) {
      const counted = yield* access.count();
      const { sure, recheck } = counted;
      if (!area || isSame(sure, sure + recheck.length)) return sure;
      return yield* countAll(reader, counted, area);
    }
  }
  const columns = yield* sortingColumns(reader, { filter, area }, []);
  const counted = columns && (yield* countByColumns(reader, columns, { filter, area }));
  if (counted !== undefined) return counted;
  const rowFilter = new RowFilter({ tests: filter.tests, area, part: 1 });
  let count = 0;
  yield* forEach(scannedRows(reader, { filter, area }, { after: 0 }), function* (rows) {
    for (const row of rows) if (rowFilter.feature(row) && rowFilter.meets(row)) count++;
    yield undefined;
  });
  return count;
}
