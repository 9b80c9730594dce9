import {
  type BlockChanges,
  BlockTile,
  type Geometry,
  readTileBlock,
  type TileBlock,
  TileBlockWriter,
} from '@meridian/geo';
import { geometryText, propertiesText } from '../../model/feature/feature-text.ts';
import type { ReadRow } from '../../model/feature/row.ts';
import type { TileQuery } from '../../model/query/query.ts';

/** More features than this beside the tile blocks are not read one by one: then all may be. */
const MAX_OTHERS = 200;

/** A tile block as it is stored; `others` is a list of numbers, as JSON text. */
export type StoredBlock = { others: string; bytes: Uint8Array };

/** What a tile is drawn from: tile blocks, and the numbers of features to be read beside them. */
export type Drawable = { tileBlocks: TileBlock[]; others: number[] };

/** Undefined where tile blocks can't be used. */
export function drawableFrom(stored: readonly StoredBlock[]): Drawable | undefined {
  const blocks: TileBlock[] = [];
  const others = new Set<number>();
  for (const { others: listed, bytes } of stored) {
    const block = readTileBlock(bytes);
    if (!block) return undefined;
    if (block.order.length > 0) blocks.push(block);
    if (listed !== '[]') for (const seq of JSON.parse(listed) as number[]) others.add(seq);
  }
  if (others.size > MAX_OTHERS) return undefined;
  return { tileBlocks: blocks, others: [...others].sort((a, b) => a - b) };
}

/** A tile block of rows, in insertion order; undefined where they have too many different values. */
export function blockOf(rows: Iterable<ReadRow>): TileBlock | undefined {
  const writer = new TileBlockWriter();
  for (const row of rows)
    writer.add(row.seq, row.id, JSON.parse(geometryText(row)) as Geometry, propertiesText(row));
  const bytes = writer.finish();
  return bytes && readTileBlock(bytes);
}

/**
 * The tile of tile blocks and of the rows beside them, in insertion order; undefined where it must be drawn row by row.
 * `changes` are of the blocks: rows are what they should be.
 */
export function tileOf(
  query: TileQuery,
  blocks: TileBlock[],
  beside: readonly ReadRow[],
  changes?: BlockChanges,
): BlockTile | undefined {
  const another = beside.length > 0 ? blockOf(beside) : undefined;
  if (beside.length > 0 && !another) return undefined;
  const rows = another ? [another] : [];
  const { layer, marginPixels } = query;
  const tile = changes
    ? new BlockTile(layer, query.tile, marginPixels, blocks, withBlocks(changes, rows))
    : new BlockTile(layer, query.tile, marginPixels, [...blocks, ...rows]);
  return tile.count <= query.limit ? tile : undefined;
}

function withBlocks(changes: BlockChanges, more: readonly TileBlock[]): BlockChanges {
  return { hasChanged: (number) => changes.hasChanged(number), blocks: [...changes.blocks, ...more] };
}
