import type { TileAddress } from '../tile/tile-address.ts';
import { rowFromNorth } from '../tile/tile-address.ts';
import { TileFrame } from '../tile/tile-frame.ts';
import { BlockDictionary } from './block-dictionary.ts';
import { GeometryEncoder } from './geometry-encoder.ts';
import { LINE, POINT } from './kinds.ts';
import type { TileBlock } from './tile-block.ts';
import { TileLayer, unitsOf } from './tile-layer.ts';

const EXTENT = 4096;

/** Features that are drawn otherwise than their blocks have them: those numbers are left out, these blocks are drawn too. */
export type BlockChanges = { hasChanged(number: number): boolean; blocks: readonly TileBlock[] };

/** One layer of a vector tile drawn from tile blocks: the same bytes that a `TileWriter` makes of the same features. */
export class BlockTile {
  readonly #blocks: readonly TileBlock[];
  readonly #layer: TileLayer;
  readonly #geometry: GeometryEncoder;
  readonly #dictionary: BlockDictionary;
  /** Pairs of a block and one of its entries, in the order of features, each entry once. */
  readonly #entries: Uint32Array;
  #next = 0;

  constructor(
    layer: string,
    tile: TileAddress,
    bufferPixels: number,
    blocks: readonly TileBlock[],
    changes?: BlockChanges,
  ) {
    this.#blocks = changes ? [...blocks, ...changes.blocks] : blocks;
    this.#geometry = new GeometryEncoder(new TileFrame(tile, EXTENT), unitsOf(bufferPixels, EXTENT));
    this.#dictionary = new BlockDictionary(this.#blocks);
    const isLeftOut = (block: number, order: number) =>
      block < blocks.length && changes!.hasChanged(Math.floor(order / 4));
    this.#entries = entriesNear(this.#blocks, tile, bufferPixels, changes && isLeftOut);
    this.#layer = new TileLayer(layer, EXTENT, this.count);
  }

  /** How many entries may be drawn: features, and a few more where there are collections. */
  get count(): number {
    return this.#entries.length / 2;
  }

  /** Draws up to `max` more entries; false when all are drawn. */
  draw(max: number): boolean {
    const end = Math.min(this.count, this.#next + max);
    for (; this.#next < end; this.#next++)
      this.#drawEntry(this.#entries[2 * this.#next]!, this.#entries[2 * this.#next + 1]!);
    return end < this.count;
  }

  /** The tile; no bytes at all if nothing is in it. Called once, at the end. */
  finish(): Uint8Array<ArrayBuffer> {
    const bytes = this.#layer.finish(this.#dictionary.keys, this.#dictionary.values);
    this.#dictionary.end();
    return bytes;
  }

  #drawEntry(source: number, entry: number): void {
    const block = this.#blocks[source]!;
    const kind = block.order[entry]! % 4;
    this.#geometry.begin();
    this.#drawParts(block, entry, kind);
    if (this.#geometry.commands.length === 0) return;
    this.#dictionary.describe(source, entry);
    this.#layer.add(kind, this.#dictionary.pairs, this.#geometry.commands);
  }

  #drawParts({ coords, partsFrom, partEnds }: TileBlock, entry: number, kind: number): void {
    const first = partsFrom[entry]!;
    const end = partsFrom[entry + 1]!;
    let from = first === 0 ? 0 : partEnds[first - 1]! >>> 1;
    let hasOuter = false;
    for (let part = first; part < end; part++) {
      const to = partEnds[part]! >>> 1;
      if (kind === POINT) this.#geometry.projectedPoints(coords, from, to);
      else if (kind === LINE) this.#geometry.projectedLine(coords, from, to);
      else if (partEnds[part]! & 1) hasOuter = this.#geometry.projectedRing(coords, from, to, true);
      else if (hasOuter) this.#geometry.projectedRing(coords, from, to, false);
      from = to;
    }
  }
}

/** Entries whose boxes meet the tile with its buffer, and that are not left out. */
function entriesNear(
  blocks: readonly TileBlock[],
  tile: TileAddress,
  bufferPixels: number,
  isLeftOut: ((block: number, order: number) => boolean) | undefined,
): Uint32Array {
  const size = 2 ** -tile.z;
  const buffer = size * (bufferPixels / 256 + ROUNDING);
  const left = tile.x * size - buffer;
  const right = (tile.x + 1) * size + buffer;
  const top = rowFromNorth(tile) * size - buffer;
  const bottom = (rowFromNorth(tile) + 1) * size + buffer;
  const found = new Uint32Array(2 * blocks.reduce((sum, { order }) => sum + order.length, 0));
  let length = 0;
  for (let s = 0; s < blocks.length; s++) {
    const { boxes, order } = blocks[s]!;
    for (let entry = 0, at = 0; entry < order.length; entry++, at += 4)
      if (
        boxes[at]! <= right &&
        boxes[at + 2]! >= left &&
        boxes[at + 1]! <= bottom &&
        boxes[at + 3]! >= top &&
        !isLeftOut?.(s, order[entry]!)
      ) {
        found[length++] = s;
        found[length++] = entry;
      }
  }
  const near = found.subarray(0, length);
  return blocks.length > 1 ? sortedOnce(blocks, near) : near;
}

/** Part of a tile; more than rounding moves an edge by. */
const ROUNDING = 1e-6;

/** In the order of features; an entry in more than one block appears once. */
function sortedOnce(blocks: readonly TileBlock[], found: Uint32Array): Uint32Array {
  const orders = new Float64Array(found.length / 2);
  const order = new Uint32Array(orders.length);
  for (let i = 0; i < order.length; i++) {
    orders[i] = blocks[found[2 * i]!]!.order[found[2 * i + 1]!]!;
    order[i] = i;
  }
  order.sort((a, b) => orders[a]! - orders[b]!);
  const sorted = new Uint32Array(found.length);
  let length = 0;
  let last = -1;
  for (const i of order) {
    if (orders[i] === last) continue;
    last = orders[i]!;
    sorted[length++] = found[2 * i]!;
    sorted[length++] = found[2 * i + 1]!;
  }
  return sorted.subarray(0, length);
}
