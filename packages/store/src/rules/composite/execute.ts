import { type Geos, sampleRank } from '@meridian/geo';
import type { ReadRow } from '../../model/feature/row.ts';
import type { AreaTest } from '../../model/query/area.ts';
import { StoredFeature } from '../../model/query/match.ts';
import { type FeaturePath, NO_FILTER } from '../../model/query/query.ts';
import { showRow } from '../../model/query/view.ts';
import type { CompositeSource, FeatureSource } from '../../model/source.ts';
import { aggregate } from '../../read/aggregate/aggregate.ts';
import { profile } from '../../read/aggregate/profile.ts';
import { weightOf } from '../../read/auto-tile-sink.ts';
import { matchingBatches } from '../../read/batches.ts';
import { areaAround, countsAround, type Shown, sharedTile } from '../../read/count.ts';
import { type Effect, forEach } from '../../read/effect.ts';
import { type Execution, execute } from '../../read/execute.ts';
import { encode } from '../../read/feature-sink.ts';
import { readerAt } from '../../read/past/past-reader.ts';
import { rankedFilter, rankOrder, tileByTile } from '../../read/ranked-rows.ts';
import {
  type AnyRead,
  areaOfTile,
  autoOf,
  countedArea,
  fixedFraction,
  type Read,
  type RowRead,
  rankedBy,
  sampledFrom,
  sampledPart,
  sinkOf,
} from '../../read/row-read.ts';
import type { HistoryReader, RowQuery, RowReader } from '../../read/row-reader.ts';
import { consume } from '../../read/row-sink.ts';
import { rowsOf } from '../../read/scan.ts';
import type { Standing } from '../../read/tile-standings.ts';
import { withFilter } from '../../read/with-filter.ts';
import { combinedCount } from './combined-reads.ts';
import { combinedRows } from './combined-rows.ts';
import { combinedSort } from './combined-sort.ts';
import { asked, type CompositeQuery, type QuestionResult } from './composite-query.ts';
import { isComposite, leavesOf, toNode } from './composite-source.ts';

type ReaderOf = (storageKey: string) => HistoryReader;

/** What is made ready before a read: its area, and GEOS if area or filter need it. */
export type ReadTools = { area: AreaTest | undefined; geos: Geos | undefined };

/** Any read of a space, which is named, or of several as one. */
export function executeRead(
  source: string | CompositeSource,
  read: AnyRead,
  { area, geos }: ReadTools,
  readerOf: ReaderOf,
): Execution {
  const { version } = read.query;
  const rows = (query: RowQuery) => rowsOfSource(source, query, readerOf, version);
  if (read.kind === 'profile') return profile(rows({ filter: NO_FILTER }));
  if (read.kind === 'aggregate') {
    const from = {
      ...(typeof source === 'string' && {
        *batches(query: RowQuery, paths: readonly FeaturePath[], needsBoxes: boolean) {
          const reader = yield* readerAt(readerOf(source), version);
          yield* matchingBatches(reader, query, paths, needsBoxes);
        },
      }),
      rows,
      rowsOf: (other: FeatureSource) =>
        rowsOfSource(isComposite(other) ? other : other.storageKey, { filter: NO_FILTER }, readerOf),
    };
    return withFilter(read.query.filter, geos, () => aggregate(from, read.query, area, geos));
  }
  return withFilter(read.query.filter, geos, () =>
    typeof source === 'string'
      ? executeAt(readerOf(source), read, { area, geos })
      : executeCombined(source, sourcesOf(source, readerOf), read, area),
  );
}

function* executeAt(reader: HistoryReader, read: Read, { area, geos }: ReadTools): Execution {
  return yield* execute(yield* readerAt(reader, read.query.version, { geos }), read, area);
}

/** The rows that may pass, of a space, as it is or was in a version, or of several as one. */
function* rowsOfSource(
  source: string | CompositeSource,
  query: RowQuery,
  readerOf: ReaderOf,
  version?: number,
): Effect<void, ReadRow[]> {
  if (typeof source === 'string')
    yield* rowsOf(yield* readerAt(readerOf(source), version), query, { after: 0 });
  else yield* combinedRows(toNode(source), sourcesOf(source, readerOf), query, 0);
}

/** A query of several spaces as one whose result is one piece. */
export function executeQuery(
  composite: CompositeSource,
  question: CompositeQuery,
  geos: Geos | undefined,
  readerOf: ReaderOf,
): Effect<QuestionResult> {
  return asked(question, toNode(composite), sourcesOf(composite, readerOf), geos);
}

function sourcesOf(composite: CompositeSource, readerOf: ReaderOf): HistoryReader[] {
  return leavesOf(composite).map(({ storageKey }) => readerOf(storageKey));
}

/** Several spaces as one; `sources` are those at its ends, in their order. */
function* executeCombined(
  composite: CompositeSource,
  sources: readonly RowReader[],
  read: Read,
  area: AreaTest | undefined,
): Execution {
  const node = toNode(composite);
  if (read.kind === 'features' && (read.query.sort.length > 0 || read.query.rankedBy)) {
    const { view } = read.query;
    return yield* forEach(combinedSort(node, sources, read.query, area), function* (rows) {
      if (rows.length > 0) yield encode(rows.map((row) => showRow(row, view)));
    });
  }
  const { filter } = read.query;
  const shown = yield* shownOf(node, sources, read, area);
  const [part, after] = read.kind === 'features' ? [read.query.part, read.query.after] : [undefined, 0];
  const rows = combinedRows(node, sources, { filter, area, ...(part && { part }) }, after);
  return yield* consume(rows, sinkOf(read, { area, ...shown }));
}

/** Which part of what matches is shown. */
function* shownOf(
  node: ReturnType<typeof toNode>,
  sources: readonly RowReader[],
  read: RowRead,
  area: AreaTest | undefined,
): Effect<Shown> {
  const { filter } = read.query;
  const countIn = (area: AreaTest | undefined) => combinedCount(node, sources, { filter, area });
  const auto = fixedFraction(read) === undefined ? autoOf(read) : undefined;
  if (!auto || !area) {
    const count = sampledFrom(read) === Infinity ? 0 : yield* countIn(area && countedArea(read, area));
    return { part: sampledPart(read, count), count };
  }
  if ((yield* countIn(areaAround(area, auto.tile))) < sampledFrom(read)) return { part: 1 };
  const first =
    rankedBy(read) && tileByTile((tile) => firstWithin(node, sources, read, areaOfTile(area, tile)));
  const counts = yield* countsAround(auto, (tile) => countIn(areaOfTile(area, tile)));
  return yield* sharedTile(auto, counts, first);
}

/** The features that come first in the area of a tile by the rank of the space, in order. */
function* firstWithin(
  node: ReturnType<typeof toNode>,
  sources: readonly RowReader[],
  read: RowRead,
  area: AreaTest,
): Effect<Standing[]> {
  const { rank, max: limit } = rankedBy(read)!;
  const query = {
    filter: rankedFilter(read, rank),
    sort: rankOrder(rank),
    limit,
    tiesByChance: true as const,
  };
  const first: Standing[] = [];
  yield* forEach(combinedSort(node, sources, query, area), function* (rows) {
    for (const row of rows)
      first.push({
        weight: weightOf(new StoredFeature(row.id, row), rank) ?? -Infinity,
        rank: sampleRank(row.id),
        seq: row.seq,
      });
    yield undefined;
  });
  return first;
}
