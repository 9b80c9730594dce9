import { type BBox, boxOf, type Geometry, isEmptyBBox, TileBlockWriter } from '@meridian/geo';
import { geometryText, propertiesText } from '../../model/feature/feature-text.ts';
import type { ReadRow } from '../../model/feature/row.ts';
import { type Cell, DEEPEST, meetsCell, REACH, toUnitBox, type UnitBox } from './cell.ts';

/** A tile block of more features is divided: about what a tile shows that is worth looking at. */
export const MAX_FEATURES = 2048;

/** Features with a longer text are not put into tile blocks, of which many might have them. */
const LONGEST_TEXT = 16 * 1024;
/** Nor are those that are so many times larger than a tile block's cell. */
const LARGEST = 4;

/** Dividing a cell is worth it if this part of its features is smaller than a quarter of it. */
const SMALL_PART = 1 / 4;

/** A tile block beside which more than this part of its features must be read one by one is of no use. */
const OTHERS_PART = 1 / 4;

const MAX_BYTES = 4 * 1024 * 1024;

/** Tile blocks are rebuilt when nothing was written to them for so long, or after the longer time all the same. */
const CALM_MS = 2000;
const LATEST_MS = 20_000;

/** Since when and until when something was written to tile blocks that have not been rebuilt. */
export type Outdated = { first: number; last: number };

/** When these are rebuilt. */
export function dueAt({ first, last }: Outdated): number {
  return Math.min(last + CALM_MS, first + LATEST_MS);
}

/** What is to become of a cell: a tile block with so many entries and, beside it, features that are read as they are stored. */
export type Making =
  | { block: Uint8Array<ArrayBuffer>; entries: number; others: number[] }
  | 'leave out'
  | 'divide';

/** Of a cell with more features than a tile block may have, or one that would be too large; their boxes. */
export function dividing({ level }: Cell, boxes: readonly BBox[]): 'divide' | 'leave out' {
  const size = 2 ** -level / 4;
  const small = boxes.filter((box) => extentOf(toUnitBox(box)) <= size).length;
  return level < DEEPEST && small >= boxes.length * SMALL_PART ? 'divide' : 'leave out';
}

/** Of a cell and the rows near it, in insertion order. */
export function makeTileBlock(cell: Cell, rows: Iterable<ReadRow>): Making {
  const writer = new TileBlockWriter();
  const others: number[] = [];
  const boxes: BBox[] = [];
  const largest = LARGEST * 2 ** -cell.level;
  let bytes = 0;
  for (const row of rows) {
    const geometry = JSON.parse(geometryText(row)) as Geometry;
    const bounds = boxOf(geometry);
    // Exactly as a write decides which tile blocks it touches; indexes of boxes find a few more.
    if (isEmptyBBox(bounds) || !meetsCell(toUnitBox(bounds), cell, REACH)) continue;
    boxes.push(bounds);
    if (row.text.length > LONGEST_TEXT || extentOf(toUnitBox(bounds)) > largest) others.push(row.seq);
    else {
      writer.add(row.seq, row.id, geometry, propertiesText(row));
      bytes += row.text.length;
    }
  }
  const block = bytes > MAX_BYTES ? undefined : writer.finish();
  if (!block) return dividing(cell, boxes);
  return others.length > boxes.length * OTHERS_PART
    ? 'leave out'
    : { block: block, entries: boxes.length, others };
}

function extentOf({ left, top, right, bottom }: UnitBox): number {
  return Math.max(right - left, bottom - top);
}
