import {
  type BBox,
  type BlockChanges,
  boxesMeet,
  boxOf,
  type Geos,
  isEmptyBBox,
  isInside,
} from '@meridian/geo';
import { TRUE } from '../../columns/outcomes.ts';
import { parseGeometry } from '../../model/feature/feature-text.ts';
import type { ReadRow } from '../../model/feature/row.ts';
import { hasTags } from '../../model/feature/tags.ts';
import { indexAbove } from '../../model/first-index.ts';
import type { AreaTest } from '../../model/query/area.ts';
import { tagsOf } from '../../model/query/match.ts';
import type { GeometryRows } from '../../pyramid/density/geometry-rows.ts';
import type { PastBlock, PastRows } from '../columns/past-rows.ts';
import { ask, type Effect } from '../effect.ts';
import type { HistoryReader, NearCandidates, RowQuery } from '../row-reader.ts';
import { requireVersion } from '../version-range.ts';
import { OverlayCandidates } from './overlay-candidates.ts';
import { OverlayColumns } from './overlay-columns.ts';
import { OverlayDensity } from './overlay-density.ts';
import { type BoxedRow, OverlayTiles } from './overlay-tiles.ts';

/** So much that has changed since a version is held in memory; beyond, every row of the version is looked up. */
const MAX_CHANGED = 10_000;
export const MAX_OVERLAY_BYTES = 16 * 1024 * 1024;
/** A feature may have changed more than once. */
const MAX_CHANGES = 2 * MAX_CHANGED;
/** So often the number of features is tried to be known while others write. */
const COUNT_ATTEMPTS = 3;

/** So many rows are held against a filter one by one: columns of them are made where they are more. */
const MAX_WITHOUT_COLUMNS = 256;

/** A feature as it was. Its box is computed where it is asked for. */
type OldRow = { row: ReadRow; box?: BBox | null };

/**
 * What has changed since a version: which features, and what they were in it. With the present it makes the version. The
 * version never changes, but the present does: `extend` follows it.
 */
export class Overlay implements PastRows {
  readonly version: number;
  /** How many features the version had, once that is known. */
  count: number | undefined;
  #textBytes = 0;
  #latest: number;
  readonly #changed = new Set<number>();
  /** The same, ascending. */
  #positions: number[] = [];
  #columns: OverlayColumns | undefined;
  readonly #maxWithoutColumns: number;
  #tiles: OverlayTiles | undefined;
  #density: OverlayDensity | undefined;
  readonly #candidates = new OverlayCandidates();
  #rows: OldRow[] = [];
  /** The same in the order in which they came. */
  #arrived: readonly OldRow[] = [];
  /** Their positions. */
  #seqs = new Float64Array(0);

  constructor(version: number, maxWithoutColumns = MAX_WITHOUT_COLUMNS) {
    this.version = version;
    this.#maxWithoutColumns = maxWithoutColumns;
    this.#latest = version;
  }

