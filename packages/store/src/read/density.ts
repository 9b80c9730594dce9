import {
  type BBox,
  boxesMeet,
  type Geometry,
  intersectsBox,
  type TileAddress,
  tileBounds,
} from '@meridian/geo';
import type { ReadRow } from '../model/feature/row.ts';
import type { AreaTest } from '../model/query/area.ts';
import { ancestorsOf, COARSE_EDGES, levelOf, rangesOf, toUnitBox } from '../pyramid/density/cell-key.ts';
import {
  boxOfCandidate,
  type Candidate,
  GeometryRows,
  geometryOf,
} from '../pyramid/density/geometry-rows.ts';
import { binnedArea, type HexSum, hexSum } from '../pyramid/density/hex-counts.ts';
import { MAX_RANGES, WORTH_IT } from '../pyramid/density/sample-classes.ts';
import { countAt, countSlot, deepRoot, isLargeBelow } from '../pyramid/density/tile-counts.ts';
import { ask, type Effect, forEach } from './effect.ts';
import { RowFilter } from './row-filter.ts';
import type {
  BuildRequest,
  Counted,
  CountsAsked,
  HexesNear,
  NearCandidates,
  RowReader,
  TileCountsNear,
} from './row-reader.ts';
import { MAX_COLLECTED, rowsAt } from './scan.ts';

/** Whether the density of a space can be read. If not, and it is worth it, it is asked for at once. */
export function* hasDensity(reader: RowReader): Effect<boolean, BuildRequest> {
  if (yield* ask(() => reader.hasDensity())) return true;
  const { count, isMost } = yield* ask(() => reader.content());
  if (!isMost && count >= WORTH_IT) yield { build: 'densityIndex' };
  return false;
}

/** What is stored to count tiles by, of all of them at once; in place of those that have none, undefined. */
export function* storedCounts(
  reader: RowReader,
  tiles: readonly TileAddress[],
): Effect<(TileCountsNear | undefined)[]> {
  const asked = tiles.map(askedFor);
  const found = yield* ask(() => reader.tileCounts(asked.flatMap((one) => one ?? [])));
  let next = 0;
  return asked.map((one) => one && found[next++]);
}

function askedFor(tile: TileAddress): CountsAsked | undefined {
  const position = countSlot(tile);
  return position && { block: position.block, box: isDeep(tile) ? undefined : tileBounds(tile) };
}

function isDeep(tile: TileAddress): boolean {
  return deepRoot(tile) !== undefined;
}

/** Whether so many features meet a deep tile by what is stored, as far as that is known. */
export function isKnownToHave(stored: TileCountsNear | undefined, tile: TileAddress, least: number): boolean {
  return stored?.counts !== undefined && countAt(stored.counts, countSlot(tile)!.slot) >= least;
}

/**
 * How many features meet a tile, as far as it matters: `isSame` tells of two counts whether they come to the same.
 * Undefined where it is not stored, and for a deep tile where it is below `least`, unless those near it that are too large for the
 * counts of its zoom, `large`, have been read: the spatial index counts so few as well. `stored`: what was read before.
 */
export function* countInTile(
  reader: RowReader,
  tile: TileAddress,
  area: AreaTest,
  isSame: (low: number, high: number) => boolean,
  large: LargeFeatures,
  least = 0,
  stored?: TileCountsNear,
): Effect<number | undefined> {
  const asked = askedFor(tile);
  if (!asked) return undefined;
  const counted =
    stored ??
    (reader.past
      ? yield* reader.past.tileCounts(asked.block, asked.box)
      : (yield* ask(() => reader.tileCounts([asked])))[0]);
  if (!counted) return undefined;
  if (isDeep(tile) && !isKnownToHave(counted, tile, large.isRead ? 0 : least)) return undefined;
  const { sure, recheck } = isDeep(tile) ? yield* large.meeting(tileBounds(tile)) : counted;
  const known = countAt(counted.counts, countSlot(tile)!.slot) + sure;
  if (isSame(known, known + recheck.length)) return known;
  return known + (yield* countMeeting(reader, recheck, area));
}

/** Features that are too large for the counts of a deep tile and of those around it: read once, where they are asked for. */
export class LargeFeatures {
  readonly #reader: RowReader;
  readonly #root: number;
  readonly #boxes: readonly BBox[];
  #found: { seq: number; box: BBox; geometry: Geometry | undefined }[] | undefined;

  constructor(reader: RowReader, tile: TileAddress, { boxes }: AreaTest) {
    this.#reader = reader;
    this.#root = deepRoot(tile) ?? 0;
    this.#boxes = boxes;
  }

  get isRead(): boolean {
    return this.#found !== undefined;
  }

