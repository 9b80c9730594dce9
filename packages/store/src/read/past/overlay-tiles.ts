import {
  type BBox,
  boxesMeet,
  emptyBBox,
  extendBy,
  isEmptyBBox,
  type TileBlock,
  zOrder,
} from '@meridian/geo';
import type { ReadRow } from '../../model/feature/row.ts';
import { toUnitBox } from '../../pyramid/tile-blocks/cell.ts';
import { blockOf } from '../../pyramid/tile-blocks/draw-blocks.ts';
import type { Effect } from '../effect.ts';

/** A feature as it was; `null`: it had no geometry. */
export type BoxedRow = { row: ReadRow; box: BBox | null };

type DrawnBlock = { block: TileBlock; box: BBox };

/** Fewer rows than a stored block has: all that is near a tile, and little else, is looked at. */
const ROWS_PER_BLOCK = 512;
/** So many more blocks than rows need, each of what was written meanwhile, are held before all are rebuilt. */
const MAX_SMALL_BLOCKS = 16;
/** Cells a side of the grid in whose order rows are put together. */
const GRID = 2 ** 16;

/** What features were in a version, made ready to be drawn on vector tiles: tile blocks in memory, by location. */
export class OverlayTiles {
  readonly #blocks: DrawnBlock[];
  /** Of how many rows they are. */
  readonly rows: number;
  readonly bytes: number;

  private constructor(blocks: DrawnBlock[], rows: number) {
    this.#blocks = blocks;
    this.rows = rows;
    this.bytes = blocks.reduce((sum, { block }) => sum + block.order.buffer.byteLength, 0);
  }

  /** Of all rows, of which the last ones may have come since `before` was made; undefined where they can not be drawn so. */
  static *of(rows: readonly BoxedRow[], before: OverlayTiles | undefined): Effect<OverlayTiles | undefined> {
    const isRenewed = !before || before.#blocks.length > rows.length / ROWS_PER_BLOCK + MAX_SMALL_BLOCKS;
    const blocks = isRenewed ? [] : [...before.#blocks];
    const located = rows
      .slice(isRenewed ? 0 : before.rows)
      .flatMap(({ row, box }) => (box && !isEmptyBBox(box) ? [{ row, box }] : []));
    for (const part of byLocation(located)) if (!(yield* drawInto(blocks, part))) return undefined;
    return new OverlayTiles(blocks, rows.length);
  }

  /** Those with something near one of the boxes. */
  near(boxes: readonly BBox[]): TileBlock[] {
    return this.#blocks
      .filter(({ box }) => boxes.some((one) => boxesMeet(one, box)))
      .map(({ block }) => block);
  }
}

type Located = { row: ReadRow; box: BBox };

/** Parts of what lies near each other. */
function* byLocation(rows: readonly Located[]): Generator<Located[], void, void> {
  const placed = rows
    .map((located) => ({ located, key: gridKey(located.box) }))
    .sort((a, b) => a.key - b.key);
  for (let from = 0; from < placed.length; from += ROWS_PER_BLOCK)
    yield placed.slice(from, from + ROWS_PER_BLOCK).map(({ located }) => located);
}

function gridKey(box: BBox): number {
  const { left, top, right, bottom } = toUnitBox(box);
  const column = (middle: number) => Math.min(GRID - 1, Math.max(0, Math.floor(middle * GRID)));
  return zOrder(column((left + right) / 2), column((top + bottom) / 2));
}

/** False where a feature has more different values than a block may have. */
function* drawInto(blocks: DrawnBlock[], part: Located[]): Effect<boolean> {
  yield undefined;
  const rows = part.map(({ row }) => row).sort((a, b) => a.seq - b.seq);
  const block = blockOf(rows);
  if (block) {
    const around = emptyBBox();
    for (const { box } of part) extendBy(around, box);
    blocks.push({ block, box: around });
    return true;
  }
  if (part.length === 1) return false;
  const half = part.length >> 1;
  return (yield* drawInto(blocks, part.slice(0, half))) && (yield* drawInto(blocks, part.slice(half)));
}
