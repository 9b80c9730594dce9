import {
  type BBox,
  type Geometry,
  intersectsBox,
  isInside,
  isWebMercatorQuad,
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

/** Where the count of a tile is stored, which is at a position of the Z-order curve of its zoom. */
function blockOf(zoom: number, position: number): number {
  return zoom <= BLOCK_ZOOM ? 0 : 1 + (position >> (2 * (zoom - BLOCK_ZOOM)));
}

function slotOf(zoom: number, position: number): number {
  const inside = 1 << (2 * (zoom <= BLOCK_ZOOM ? zoom : zoom - BLOCK_ZOOM));
  return (inside - 1) / 3 + (position & (inside - 1));
}

/** By how much writes change how many features meet each tile down to a zoom, edges included. */
export class TileCounts {
  #changes = new Map<number, Int32Array>();

  add(geometry: Geometry, box: BBox, sign: 1 | -1): void {
    const range = tileRange(box, DEEPEST_COUNTED);
    const isInOne = range.left === range.right && range.top === range.bottom;
    if (isInOne && box.north < MERCATOR_LATITUDE && box.south > -MERCATOR_LATITUDE) {
      const position = zOrder(range.left, range.top);
      this.#changeUpwards(DEEPEST_COUNTED, BLOCK_ZOOM + 1, position, sign);
      this.#changeUpwards(BLOCK_ZOOM, 0, position >> (2 * (DEEPEST_COUNTED - BLOCK_ZOOM)), sign);
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
  #changeUpwards(zoom: number, last: number, position: number, by: number): void {
    const changes = this.#block(blockOf(zoom, position));
    for (let up = 0; up <= zoom - last; up++) changes[slotOf(zoom - up, position >> (2 * up))]! += by;
  }

  #change(zoom: number, position: number, by: number): void {
    this.#block(blockOf(zoom, position))[slotOf(zoom, position)]! += by;
  }

  #block(block: number): Int32Array {
    let changes = this.#changes.get(block);
    if (!changes) {
      changes = new Int32Array(BLOCK_COUNTS);
      this.#changes.set(block, changes);
    }
    return changes;
  }

  /** The changes, by block; the next are collected from zero. */
  take(): ReadonlyMap<number, Int32Array> {
    const taken = this.#changes;
    this.#changes = new Map();
    return taken;
  }
}

/** A block as it is stored, changed by so much. */
export function changedBlock(stored: Uint8Array | undefined, changes: Int32Array): Uint8Array {
  const counts = stored ? toCounts(stored) : new Uint32Array(BLOCK_COUNTS);
  for (let slot = 0; slot < BLOCK_COUNTS; slot++) counts[slot]! += changes[slot]!;
  return new Uint8Array(counts.buffer);
}

/** The count at a slot of a block as it is stored. */
export function countAt(stored: Uint8Array | undefined, slot: number): number {
  return stored ? toCounts(stored)[slot]! : 0;
}

function toCounts(stored: Uint8Array): Uint32Array {
  return new Uint32Array(new Uint8Array(stored).buffer);
}

/** Where it is stored how many features meet a tile, but for the large ones; undefined where it is not. */
export function countSlot(tile: TileAddress): { block: number; slot: number } | undefined {
  if (!isWebMercatorQuad(tile) || tile.z > DEEPEST_COUNTED) return undefined;
  const position = zOrder(tile.x, rowFromNorth(tile));
  return { block: blockOf(tile.z, position), slot: slotOf(tile.z, position) };
}
