import { type BBox, type Geometry, MOST_ROOM } from '@meridian/geo';
import type { ReadRow } from '../model/feature/row.ts';
import type { AreaTest } from '../model/query/area.ts';
import { ancestorsOf, COARSE_EDGES, type KeyRange, rangesOf } from '../pyramid/density/cell-key.ts';
import { type Candidate, GeometryRows, geometryOf, isPlainPoint } from '../pyramid/density/geometry-rows.ts';
import { PARTS } from '../pyramid/density/sample-classes.ts';
import type { TileSample } from './auto-tile-sink.ts';
import { hasDensity } from './density.ts';
import { type Effect, forEach } from './effect.ts';
import { autoOf, type RowRead } from './row-read.ts';
import type { BuildRequest, NearCandidates, RowReader } from './row-reader.ts';
import { MAX_COLLECTED, rowsAt, scannedRows, WHOLE_BYTES } from './scan.ts';
import { marginOf } from './tile-margin.ts';
import type { TileShares } from './tile-shares.ts';

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
  // From this share on all are shown, or may be.
  const whole = auto.isRoomFiled ? MOST_ROOM : 1;
  if (building === undefined && (shares.own >= whole || !(yield* hasDensity(reader)))) return undefined;
  const { tile, maxFeatures } = auto;
  const filed = new FiledRows(reader, area, shares, auto.isRoomFiled);
  yield* filed.addOwn();
  yield* filed.addLarge(ancestorsOf(area.boxes, Math.max(0, tile.z - 2)), 4 * maxFeatures);
  const strips: BBox[] = [];
  /** By share, from one power of two to the next: what is read together has little in vain. */
  const beside = new Map<number, { boxes: BBox[]; most: number }>();
  for (const { tile: one, boxes } of marginOf(area, tile)) {
    const share = shares.in(one);
    if (share <= shares.own) continue;
    if (share >= whole && building === undefined) strips.push(...boxes);
    else {
      const power = Math.ceil(Math.log2(share));
      const alike = beside.get(power) ?? { boxes: [], most: 0 };
      beside.set(power, { boxes: [...alike.boxes, ...boxes], most: Math.max(alike.most, share) });
    }
  }
  for (const { boxes, most } of beside.values()) yield* filed.addBeside(boxes, most);
  return rowsOfAll(reader, read, area, filed, strips);
}

/** Positions of features that are filed somewhere and rank low enough. */
class FiledRows {
  /** By position, the share of each. */
  readonly shareOf = new Map<number, number>();
  /** The geometries that are filed, which then need not be parsed. */
  readonly geometries = new Map<number, Geometry>();
  readonly #reader: RowReader;
  readonly #area: AreaTest;
  readonly #shares: TileShares;
  readonly #isRoomFiled: boolean;
  /** What reaches out of the tile, and is not shown for its share. */
  readonly #inMargin: { found: NearCandidates; seq: number; offset: number }[] = [];

  /** `isRoomFiled`: the room that entries name is the one that features take on this tile. */
  constructor(reader: RowReader, area: AreaTest, shares: TileShares, isRoomFiled: boolean) {
    this.#reader = reader;
    this.#area = area;
    this.#shares = shares;
    this.#isRoomFiled = isRoomFiled;
  }

