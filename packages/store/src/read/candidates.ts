import { VisibilityFilter } from '@meridian/geo';
import type { ReadRow } from '../model/feature/row.ts';
import type { AreaTest } from '../model/query/area.ts';
import { GeometryRows, isPlainPoint, pointRow } from '../pyramid/density/geometry-rows.ts';
import { chosenColumns } from './columns/choose-columns.ts';
import { columnRows } from './columns/column-rows.ts';
import type { ColumnStats } from './columns/regions.ts';
import { tileRows } from './columns/tile-rows.ts';
import type { Shown } from './count.ts';
import { filedRows, hasDensity, withTexts } from './density.ts';
import { ask, type Effect } from './effect.ts';
import { type CandidateSource, candidateSources } from './plan.ts';
import { isGeometryOnly, type RowRead, rankedBy, readPart, vizTileOf } from './row-read.ts';
import type { BuildRequest, RowQuery, RowReader } from './row-reader.ts';
import { rowsAt, type ScanRange, scan, scannedRows } from './scan.ts';
import type { TileShares } from './tile-shares.ts';

type Rows = Effect<void, ReadRow[]>;

/** The rows that may belong to a response, in insertion order, from the source that gives the least to look at. */
export function* candidateRows(
  reader: RowReader,
  read: RowRead,
  area: AreaTest | undefined,
  shown: Pick<Shown, 'part' | 'shares'>,
  trace: (taken: CandidateSource, stats?: ColumnStats) => void = () => {},
): Effect<void, ReadRow[] | BuildRequest> {
  const stats = { read: 0, skipped: 0 };
  for (const source of candidateSources(read, area, shown.part)) {
    const rows = yield* rowsFrom(source, reader, read, area, shown, stats);
    if (!rows) continue;
    try {
      return yield* rows;
    } finally {
      trace(source, source === 'columns' ? stats : undefined);
    }
  }
}

/** Undefined where the source does not have them, or not at less cost. */
function* rowsFrom(
  source: CandidateSource,
  reader: RowReader,
  read: RowRead,
  area: AreaTest | undefined,
  shown: Pick<Shown, 'part' | 'shares'>,
  stats: ColumnStats,
): Effect<Rows | undefined, BuildRequest> {
  const { query, range } = scanOf(read, area);
  const fraction = readPart(read, shown.part);
  switch (source) {
    case 'density':
      if (!(yield* hasDensity(reader))) return undefined;
      return yield* filedRows(reader, area!, geometryRowsOf(read, area!), fraction, isGeometryOnly(read));
    case 'geometries':
      return yield* geometryRows(reader, query, range, geometryRowsOf(read, area!));
    case 'sampled ids':
      return yield* sampledRows(reader, query, range.after, fraction);
    case 'columns': {
      const columns = yield* chosenColumns(reader, query);
      if (!columns) return undefined;
      return read.kind === 'tile' && area
        ? tileRows(reader, columns, { filter: query.filter, area }, stats, decisiveShares(read, shown.shares))
        : columnRows(reader, columns, query, range, stats);
    }
    case 'version':
    case 'rows':
      return scannedRows(reader, query, range);
  }
}

/** Up to this share, to look at the ids of all features costs less than to read those in vain that a tile does not show. */
const SMALL_SHARE = 1 / 2;

/** What a tile does not show by chance is not read; features with a rank are shown for another reason. */
function decisiveShares(read: RowRead, shares: TileShares | undefined): TileShares | undefined {
  return shares && shares.own <= SMALL_SHARE && !rankedBy(read) ? shares : undefined;
}

function scanOf(read: RowRead, area: AreaTest | undefined): { query: RowQuery; range: ScanRange } {
  const query = { filter: read.query.filter, area };
  if (read.kind !== 'features') return { query, range: { after: 0 } };
  const { part, after, limit } = read.query;
  return { query: { ...query, ...(part && { part }) }, range: { after, limit } };
}

function geometryRowsOf(read: RowRead, area: AreaTest): GeometryRows {
  const tile = vizTileOf(read);
  return new GeometryRows(area, tile && new VisibilityFilter(tile));
}

function* geometryRows(
  reader: RowReader,
  query: RowQuery,
  range: ScanRange,
  geometryRows: GeometryRows,
): Effect<Rows | undefined> {
  const [access] = yield* ask(() => reader.accesses(query));
  if (!access?.candidates) return undefined;
  return scan(reader, query, range, function* (access, batch) {
    const found = yield* ask(() => access.candidates!(batch));
    const near = found.candidates.filter((candidate) => geometryRows.isNearby(candidate));
    const points = near.flatMap((candidate) => pointRow(candidate, geometryRows) ?? []);
    for (const row of points) row.isInSample = false;
    const others = near.filter((candidate) => !isPlainPoint(candidate));
    yield yield* withTexts(reader, points, others, geometryRows, false);
    return found;
  });
}

function* sampledRows(
  reader: RowReader,
  query: RowQuery,
  after: number,
  fraction: number,
): Effect<Rows | undefined> {
  const access = (yield* ask(() => reader.accesses(query))).at(-1);
  if (!access?.sample) return undefined;
  return rowsAt(reader, yield* access.sample(after, fraction), query.area);
}
