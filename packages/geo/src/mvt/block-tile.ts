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
    const isLeftOut = (block: number, order: number) =>
      block < blocks.length && changes!.hasChanged(Math.floor(order / 4));
    const entries = entriesNear(this.#blocks, tile, bufferPixels, changes && isLeftOut);
    this.#entries =
      entries.length > 1 ? mergedOnce(this.#blocks, entries) : (entries[0] ?? new Uint32Array());
    this.#dictionary = new BlockDictionary(this.#blocks, this.#entries);
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

/** Of each block that has any, entries whose boxes meet the tile with its buffer, and that are not left out. */
function entriesNear(
  blocks: readonly TileBlock[],
  tile: TileAddress,
  bufferPixels: number,
  isLeftOut: ((block: number, order: number) => boolean) | undefined,
): Uint32Array[] {
  const size = 2 ** -tile.z;
  const buffer = size * (bufferPixels / 256 + ROUNDING);
  const left = tile.x * size - buffer;
  const right = (tile.x + 1) * size + buffer;
  const top = rowFromNorth(tile) * size - buffer;
  const bottom = (rowFromNorth(tile) + 1) * size + buffer;
  return blocks.flatMap(({ boxes, order }, block) => {
    const found = new Uint32Array(2 * order.length);
    let length = 0;
    for (let entry = 0, at = 0; entry < order.length; entry++, at += 4)
      if (
        boxes[at]! <= right &&
        boxes[at + 2]! >= left &&
        boxes[at + 1]! <= bottom &&
        boxes[at + 3]! >= top &&
        !isLeftOut?.(block, order[entry]!)
      ) {
        found[length++] = block;
        found[length++] = entry;
      }
    return length > 0 ? [found.subarray(0, length)] : [];
  });
}

/** Part of a tile; more than rounding moves an edge by. */
const ROUNDING = 1e-6;

/** In the order of features, which each list has; an entry in more than one block appears once. */
function mergedOnce(blocks: readonly TileBlock[], lists: readonly Uint32Array[]): Uint32Array {
  // The shortest first, so that what is long is not copied again and again.
  const [first, ...others] = lists.toSorted((a, b) => a.length - b.length);
  return others.reduce((merged, list) => mergedTwo(blocks, merged, list), first!);
}

function mergedTwo(blocks: readonly TileBlock[], a: Uint32Array, b: Uint32Array): Uint32Array {
  const merged = new Uint32Array(a.length + b.length);
  const orderOf = (list: Uint32Array, i: number) =>
    i < list.length ? blocks[list[i]!]!.order[list[i + 1]!]! : Number.POSITIVE_INFINITY;
  let [i, k, length] = [0, 0, 0];
  while (i < a.length || k < b.length) {
    const next = orderOf(a, i);
    const other = orderOf(b, k);
    merged[length++] = next <= other ? a[i]! : b[k]!;
    merged[length++] = next <= other ? a[i + 1]! : b[k + 1]!;
    if (next <= other) i += 2;
    if (other <= next) k += 2;
  }
  return merged.subarray(0, length);
}
