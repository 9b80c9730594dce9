import type { BBox, Geos } from '@meridian/geo';
import { type HexChange, HexCounts, type HexSum } from '../../pyramid/density/hex-counts.ts';
import { type CountChanges, changedBlock, TileCounts } from '../../pyramid/density/tile-counts.ts';
import { ask, type Effect } from '../effect.ts';
import type { HexesNear, HistoryReader, TileCountsNear } from '../row-reader.ts';
import { type OldRows, OverlayCounts } from './overlay-counts.ts';

/** About what a count of a cell takes in memory. */
const CELL_BYTES = 100;

/**
 * What a density index would have of a version: that of the present, with the changes since taken back. Hexbins cost far more to
 * count than tiles, so that each is counted where somebody asks for it.
 */
export class OverlayDensity {
  readonly #tiles: OverlayCounts<CountChanges>;
  readonly #blocks = new Map<number, Map<number, number>>();
  readonly #hexes: OverlayCounts<HexChange[]>;
  /** By zoom, by tile, by cell. */
  readonly #cells = new Map<number, Map<number, Map<string, number>>>();
  #cellCount = 0;

  constructor(old: OldRows, geos: Geos) {
    this.#tiles = new OverlayCounts(
      old,
      () => new TileCounts(),
      (changes) => this.#addBlocks(changes),
    );
    this.#hexes = new OverlayCounts(
      old,
      () => new HexCounts(() => geos),
      (changes) => this.#addCells(changes),
    );
  }

  get bytes(): number {
    return this.#tiles.bytes + this.#hexes.bytes + this.#cellCount * CELL_BYTES;
  }

  /** As of the present; undefined where others write all the time. Deep blocks that are not stored are none of a version either. */
  *tileCounts(
    reader: HistoryReader,
    block: number,
    box: BBox | undefined,
  ): Effect<TileCountsNear | undefined> {
    const counts = this.#tiles;
    const asked = [{ block, box }];
    const found = yield* counts.withPresent(reader, () => ask(() => reader.tileCounts(asked)));
    const present = found?.[0];
    if (!present) return undefined;
    const changes = this.#blocks.get(block);
    const stored = changes ? changedBlock(present.counts, changes) : present.counts;
    if (!box) return { ...present, counts: present.counts && stored };
    const { inside, across } = counts.largeChanges(box);
    return {
      counts: stored,
      sure: present.sure + inside,
      recheck: [...present.recheck.filter((seq) => !counts.hasChanged(seq)), ...across],
    };
  }

  *hexCounts(reader: HistoryReader, sum: HexSum, box: BBox): Effect<HexesNear | undefined> {
    const counts = this.#hexes;
    const present = yield* counts.withPresent(reader, () => ask(() => reader.hexCounts(sum, box)));
    if (!present) return undefined;
    const cells = new Map(present.cells.map(({ cell, qty }) => [cell, qty]));
    for (const changes of this.#changesIn(sum))
      for (const [cell, change] of changes) cells.set(cell, (cells.get(cell) ?? 0) + change);
    const unchanged = present.large.filter((seq) => !counts.hasChanged(seq));
    return {
      cells: [...cells].flatMap(([cell, qty]) => (qty > 0 ? [{ cell, qty }] : [])),
      large: [...unchanged, ...counts.largeNear(box)].sort((a, b) => a - b),
    };
  }

  *#changesIn({ zoom, from, to, beside }: HexSum): Generator<ReadonlyMap<string, number>, void, void> {
    for (const [tile, cells] of this.#cells.get(zoom) ?? []) if (tile >= from && tile <= to) yield cells;
    const differences = beside && this.#cells.get(beside.zoom)?.get(beside.tile);
    if (differences) yield differences;
  }

  #addBlocks(changes: CountChanges): void {
    for (const [block, by] of changes) {
      const known = this.#blocks.get(block) ?? new Map<number, number>();
      this.#blocks.set(block, known);
      for (const [slot, change] of by) known.set(slot, (known.get(slot) ?? 0) + change);
    }
  }

  #addCells(changes: readonly HexChange[]): void {
    for (const { zoom, tile, cell, change } of changes) {
      const tiles = this.#cells.get(zoom) ?? new Map<number, Map<string, number>>();
      this.#cells.set(zoom, tiles);
      const cells = tiles.get(tile) ?? new Map<string, number>();
      tiles.set(tile, cells);
      if (!cells.has(cell)) this.#cellCount++;
      cells.set(cell, (cells.get(cell) ?? 0) + change);
    }
  }
}
