import type { BBox, Geos } from '@meridian/geo';
import type { ReadRow } from '../../model/feature/row.ts';
import type { AreaTest } from '../../model/query/area.ts';
import type { KeyRange } from '../../pyramid/density/cell-key.ts';
import type { GeometryRows } from '../../pyramid/density/geometry-rows.ts';
import type { StoredCell } from '../../pyramid/tile-blocks/block-cells.ts';
import type { Cell } from '../../pyramid/tile-blocks/cell.ts';
import type { StoredBlock } from '../../pyramid/tile-blocks/draw-blocks.ts';
import type { ColumnReader } from '../columns/column-reader.ts';
import { ask, type Effect, type Maybe, maybe } from '../effect.ts';
import { NoDerivedData } from '../no-derived-data.ts';
import type {
  Access,
  HistoryReader,
  NearCandidates,
  PastDerived,
  RowQuery,
  RowReader,
} from '../row-reader.ts';
import { readVersion, WINDOW } from '../versions.ts';
import { OverlaidAccess } from './overlaid-access.ts';
import type { Overlay } from './overlay.ts';
import { OverlayCache } from './overlay-cache.ts';
import { PastColumns } from './past-columns.ts';
import { VersionAccess } from './version-access.ts';
import { versionRowsAt } from './version-rows.ts';

/** Of this thread. */
const overlays = new OverlayCache();

/** What a version of a space is read with, or where none is named, the present. `geos`: as far as an area is read. */
export function* readerAt(
  reader: HistoryReader,
  version: number | undefined,
  { geos, cache = overlays }: { geos?: Geos | undefined; cache?: OverlayCache } = {},
): Effect<RowReader> {
  if (version === undefined) return reader;
  return new PastReader(reader, version, yield* cache.overlayOf(reader, version), geos);
}

/**
 * A space as it was in a version. Where little has changed since, it is read as the present is, by all of its indexes and
 * columns and by what is derived from it, with the changes taken back; otherwise every row of the version is looked at.
 */
class PastReader extends NoDerivedData implements RowReader {
  readonly isDistributed: boolean;
  readonly maxWindow = WINDOW;
  readonly columns: ColumnReader | undefined;
  readonly past: PastDerived | undefined;
  readonly #reader: HistoryReader;
  readonly #version: number;
  readonly #overlay: Overlay | undefined;

  constructor(reader: HistoryReader, version: number, overlay: Overlay | undefined, geos: Geos | undefined) {
    super();
    this.isDistributed = reader.isDistributed;
    this.#reader = reader;
    this.#version = version;
    this.#overlay = overlay;
    this.columns = overlay && reader.columns && new PastColumns(reader, reader.columns, overlay);
    this.past = overlay &&
      geos && {
        drawn: (boxes) => overlay.drawn(reader, boxes),
        tileCounts: (block, box) => overlay.density(geos).tileCounts(reader, block, box),
        hexCounts: (sum, box) => overlay.density(geos).hexCounts(reader, sum, box),
      };
  }

  content() {
    return maybe(this.#content());
  }

  *#content() {
    const content = yield* ask(() => this.#reader.content());
    const count = this.#overlay?.count;
    // Every feature that ever was has a position of its own.
    return count === undefined ? { ...content, count: content.lastSeq, isMost: true } : { ...content, count };
  }

  stepRows(chunkBytes?: number): Maybe<number> {
    return this.#reader.stepRows(chunkBytes);
  }

  snapshot<T>(work: Effect<T>): Effect<T> {
    return this.#reader.snapshot(work);
  }

  accesses(query: RowQuery): Maybe<Access[]> {
    return maybe(this.#accesses(query));
  }

  *#accesses(query: RowQuery): Effect<Access[]> {
    const overlay = this.#overlay;
    if (!overlay) return [new VersionAccess(this.#reader, this.#version, query)];
    const present = yield* ask(() => this.#reader.accesses(query));
    return present.map((access) => new OverlaidAccess(this.#reader, access, overlay, query));
  }

  hasNearby(area: AreaTest, count: number): Maybe<boolean> {
    const others = count - (this.#overlay?.size ?? count);
    return others <= 0 || this.#reader.hasNearby(area, others);
  }

  byPositions(seqs: readonly number[], area?: AreaTest): Maybe<ReadRow[]> {
    const overlay = this.#overlay;
    if (!overlay) return maybe(readVersion(this.#reader, this.#version, { seqs }));
    const present = (unchanged: number[]) => this.#reader.byPositions(unchanged, area);
    return maybe(versionRowsAt(this.#reader, overlay, seqs, present, area));
  }

  byIds(ids: readonly string[]): Maybe<ReadRow[]> {
    return maybe(readVersion(this.#reader, this.#version, { ids }));
  }

  override isAllInside(box: BBox): Maybe<boolean> {
    return maybe(this.#isAllInside(box));
  }

  *#isAllInside(box: BBox): Effect<boolean> {
    const overlay = this.#overlay;
    if (!overlay || !(yield* ask(() => this.#reader.isAllInside(box)))) return false;
    // What was written while it was looked at may be in it.
    yield* overlay.extend(this.#reader, false);
    return overlay.isAllInside(box);
  }

  override hasDensity(): Maybe<boolean> {
    return this.past !== undefined && this.#reader.hasDensity();
  }

  override *nearCandidates(
    fraction: number,
    ranges: readonly KeyRange[],
    geometryRows: GeometryRows,
    max: number,
    above?: number,
  ): Effect<NearCandidates | undefined> {
    // Of what is near now, some may have come since.
    const most = max + this.#overlay!.changed.size;
    const present = yield* this.#reader.nearCandidates(fraction, ranges, geometryRows, most, above);
    return present && (yield* this.#overlay!.near(this.#reader, present, fraction, geometryRows, max));
  }

  override hasTileBlocks(): Maybe<boolean> {
    return this.past !== undefined && this.#reader.hasTileBlocks();
  }

  override cellsWithin(cells: readonly Cell[]): Maybe<StoredCell[][]> {
    return this.#reader.cellsWithin(cells);
  }

  override tileBlocks(cells: readonly StoredCell[]): Maybe<StoredBlock[] | undefined> {
    return this.#reader.tileBlocks(cells);
  }

  idsAfter(after: number, limit: number): Maybe<{ seq: number; id: string }[]> {
    return maybe(this.#idsAfter(after, limit));
  }

  *#idsAfter(after: number, limit: number): Effect<{ seq: number; id: string }[]> {
    const { lastSeq } = yield* ask(() => this.#reader.content());
    const window = { after, upTo: lastSeq, limit, part: undefined };
    return (yield* readVersion(this.#reader, this.#version, window)).map(({ seq, id }) => ({ seq, id }));
  }
}
