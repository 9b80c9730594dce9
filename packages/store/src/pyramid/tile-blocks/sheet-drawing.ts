import { BlockTile, type Geometry, readTileBlock, type TileBlock, TileBlockWriter } from '@meridian/geo';
import { geometryText, propertiesText } from '../../model/feature/feature-text.ts';
import type { ReadRow } from '../../model/feature/row.ts';
import type { TileQuery } from '../../model/query/query.ts';

/** More features than this beside the sheets are not read one by one: then all may be. */
const MOST_OTHERS = 200;

/** A sheet as it is kept; `others` is a list of numbers, as JSON text. */
export type KeptSheet = { others: string; bytes: Uint8Array };

/** What a tile is drawn from: sheets, and the numbers of features to be read beside them. */
export type Drawable = { sheets: TileBlock[]; others: number[] };

/** Undefined where sheets can't be used. */
export function drawableFrom(kept: readonly KeptSheet[]): Drawable | undefined {
  const sheets: TileBlock[] = [];
  const others = new Set<number>();
  for (const { others: listed, bytes } of kept) {
    const sheet = readTileBlock(bytes);
    if (!sheet) return undefined;
    if (sheet.order.length > 0) sheets.push(sheet);
    if (listed !== '[]') for (const seq of JSON.parse(listed) as number[]) others.add(seq);
  }
  if (others.size > MOST_OTHERS) return undefined;
  return { sheets, others: [...others].sort((a, b) => a - b) };
}

/** A sheet of rows that are read beside others, in insertion order. */
function sheetOf(rows: Iterable<ReadRow>): TileBlock | undefined {
  const writer = new TileBlockWriter();
  for (const row of rows)
    writer.add(row.seq, row.id, JSON.parse(geometryText(row)) as Geometry, propertiesText(row));
  const bytes = writer.finish();
  return bytes && readTileBlock(bytes);
}

/** The tile of sheets and of the rows beside them, in insertion order; undefined where it must be drawn row by row. */
export function tileOf(
  query: TileQuery,
  sheets: TileBlock[],
  beside: readonly ReadRow[],
): BlockTile | undefined {
  const another = beside.length > 0 ? sheetOf(beside) : undefined;
  if (beside.length > 0 && !another) return undefined;
  const all = another ? [...sheets, another] : sheets;
  const tile = new BlockTile(query.layer, query.tile, query.marginPixels, all);
  return tile.count <= query.limit ? tile : undefined;
}