  /** Those in the tile whose own share their rank is below, and which is no more than that of the tile; where no id is filed, all. */
  *addOwn(): Effect<void> {
    const most = this.#shares.own;
    // There are many classes, and the margin of a tile would fall into hundreds of ranges of each.
    const ranges = rangesOf(this.#area.boxes, COARSE_EDGES);
    const found = (yield* this.#near(Math.min(1, most), ranges, this.#area.boxes))!;
    const { seqs, offsets } = found.near;
    for (let i = 0; i < seqs.length; i++) {
      const offset = offsets[i]!;
      if (this.#add(found, seqs[i]!, offset, most) || this.#shares.isWithin(found.boxAt(offset))) continue;
      this.#inMargin.push({ found, seq: seqs[i]!, offset });
    }
  }

  /** The same in the margin, where shares are greater. What ranks low enough for the tile has been read. */
  *addBeside(boxes: readonly BBox[], most: number): Effect<void> {
    const area = new GeometryRows({ boxes }, undefined);
    for (const { found, seq, offset } of this.#inMargin)
      if (area.isNearby(found.at(offset))) this.#add(found, seq, offset, most);
    const found = (yield* this.#near(
      Math.min(1, most),
      rangesOf(boxes, COARSE_EDGES),
      boxes,
      Infinity,
      Math.min(1, this.#shares.own),
    ))!;
    const { seqs, offsets } = found.near;
    for (let i = 0; i < seqs.length; i++) this.#add(found, seqs[i]!, offsets[i]!, most);
  }

  /** Whether it is settled what becomes of one, whatever else is asked for. */
  #add({ at, drawnAt, rankAt, boxAt }: NearCandidates, seq: number, offset: number, most: number): boolean {
    const rank = rankAt(offset, this.#isRoomFiled);
    if (this.shareOf.has(seq)) return true;
    // Most are not shown whatever their share.
    if (rank >= most && this.#shares.isSampled) return false;
    const share = this.#shares.of(boxAt(offset));
    if (rank < Math.min(share, most)) this.#take(seq, share, drawnAt(offset));
    else if (isPlainPoint(at(offset))) this.#shares.isSampled = true;
    // Whether there is more than is shown depends on whether it is in the tile, which its box does not say.
    else if (!this.#shares.isSampled) this.shareOf.set(seq, share);
    return this.shareOf.has(seq);
  }

  #take(seq: number, share: number, candidate: Candidate): void {
    this.shareOf.set(seq, share);
    const geometry = geometryOf(candidate);
    if (geometry) this.geometries.set(seq, geometry);
  }

  /** All of them, or, of very many, the first by rank: at least `enough`. */
  *addLarge(ranges: readonly KeyRange[], enough: number): Effect<void> {
    let found = yield* this.#near(1, ranges, this.#area.boxes, MAX_COLLECTED);
    for (const part of PARTS) {
      if (found) break;
      const some = yield* this.#near(part, ranges, this.#area.boxes);
      if (some!.near.size >= enough || part === 1) found = some;
    }
    const {
      near: { seqs, offsets },
      boxAt,
    } = found!;
    seqs.forEach((seq, i) => {
      this.shareOf.set(seq, this.#shares.of(boxAt(offsets[i]!)));
    });
  }

  #near(
    part: number,
    ranges: readonly KeyRange[],
    boxes: readonly BBox[],
    max = Infinity,
    above?: number,
  ): Effect<NearCandidates | undefined> {
    const rows = new GeometryRows({ ...this.#area, boxes }, undefined);
    return this.#reader.nearCandidates(part, ranges, rows, max, above);
  }
}

/** Those at positions, then those of parts of the margin that are shown whole. */
function* rowsOfAll(
  reader: RowReader,
  read: RowRead,
  area: AreaTest,
  { shareOf, geometries }: FiledRows,
  strips: readonly BBox[],
): Effect<void, ReadRow[]> {
  const ordered = [...shareOf.keys()].sort((a, b) => a - b);
  // A tile is of few rows that are far apart: each step more would take as long as fifty of them.
  yield* forEach(rowsAt(reader, ordered, area, WHOLE_BYTES), function* (rows) {
    for (const row of rows) {
      row.share = shareOf.get(row.seq)!;
      const geometry = geometries.get(row.seq);
      if (geometry) row.filedGeometry = geometry;
    }
    yield rows;
  });
  if (strips.length === 0) return;
  const { filter } = read.query;
  yield* forEach(
    scannedRows(reader, { filter, area: { ...area, boxes: strips } }, { after: 0 }),
    function* (rows) {
      const others = rows.filter(({ seq }) => !shareOf.has(seq));
      // In the strip is not yet in the area: nothing is known of where in its box a feature is.
      for (const row of others) row.needsRecheck = true;
      yield others;
    },
  );
}
