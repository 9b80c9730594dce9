import { type BBox, boxesMeet } from '@meridian/geo';
import type { MemoryRow } from './rows.ts';

/** Cells of level n are 360° / 2ⁿ wide and high. */
const WIDTH = 360;
const MAX_LEVEL = 14;
const ROW_OF_CELLS = 2 ** (MAX_LEVEL + 1);

/** The cells of a level that hold something. */
type Level = Map<number, Set<MemoryRow>>;

/**
 * Rows by their boxes. A row is in the cell of its south-western corner, on the finest level whose cells are no smaller
 * than its box: it reaches into the next cells to the north and east at most.
 */
export class BoxGrid {
  readonly #levels: Level[] = Array.from({ length: MAX_LEVEL + 1 }, () => new Map());

  add(row: MemoryRow): void {
    if (!row.box) return;
    const { cells, key } = this.#cellOf(row.box);
    const cell = cells.get(key);
    if (cell) cell.add(row);
    else cells.set(key, new Set([row]));
  }

  remove(row: MemoryRow): void {
    if (!row.box) return;
    const { cells, key } = this.#cellOf(row.box);
    const cell = cells.get(key);
    cell?.delete(row);
    if (cell?.size === 0) cells.delete(key);
  }

  /** Rows whose boxes meet one of these, in any order; undefined where they are more than `max`. */
  find(boxes: readonly BBox[], max: number): Set<MemoryRow> | undefined {
    const found = new Set<MemoryRow>();
    for (const box of boxes)
      for (const cell of this.#cellsNear(box))
        for (const row of cell) {
          if (!boxesMeet(row.box!, box)) continue;
          found.add(row);
          if (found.size > max) return undefined;
        }
    return found;
  }

  #cellOf({ west, south, east, north }: BBox): { cells: Level; key: number } {
    const size = Math.max(east - west, north - south);
    const level = size === 0 ? MAX_LEVEL : Math.floor(Math.log2(WIDTH / size));
    const clamped = Math.min(MAX_LEVEL, Math.max(0, level));
    return { cells: this.#levels[clamped]!, key: keyOf(cellAt(west, clamped), cellAt(south, clamped)) };
  }

  *#cellsNear({ west, south, east, north }: BBox): Generator<Iterable<MemoryRow>, void, void> {
    for (const [level, cells] of this.#levels.entries()) {
      const [left, right] = [cellAt(west, level) - 1, cellAt(east, level)];
      const [bottom, top] = [cellAt(south, level) - 1, cellAt(north, level)];
      if (level === 0 || (right - left + 1) * (top - bottom + 1) > cells.size) {
        yield* cells.values();
        continue;
      }
      for (let x = left; x <= right; x++)
        for (let y = bottom; y <= top; y++) {
          const cell = cells.get(keyOf(x, y));
          if (cell) yield cell;
        }
    }
  }
}

/** The number of a cell along an axis. What is beyond the world is in the outermost cells. */
function cellAt(degrees: number, level: number): number {
  const cell = Math.floor((degrees / WIDTH + 0.5) * 2 ** level);
  return Math.min(2 ** level - 1, Math.max(0, cell));
}

function keyOf(x: number, y: number): number {
  return x * ROW_OF_CELLS + y;
}
