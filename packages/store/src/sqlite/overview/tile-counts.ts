import type { DatabaseSync, StatementSync } from 'node:sqlite';
import {
  type BBox,
  type Geometry,
  intersectsBox,
  isInside,
  MERCATOR_LATITUDE,
  rowFromNorth,
  type TileAddress,
  tileBounds,
  zOrder,
} from '@meridian/geo';
import { tileRange, tilesOf } from './tile-range.ts';

/** Tiles of deeper zooms are counted when they are asked for. */
export const DEEPEST_COUNTED = 8;

/** A block has the counts of four or five zooms: of 0 to 4, or of 5 to 8 in one tile of zoom 4. */
const BLOCK_ZOOM = 4;
const BLOCK_COUNTS = (4 ** (BLOCK_ZOOM + 1) - 1) / 3;

/** Where the count of a tile is kept, which is at a place of the Z-order curve of its zoom. */
function blockOf(zoom: number, place: number): number {
  return zoom <= BLOCK_ZOOM ? 0 : 1 + (place >> (2 * (zoom - BLOCK_ZOOM)));
}

function slotOf(zoom: number, place: number): number {
  const inside = 1 << (2 * (zoom <= BLOCK_ZOOM ? zoom : zoom - BLOCK_ZOOM));
  return (inside - 1) / 3 + (place & (inside - 1));
}

/** How many features meet each tile down to a zoom, edges included, kept by every write. */
export class TileCounts {
  readonly #read: StatementSync;
  readonly #write: StatementSync;
  readonly #blocks = new Map<number, Uint32Array>();
  readonly #changed = new Set<number>();

  constructor(database: DatabaseSync) {
    this.#read = database.prepare('SELECT counts FROM overview_count WHERE block = ?');
    this.#write = database.prepare('INSERT OR REPLACE INTO overview_count VALUES (?, ?)');
  }

  add(geometry: Geometry, box: BBox, sign: 1 | -1): void {
    const range = tileRange(box, DEEPEST_COUNTED);
    const isInOne = range.left === range.right && range.top === range.bottom;
    if (isInOne && box.north < MERCATOR_LATITUDE && box.south > -MERCATOR_LATITUDE) {
      const place = zOrder(range.left, range.top);
      this.#changeUpwards(DEEPEST_COUNTED, BLOCK_ZOOM + 1, place, sign);
      this.#changeUpwards(BLOCK_ZOOM, 0, place >> (2 * (DEEPEST_COUNTED - BLOCK_ZOOM)), sign);
      return;
    }
    for (let zoom = 0; zoom <= DEEPEST_COUNTED; zoom++)
      for (const tile of tilesOf(tileRange(box, zoom))) {
        const bounds = tileBounds(tile);
        if (isInside(box, bounds) || intersectsBox(geometry, bounds))
          this.#change(zoom, zOrder(tile.x, tile.y), sign);
      }
  }

  /** Changes the counts of a tile and of those above it, as far as they are in the same block. */
  #changeUpwards(zoom: number, last: number, place: number, by: number): void {
    const block = blockOf(zoom, place);
    const counts = this.#block(block);
    for (let up = 0; up <= zoom - last; up++) counts[slotOf(zoom - up, place >> (2 * up))]! += by;
    this.#changed.add(block);
  }

  #change(zoom: number, place: number, by: number): void {
    const block = blockOf(zoom, place);
    this.#block(block)[slotOf(zoom, place)]! += by;
    this.#changed.add(block);
  }

  #block(block: number): Uint32Array {
    let counts = this.#blocks.get(block);
    if (!counts) {
      counts = toCounts(this.#read.get(block)) ?? new Uint32Array(BLOCK_COUNTS);
      this.#blocks.set(block, counts);
    }
    return counts;
  }

  flush(): void {
    for (const block of this.#changed)
      this.#write.run(block, new Uint8Array(this.#blocks.get(block)!.buffer));
    this.#changed.clear();
  }

  /** What memory holds of a transaction that was undone. */
  forget(): void {
    this.#blocks.clear();
    this.#changed.clear();
  }
}

function toCounts(row: Record<string, unknown> | undefined): Uint32Array | undefined {
  return row && new Uint32Array((row.counts as Uint8Array).slice().buffer);
}

/** How many features meet a tile, but for the large ones; undefined where that is not kept. */
export function readTileCount(database: DatabaseSync, tile: TileAddress): number | undefined {
  if (tile.scheme === 'here' || tile.z > DEEPEST_COUNTED) return undefined;
  const place = zOrder(tile.x, rowFromNorth(tile));
  const block = blockOf(tile.z, place);
  const row = database.prepare('SELECT counts FROM overview_count WHERE block = ?').get(block);
  return toCounts(row)?.[slotOf(tile.z, place)] ?? 0;
}
