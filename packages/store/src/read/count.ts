import type { AreaTest } from '../model/query/area.ts';
import type { FeatureFilter } from '../model/query/query.ts';
import { countingColumns, sortingColumns } from './columns/choose-columns.ts';
import { countByColumns } from './columns/count-columns.ts';
import { countAll, countInTile, hasDensity } from './density.ts';
import { ask, type Effect, forEach } from './effect.ts';
import type { SamplingPlan } from './plan.ts';
import { RowFilter } from './row-filter.ts';
import { countedArea, countedTileOf, fixedFraction, type RowRead, sampledPart } from './row-read.ts';
import type { BuildRequest, RowQuery, RowReader } from './row-reader.ts';
import { scannedRows } from './scan.ts';

/** The part of what matches that a sampled read shows, and how much matches where that had to be counted. */
export type Shown = { part: number; count?: number };

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
  const counted = countedArea(read, area);
  const tile = countedTileOf(read);
  if (tile && sampling.countedBy.includes('density') && (yield* hasDensity(reader))) {
    const isExact = read.kind === 'tile' && read.query.auto !== undefined;
    const isSame = (low: number, high: number) =>
      isExact ? low === high : sampledPart(read, low) === sampledPart(read, high);
    const count = yield* countInTile(reader, tile, counted, isSame);
    if (count !== undefined) return { part: sampledPart(read, count), count };
  }
  if (!(yield* ask(() => reader.hasNearby(counted, sampling.from)))) return { part: 1 };
  const count = yield* countMatches(reader, read.query.filter, counted);
  return { part: sampledPart(read, count), count };
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

/** Counts what a filter lets pass; without property tests no feature is looked at that need not be. */
export function* countMatches(reader: RowReader, filter: FeatureFilter, area?: AreaTest): Effect<number> {
  if (filter.tests.length === 0) {
    const content = filter.tags.length === 0 && !area ? yield* ask(() => reader.content()) : undefined;
    if (content && !content.isMost) return content.count;
    const [access] = yield* ask(() => reader.accesses({ filter, area }));
    if (access?.count) {
      const counted = yield* access.count();
      return area ? yield* countAll(reader, counted, area) : counted.sure;
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
