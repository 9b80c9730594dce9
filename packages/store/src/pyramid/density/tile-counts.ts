import {
  type BBox,
  type Geometry,
  intersectsBox,
  isInside,
  isWebMercatorQuad,
  MERCATOR_LATITUDE,
  rowFromNorth,
  type TileAddress,
  tileAt,
  tileBounds,
  zOrder,
} from '@meridian/geo';
import { levelOf, toUnitBox } from './cell-key.ts';
import { rangeAt, tilesOf } from './tile-range.ts';

/** Tiles of deeper zooms are counted when they are asked for. */
export const DEEPEST_COUNTED = 16;

/** A block has the counts of so many zooms below a tile of zoom 0, 4, 8 or 12, its root; the first that of zoom 0 too. */
const BLOCK_ZOOMS = 4;
const BLOCK_COUNTS = (4 ** (BLOCK_ZOOMS + 1) - 1) / 3;
const TILES_BELOW = 4 ** BLOCK_ZOOMS;
/** Where the counts of tiles so many zooms below the root begin. */
const FIRST_SLOTS = [0, 1, 2, 3, 4].map((depth) => (4 ** depth - 1) / 3);
/** Those of the deepest zoom of a block. */
const DEEPEST_SLOT = FIRST_SLOTS[BLOCK_ZOOMS]!;
/** The number of the first block of roots of zoom 0, 4, 8 and 12. */
const FIRST_BLOCKS = [0, 4, 8, 12].map((root) => (4 ** root - 1) / (TILES_BELOW - 1));

/** Every tile down to this zoom has its count. From it on, a root has a block only where so many features meet it: fewer are counted soon. */
export const DEEP = 8;
export const COUNTED_FROM = 1000;

/** By how much counts change: by block, by slot. */
export type CountChanges = ReadonlyMap<number, BlockChanges>;
export type BlockChanges = ReadonlyMap<number, number>;

/** The zoom of the root of the block that has a zoom. */
function rootZoom(zoom: number): number {
  return zoom <= BLOCK_ZOOMS ? 0 : BLOCK_ZOOMS * Math.floor((zoom - 1) / BLOCK_ZOOMS);
}

/** The number of the first block of roots of a zoom. */
function firstBlock(root: number): number {
  return FIRST_BLOCKS[root / BLOCK_ZOOMS]!;
}

function rootOfBlock(block: number): number {
  let root = 0;
  while (root + BLOCK_ZOOMS < DEEPEST_COUNTED && block >= firstBlock(root + BLOCK_ZOOMS)) root += BLOCK_ZOOMS;
  return root;
}

/** Where the count of a tile so many zooms below the root is, which is at a position of the Z-order curve there. */
function slotOf(depth: number, position: number): number {
  return FIRST_SLOTS[depth]! + position;
}

/** The zoom of the root of the deep block that has a tile; undefined where every tile has such a block. */
export function deepRoot({ z }: TileAddress): number | undefined {
  return z > DEEP ? rootZoom(z) : undefined;
}

/** Whether what is filed under cells of a level is too large for the counts below a deep root: wider or higher than half of it. */
export function isLargeBelow(root: number, level: number): boolean {
  return level < root - 1;
}

/** The deepest zoom on which a feature is counted. */
function deepestFor(level: number): number {
  let deepest = DEEP;
  while (deepest < DEEPEST_COUNTED && !isLargeBelow(deepest, level)) deepest += BLOCK_ZOOMS;
  return deepest;
}

/** By how much writes change how many features meet each tile down to a zoom, edges included. */
export class TileCounts {
  #changes = new Map<number, Map<number, number>>();

  add(geometry: Geometry, box: BBox, sign: 1 | -1): void {
    const unit = toUnitBox(box);
    const isOnMap = box.north < MERCATOR_LATITUDE && box.south > -MERCATOR_LATITUDE;
    for (let zoom = deepestFor(levelOf(unit)); zoom >= 0; zoom--) {
      const range = rangeAt(unit, zoom);
      if (isOnMap && range.left === range.right && range.top === range.bottom)
        return this.#changeUpwards(zoom, zOrder(range.left, range.top), sign);
      for (const tile of tilesOf(range)) {
        const bounds = tileBounds(tile);
        if (isInside(box, bounds) || intersectsBox(geometry, bounds))
          this.#changeUpwards(zoom, zOrder(tile.x, tile.y), sign, zoom);
      }
    }
  }

  /** Changes the counts of a tile and of those above it, up to a zoom. */
  #changeUpwards(zoom: number, position: number, by: number, last = 0): void {
    let [at, rest] = [zoom, position];
    for (let root = rootZoom(zoom); ; root -= BLOCK_ZOOMS) {
      const depth = at - root;
      const tiles = 1 << (2 * depth);
      const above = Math.floor(rest / tiles);
      const inside = rest - above * tiles;
      const changes = this.#block(firstBlock(root) + above);
      for (let up = 0; up <= depth && at - up >= last; up++) {
        if (up === depth && root > 0) break;
        const slot = slotOf(depth - up, inside >> (2 * up));
        changes.set(slot, (changes.get(slot) ?? 0) + by);
      }
      if (root <= last) return;
      [at, rest] = [root, above];
    }
  }

  #block(block: number): Map<number, number> {
    let changes = this.#changes.get(block);
    if (!changes) {
      changes = new Map();
      this.#changes.set(block, changes);
    }
    return changes;
  }

  /** The changes; the next are collected from zero. */
  take(): CountChanges {
    const taken = this.#changes;
    this.#changes = new Map();
    return taken;
  }
}