  /** How many meet a tile for sure, and those whose geometries must be looked at. */
  *meeting(bounds: BBox): Effect<Counted> {
    this.#found ??= yield* this.#read();
    const counted: Counted = { sure: 0, recheck: [] };
    for (const { seq, box, geometry } of this.#found)
      if (!boxesMeet(box, bounds)) continue;
      else if (!geometry) counted.recheck.push(seq);
      else if (intersectsBox(geometry, bounds)) counted.sure++;
    return counted;
  }

  *#read() {
    const rows = new GeometryRows({ boxes: this.#boxes }, undefined);
    const cells = ancestorsOf(this.#boxes, this.#root - 2);
    const { near, drawnAt } = (yield* this.#reader.nearCandidates(1, cells, rows, Infinity))!;
    return Array.from(near.offsets, drawnAt)
      .map((candidate) => {
        return { seq: candidate[0], box: boxOfCandidate(candidate), geometry: geometryOf(candidate) };
      })
      .filter(({ box }) => isLargeBelow(this.#root, levelOf(toUnitBox(box))));
  }
}

/** How many of the rows at positions meet the area. */
export function* countMeeting(reader: RowReader, seqs: readonly number[], area: AreaTest): Effect<number> {
  const rowFilter = new RowFilter({ tests: [], area, part: 1 });
  let count = 0;
  yield* forEach(rowsAt(reader, seqs, area), function* (rows) {
    for (const row of rows) if (rowFilter.meets(row)) count++;
    yield undefined;
  });
  return count;
}

/** The same with those that are counted already. */
export function* countAll(reader: RowReader, { sure, recheck }: Counted, area: AreaTest): Effect<number> {
  return sure + (recheck.length > 0 ? yield* countMeeting(reader, recheck, area) : 0);
}

/** The rows of what is filed near an area, a part of all features; undefined where it is not worth it. */
export function* filedRows(
  reader: RowReader,
  area: AreaTest,
  geometryRows: GeometryRows,
  fraction: number,
  isGeometryOnly: boolean,
  most = MAX_COLLECTED,
): Effect<Effect<void, ReadRow[]> | undefined> {
  // There are many classes, and the margin of a tile would fall into hundreds of ranges of each.
  const ranges = rangesOf(area.boxes, COARSE_EDGES);
  if (fraction === 1 && ranges.length > MAX_RANGES) return undefined;
  const max = fraction === 1 ? most : Infinity;
  const filed = yield* reader.nearCandidates(fraction, ranges, geometryRows, max);
  if (!filed) return undefined;
  return isGeometryOnly
    ? geometriesOnly(reader, filed, geometryRows)
    : rowsAt(reader, [...filed.near.seqs], area);
}

/** What is shown of them is small, whatever the size of the features. The rows of those whose geometries are not filed are read together. */
function* geometriesOnly(
  reader: RowReader,
  { near: { seqs, offsets }, at, rowAt }: NearCandidates,
  geometryRows: GeometryRows,
): Effect<void, ReadRow[]> {
  const step = yield* ask(() => reader.stepRows(Infinity));
  for (let from = 0; from < seqs.length; ) {
    const others: Candidate[] = [];
    let end = from;
    for (; end < seqs.length && others.length < step; end++)
      if (!rowAt(offsets[end]!, geometryRows)) others.push(at(offsets[end]!));
    const read = yield* rowsOfOthers(reader, others, true);
    for (let next = 0; from < end; from += step) {
      const rows: ReadRow[] = [];
      const to = Math.min(from + step, end);
      for (let i = from; i < to; i++) {
        const row = rowAt(offsets[i]!, geometryRows);
        if (row) rows.push(row);
      }
      const first = next;
      while (next < read.length && read[next]!.seq <= seqs[to - 1]!) next++;
      yield first === next ? rows : geometryRows.inOrder(rows, read.slice(first, next), others);
    }
    from = end;
  }
}

function* rowsOfOthers(
  reader: RowReader,
  others: readonly Candidate[],
  isInSample: boolean,
): Effect<ReadRow[]> {
  if (others.length === 0) return [];
  const seqs = others.map(([seq]) => seq);
  const read = yield* ask(() => reader.byPositions(seqs));
  for (const row of read) row.isInSample = isInSample;
  return read;
}

/** Rows of which the geometries are known, and those of other candidates, in insertion order; `isInSample`: the others are. */
export function* withTexts(
  reader: RowReader,
  known: ReadRow[],
  others: readonly Candidate[],
  geometryRows: GeometryRows,
  isInSample: boolean,
): Effect<ReadRow[]> {
  const read = yield* rowsOfOthers(reader, others, isInSample);
  return geometryRows.inOrder(known, read, others);
}

/** The hexbins of an area at a resolution; undefined where they are not stored. */
export function* countedHexes(
  reader: RowReader,
  area: AreaTest,
  resolution: number,
): Effect<HexesNear | undefined, BuildRequest> {
  const [box, ...others] = area.boxes;
  if (!box || !area.isBoxes || others.length > 0) return undefined;
  const sum = yield* hexSumOf(reader, box, resolution);
  if (!sum || !(yield* hasDensity(reader))) return undefined;
  return reader.past ? yield* reader.past.hexCounts(sum, box) : yield* ask(() => reader.hexCounts(sum, box));
}

function* hexSumOf(reader: RowReader, box: BBox, resolution: number): Effect<HexSum | undefined> {
  const tile = binnedArea(box, false);
  const sum = tile && hexSum(tile, resolution);
  if (sum) return sum;
  const world = hexSum('world', resolution);
  return world && (yield* ask(() => reader.isAllInside(box))) ? world : undefined;
}