  /** What it holds in memory. */
  get bytes(): number {
    const derived = [this.#columns, this.#tiles, this.#density];
    return derived.reduce((sum, one) => sum + (one?.bytes ?? 0), this.#textBytes);
  }

  /** Takes in what has changed since the last time; false where that is too much. */
  *extend(reader: HistoryReader, isBounded: boolean): Effect<boolean> {
    const { version } = this;
    const range = yield* ask(() => reader.versions());
    requireVersion(range, version);
    if (range.latest <= this.#latest) return true;
    const limit = isBounded ? MAX_CHANGES + 1 : Number.MAX_SAFE_INTEGER;
    const seqs = yield* ask(() => reader.changedSince(this.#latest, limit));
    if (seqs.length >= limit) return false;
    const fresh = [...new Set(seqs)].filter((seq) => !this.#changed.has(seq));
    if (isBounded && this.#changed.size + fresh.length > MAX_CHANGED) return false;
    const step = yield* ask(() => reader.stepRows());
    const rows: ReadRow[] = [];
    let bytes = 0;
    for (let from = 0; from < fresh.length; from += step) {
      const these = fresh.slice(from, from + step);
      for (const row of yield* ask(() => reader.rowsOfVersion(version, { seqs: these }))) {
        rows.push(row);
        bytes += row.text.length;
      }
      if (isBounded && this.#textBytes + bytes > MAX_OVERLAY_BYTES) return false;
      yield undefined;
    }
    // What has expired meanwhile may be gone in part.
    requireVersion(yield* ask(() => reader.versions()), version);
    this.#take(fresh, rows, range.latest);
    return true;
  }

  /** At once, so that others who read the same version see all of it or nothing. */
  #take(seqs: readonly number[], rows: readonly ReadRow[], latest: number): void {
    const fresh = rows.filter(({ seq }) => !this.#changed.has(seq));
    for (const seq of seqs) this.#changed.add(seq);
    this.#positions = [...this.#changed].sort((a, b) => a - b);
    for (const { text } of fresh) this.#textBytes += text.length;
    this.#arrived = [...this.#arrived, ...fresh.map((row) => ({ row }))];
    this.#rows = [...this.#arrived].sort((a, b) => a.row.seq - b.row.seq);
    this.#seqs = Float64Array.from(this.#rows, ({ row }) => row.seq);
    this.#latest = Math.max(this.#latest, latest);
  }

  /** Finds out how many features there were, if nothing is written for a moment. */
  *learnCount(reader: HistoryReader): Effect<void> {
    for (let attempt = 0; this.count === undefined && attempt < COUNT_ATTEMPTS; attempt++) {
      if (!(yield* this.extend(reader, true))) return;
      const changed = [...this.#changed];
      const old = this.#rows.length;
      const { version, count } = yield* ask(() => reader.presentCount());
      if (version !== this.#latest) continue;
      const present = changed.length > 0 ? (yield* ask(() => reader.idsAt(changed))).length : 0;
      const again = yield* ask(() => reader.presentCount());
      if (again.version === version && this.#latest === version) this.count = count - present + old;
    }
  }

  hasChanged(seq: number): boolean {
    return this.#changed.has(seq);
  }

  /** All positions that have changed. */
  get changed(): ReadonlySet<number> {
    return this.#changed;
  }

  /** What is near in the present, with the changes taken back; undefined if that is more than `max`. */
  *near(
    reader: HistoryReader,
    present: NearCandidates,
    fraction: number,
    geometryRows: GeometryRows,
    max: number,
  ): Effect<NearCandidates | undefined> {
    // What was written while it was read may be in it.
    yield* this.extend(reader, false);
    if (this.#candidates.rows < this.#arrived.length) this.#candidates.take(this.#arrived.map(boxed));
    const hasChanged = (seq: number) => this.#changed.has(seq);
    return this.#candidates.near(present, hasChanged, fraction, geometryRows, max);
  }

  /** Whether all that has changed was inside of a box. */
  isAllInside(box: BBox): boolean {
    return this.#rows.every((old) => {
      const one = boxOfRow(old);
      return one === null || isEmptyBBox(one) || isInside(one, box);
    });
  }

  density(geos: Geos): OverlayDensity {
    this.#density ??= new OverlayDensity(this, geos);
    return this.#density;
  }

  get size(): number {
    return this.#rows.length;
  }

  changedBetween(first: number, last: number): number[] {
    const from = indexAbove(this.#positions, first - 1);
    return this.#positions.slice(from, indexAbove(this.#positions, last));
  }

  *evaluate(query: RowQuery, others: readonly string[] = []): Effect<PastBlock | undefined> {
    const rows = this.#rows;
    if (rows.length - (this.#columns?.rows ?? 0) > this.#maxWithoutColumns)
      this.#columns = yield* OverlayColumns.of(rows.map(({ row }) => row));
    return this.#columns && (yield* this.#columns.evaluate(query, others));
  }

  /** What is drawn near boxes instead of features that have changed; undefined where that must be done row by row. */
  *drawn(reader: HistoryReader, boxes: readonly BBox[]): Effect<BlockChanges | undefined> {
    yield* this.extend(reader, false);
    // Another read may have made them, or taken in more, while these were made.
    for (let rows = this.#arrived; this.#tiles?.rows !== rows.length; rows = this.#arrived) {
      const tiles = yield* OverlayTiles.of(rows.map(boxed), this.#tiles);
      if (!tiles) return undefined;
      if (tiles.rows > (this.#tiles?.rows ?? -1)) this.#tiles = tiles;
    }
    return { hasChanged: (seq) => this.#changed.has(seq), blocks: this.#tiles.near(boxes) };
  }

  outside(past: PastBlock | undefined, first: number, last: number): number[] {
    const known = past ? past.block.positions : [];
    const seqs: number[] = [];
    // All of it is what it ever was.
    if (known.length === this.#seqs.length) return seqs;
    let at = indexAbove(known, first - 1);
    for (let i = indexAbove(this.#seqs, first - 1); i < this.#seqs.length; i++) {
      const seq = this.#seqs[i]!;
      if (seq > last) break;
      while (at < known.length && known[at]! < seq) at++;
      if (known[at] !== seq) seqs.push(seq);
    }
    return seqs;
  }

  /** What was at positions, which ascend; with an area, whether it may reach out of it. */
  rowsAt(seqs: readonly number[], area?: AreaTest): ReadRow[] {
    return seqs.flatMap((seq) => {
      const old = this.#changed.has(seq) ? this.#rows[indexAbove(this.#seqs, seq - 1)] : undefined;
      return old?.row.seq === seq ? [heldAgainst(old, area)] : [];
    });
  }

  /** What was between two positions and may pass: tags and partition do, boxes meet, and `past` leaves it open. */
  rowsBetween(
    after: number,
    upTo: number,
    { filter, part, area }: RowQuery,
    past: PastBlock | undefined,
  ): ReadRow[] {
    const found: ReadRow[] = [];
    const known = past ? past.block.positions : [];
    let at = indexAbove(known, after);
    for (let i = indexAbove(this.#seqs, after); i < this.#rows.length; i++) {
      const seq = this.#seqs[i]!;
      if (seq > upTo) break;
      while (at < known.length && known[at]! < seq) at++;
      if (known[at] === seq && (past!.outcomes[at]! & TRUE) === 0) continue;
      const old = this.#rows[i]!;
      if (part && seq % part.count !== part.index) continue;
      if (area && !meetsOne(boxOfRow(old), area.boxes)) continue;
      if (filter.tags.length > 0 && !hasTags(tagsOf(old.row), filter.tags)) continue;
      found.push(heldAgainst(old, area));
    }
    return found;
  }
}

function boxed(old: OldRow): BoxedRow {
  return { row: old.row, box: boxOfRow(old) };
}

function boxOfRow(old: OldRow): BBox | null {
  if (old.box === undefined) {
    const geometry = parseGeometry(old.row);
    old.box = geometry && boxOf(geometry);
  }
  return old.box;
}

/** With a mark where it lies in the area for sure. */
function heldAgainst(old: OldRow, area: AreaTest | undefined): ReadRow {
  const box = area?.isBoxes ? boxOfRow(old) : null;
  const isInArea = box !== null && !isEmptyBBox(box) && area!.boxes.some((one) => isInside(box, one));
  // A copy: readers set fields on it that hold for that read alone.
  return isInArea ? { ...old.row, needsRecheck: false } : { ...old.row };
}

function meetsOne(box: BBox | null, boxes: readonly BBox[]): boolean {
  return box !== null && boxes.some((one) => boxesMeet(one, box));
}
