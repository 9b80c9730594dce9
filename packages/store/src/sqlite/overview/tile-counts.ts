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
} from '@meridian/geo';
import { zOrder } from './cell-key.ts';
import { tileRange, tilesOf } from './tile-range.ts';

/** Tiles of deeper zooms are counted when they are asked for. */
export const DEEPEST_COUNTED = 8;

/** A block has the counts of four or five zooms: of 0 to 4, or of 5 to 8 in one tile of zoom 4. */
const BLOCK_ZOOM = 4;
const BLOCK_COUNTS = (4 ** (BLOCK_ZOOM + 1) - 1) / 3;

/** Where the count of a tile is kept. */
type Slot = { block: number; at: number };

function slotOf(zoom: number, place: number): Slot {
  if (zoom <= BLOCK_ZOOM) return { block: 0, at: (4 ** zoom - 1) / 3 + place };
  const below = zoom - BLOCK_ZOOM;
  const inside = 4 ** below;
  return { block: 1 + Math.floor(place / inside), at: (inside - 1) / 3 + (place % inside) };
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
      for (let zoom = 0; zoom <= DEEPEST_COUNTED; zoom++) {
        const up = DEEPEST_COUNTED - zoom;
        this.#change(zoom, range.left >> up, range.top >> up, sign);
      }
      return;
    }
    for (let zoom = 0; zoom <= DEEPEST_COUNTED; zoom++)
      for (const tile of tilesOf(tileRange(box, zoom))) {
        const bounds = tileBounds(tile);
        if (isInside(box, bounds) || intersectsBox(geometry, bounds))
          this.#change(zoom, tile.x, tile.y, sign);
      }
  }

  #change(zoom: number, x: number, y: number, by: number): void {
    const { block, at } = slotOf(zoom, zOrder(x, y));
    this.#block(block)[at]! += by;
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
  const { block, at } = slotOf(tile.z, zOrder(tile.x, rowFromNorth(tile)));
  const row = database.prepare('SELECT counts FROM overview_count WHERE block = ?').get(block);
  return toCounts(row)?.[at] ?? 0;
}
