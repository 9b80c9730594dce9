import type { AreaTest } from '../model/query/area.ts';
import type { FeatureFilter } from '../model/query/query.ts';
import { chosenColumns } from './columns/choose-columns.ts';
import { countByColumns } from './columns/count-columns.ts';
import { countAll, countInTile, hasDensity } from './density.ts';
import { ask, type Effect, forEach } from './effect.ts';
import type { SamplingPlan } from './plan.ts';
import { RowFilter } from './row-filter.ts';
import { countedArea, countedTileOf, fixedFraction, type RowRead, sampledPart } from './row-read.ts';
import type { BuildRequest, RowReader } from './row-reader.ts';
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
  const columns = yield* chosenColumns(reader, { filter, area });
  if (columns) return yield* countByColumns(reader, columns, { filter, area });
  const rowFilter = new RowFilter({ tests: filter.tests, area, part: 1 });
  let count = 0;
  yield* forEach(scannedRows(reader, { filter, area }, { after: 0 }), function* (rows) {
    for (const row of rows) if (rowFilter.feature(row) && rowFilter.meets(row)) count++;
    yield undefined;
  });
  return count;
}
