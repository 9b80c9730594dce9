import { type BBox, sampleRank, tileBounds } from '@meridian/geo';
import type { ReadRow } from '../model/feature/row.ts';
import type { AreaTest } from '../model/query/area.ts';
import { ancestorsOf, type KeyRange, rangesOf } from '../pyramid/density/cell-key.ts';
import { GeometryRows } from '../pyramid/density/geometry-rows.ts';
import { PARTS, partAbove } from '../pyramid/density/sample-classes.ts';
import type { TileSample } from './auto-tile-sink.ts';
import { hasDensity } from './density.ts';
import { type Effect, forEach } from './effect.ts';
import { autoOf, type RowRead } from './row-read.ts';
import type { BuildRequest, RowReader } from './row-reader.ts';
import { MAX_COLLECTED, rowsAt, scannedRows } from './scan.ts';
import { tilesAround } from './tile-shares.ts';

/**
 * The rows that a tile may show of which not all fit, from what is filed by location and rank: as much as the
 * share of the tile, in the margin also as much as those of the tiles there, and all that is large. Undefined where nothing is filed.
 */
export function* sharedRows(
  reader: RowReader,
  read: RowRead,
  area: AreaTest,
  { shares, building }: TileSample,
): Effect<Effect<void, ReadRow[]> | undefined, BuildRequest> {
  const auto = autoOf(read);
  if (!auto || !shares) return undefined;
  if (building === 0) return rowsAt(reader, [], area);
  if (building === undefined && (shares.own >= 1 || !(yield* hasDensity(reader)))) return undefined;
  const { tile, maxFeatures } = auto;
  const filed = new FiledRows(reader, area);
  yield* filed.add(rangesOf(area.boxes), area.boxes, shares.own);
  yield* filed.addLarge(ancestorsOf(area.boxes, Math.max(0, tile.z - 2)), 4 * maxFeatures);
  const strips: BBox[] = [];
  for (const one of tilesAround(tile)) {
    const share = shares.in(one);
    if (share <= shares.own) continue;
    const boxes = area.boxes.flatMap((box) => common(box, tileBounds(one)) ?? []);
    if (share >= 1 && building === undefined) strips.push(...boxes);
    else if (boxes.length > 0) yield* filed.add(rangesOf(boxes), boxes, share);
  }
  return rowsOfAll(reader, read, area, filed.seqs, strips);
}

/** Positions of features that are filed somewhere and rank low enough. */
class FiledRows {
  readonly seqs = new Set<number>();
  readonly #reader: RowReader;
  readonly #area: AreaTest;

  constructor(reader: RowReader, area: AreaTest) {
    this.#reader = reader;
    this.#area = area;
  }

  *add(ranges: readonly KeyRange[], boxes: readonly BBox[], share: number): Effect<void> {
    const near = yield* this.#near(partAbove(share), ranges, boxes);
    for (const [seq, id] of near ?? []) if (id === '' || sampleRank(id) < share) this.seqs.add(seq);
  }

  /** All of them, or, of very many, the first by rank: at least `enough`. */
  *addLarge(ranges: readonly KeyRange[], enough: number): Effect<void> {
    let near = yield* this.#near(1, ranges, this.#area.boxes, MAX_COLLECTED);
    for (const part of PARTS) {
      if (near) break;
      const found = yield* this.#near(part, ranges, this.#area.boxes);
      if (found!.length >= enough || part === 1) near = found;
    }
    for (const [seq] of near!) this.seqs.add(seq);
  }

  *#near(
    part: number,
    ranges: readonly KeyRange[],
    boxes: readonly BBox[],
    max = Infinity,
  ): Effect<[seq: number, id: string][] | undefined> {
    const rows = new GeometryRows({ ...this.#area, boxes }, undefined);
    const found = yield* this.#reader.nearCandidates(part, ranges, rows, max);
    if (!found) return undefined;
    const near: [number, string][] = [];
    for (const step of found.near.steps(MAX_COLLECTED, found.at))
      for (const [seq, id] of step) near.push([seq, id]);
    return near;
  }
}

/** Those at positions, then those of parts of the margin that are shown whole. */
function* rowsOfAll(
  reader: RowReader,
  read: RowRead,
  area: AreaTest,
  seqs: ReadonlySet<number>,
  strips: readonly BBox[],
): Effect<void, ReadRow[]> {
  const ordered = [...seqs].sort((a, b) => a - b);
  yield* rowsAt(reader, ordered, area);
  if (strips.length === 0) return;
  const { filter } = read.query;
  yield* forEach(
    scannedRows(reader, { filter, area: { ...area, boxes: strips } }, { after: 0 }),
    function* (rows) {
      const others = rows.filter(({ seq }) => !seqs.has(seq));
      // In the strip is not yet in the area: nothing is known of where in its box a feature is.
      for (const row of others) row.needsRecheck = true;
      yield others;
    },
  );
}

/** What two boxes have in common; undefined where they do not meet. */
function common(a: BBox, b: BBox): BBox | undefined {
  const box = {
    west: Math.max(a.west, b.west),
    south: Math.max(a.south, b.south),
    east: Math.min(a.east, b.east),
    north: Math.min(a.north, b.north),
  };
  return box.west <= box.east && box.south <= box.north ? box : undefined;
}