/** What becomes of stored blocks, in this order; the features that meet the tiles named last are to be counted below them. */
export type ChangedBlocks = {
  written: Map<number, Uint8Array>;
  /** From one block to another, both included. */
  removed: [from: number, to: number][];
  uncounted: TileAddress[];
};

/** `stored`: of the blocks that change, those that are there. */
export function changedBlocks(changes: CountChanges, stored: ReadonlyMap<number, Uint8Array>): ChangedBlocks {
  const changed: ChangedBlocks = { written: new Map(), removed: [], uncounted: [] };
  for (const [block, by] of changes) {
    const root = rootOfBlock(block);
    const before = stored.get(block);
    if (root >= DEEP && !before) continue;
    changed.written.set(block, changedBlock(before, by));
    const below = root + BLOCK_ZOOMS;
    if (below < DEEP || below === DEEPEST_COUNTED) continue;
    const counts = before && toCounts(before);
    for (const [slot, change] of by) {
      if (slot < DEEPEST_SLOT) continue;
      const was = counts?.[slot] ?? 0;
      const position = (block - firstBlock(root)) * TILES_BELOW + slot - DEEPEST_SLOT;
      if (was < COUNTED_FROM && was + change >= COUNTED_FROM) changed.uncounted.push(tileOn(below, position));
      if (was >= COUNTED_FROM && was + change < COUNTED_FROM)
        changed.removed.push(...blocksBelow(below, position));
    }
  }
  return changed;
}

/** Whether a block is there, by those above it: they have the count of its root. */
export function isCounted(block: number, stored: ReadonlyMap<number, Uint8Array>): boolean {
  const root = rootOfBlock(block);
  if (root < DEEP) return true;
  const position = block - firstBlock(root);
  const above = Math.floor(position / TILES_BELOW);
  const counts = stored.get(firstBlock(root - BLOCK_ZOOMS) + above);
  return countAt(counts, DEEPEST_SLOT + position - above * TILES_BELOW) >= COUNTED_FROM;
}

/** The block of a deep root, and those of the roots in it. */
function blocksBelow(root: number, position: number): [from: number, to: number][] {
  const own = firstBlock(root) + position;
  const next = root + BLOCK_ZOOMS;
  if (next === DEEPEST_COUNTED) return [[own, own]];
  const first = firstBlock(next) + position * TILES_BELOW;
  return [
    [own, own],
    [first, first + TILES_BELOW - 1],
  ];
}

/** The blocks of a deep root and of the roots in it that have enough, of all features that meet it. */
export function blocksOf(root: TileAddress, counts: CountChanges): Map<number, Uint8Array> {
  const position = zOrder(root.x, rowFromNorth(root));
  const own = firstBlock(root.z) + position;
  const by = counts.get(own) ?? new Map<number, number>();
  const blocks = new Map([[own, changedBlock(undefined, by)]]);
  if (root.z + BLOCK_ZOOMS === DEEPEST_COUNTED) return blocks;
  for (const [slot, count] of by) {
    if (slot < DEEPEST_SLOT || count < COUNTED_FROM) continue;
    const inside = position * TILES_BELOW + slot - DEEPEST_SLOT;
    for (const [block, one] of blocksOf(tileOn(root.z + BLOCK_ZOOMS, inside), counts)) blocks.set(block, one);
  }
  return blocks;
}

/** The tile of a zoom at a position of the Z-order curve. */
function tileOn(zoom: number, position: number): TileAddress {
  let [x, y] = [0, 0];
  for (let bit = 0; bit < zoom; bit++) {
    const pair = Math.floor(position / 4 ** bit) % 4;
    x |= (pair & 1) << bit;
    y |= (pair >> 1) << bit;
  }
  return tileAt('web', zoom, x, y);
}

/** A block as it is stored, changed by so much. */
export function changedBlock(stored: Uint8Array | undefined, changes: BlockChanges): Uint8Array {
  const counts = stored ? toCounts(stored) : new Uint32Array(BLOCK_COUNTS);
  for (const [slot, change] of changes) counts[slot]! += change;
  return new Uint8Array(counts.buffer);
}

/** The count at a slot of a block as it is stored. */
export function countAt(stored: Uint8Array | undefined, slot: number): number {
  return stored ? new DataView(stored.buffer, stored.byteOffset).getUint32(4 * slot, true) : 0;
}

function toCounts(stored: Uint8Array): Uint32Array {
  return new Uint32Array(new Uint8Array(stored).buffer);
}

/** Where it is stored how many features meet a tile, but for the large ones; undefined where it is not. */
export function countSlot(tile: TileAddress): { block: number; slot: number } | undefined {
  if (!isWebMercatorQuad(tile) || tile.z > DEEPEST_COUNTED) return undefined;
  const root = rootZoom(tile.z);
  const depth = tile.z - root;
  const position = zOrder(tile.x, rowFromNorth(tile));
  const above = Math.floor(position / 4 ** depth);
  return { block: firstBlock(root) + above, slot: slotOf(depth, position - above * 4 ** depth) };
}
