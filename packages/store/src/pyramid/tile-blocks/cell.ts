import { type BBox, latitudeAt, longitudeAt, mercatorX, mercatorY, zOrder } from '@meridian/geo';

/**
 * Cells of the quadtree that Web Mercator tiles form. A cell's key is the position of its corner on the Z-order curve of the
 * deepest level, so that all cells within a cell are one range of keys.
 */
export type Cell = { key: number; level: number; x: number; y: number };

export const DEEPEST = 20;
export const WORLD: Cell = { key: 0, level: 0, x: 0, y: 0 };

/** A tile block has what meets its cell with so much of the cell's size around it. */
export const REACH = 1 / 32;

/** On the unit square of the world. */
export type UnitBox = { left: number; top: number; right: number; bottom: number };

/** How many keys there are in a cell of a level. */
export function keysIn(level: number): number {
  return 4 ** (DEEPEST - level);
}

/** One of the four cells that a cell is divided into, by its position on the curve. */
export function childOf({ key, level, x, y }: Cell, child: number): Cell {
  return {
    key: key + child * keysIn(level + 1),
    level: level + 1,
    x: 2 * x + (child & 1),
    y: 2 * y + (child >> 1),
  };
}

export function childrenOf(cell: Cell): Cell[] {
  return [0, 1, 2, 3].map((child) => childOf(cell, child));
}

/** The cell of a level, no deeper than the deepest, at a column and a row. */
export function cellAt(level: number, x: number, y: number): Cell {
  return { key: zOrder(x, y) * keysIn(level), level, x, y };
}

export function cellOf(key: number, level: number): Cell {
  let [x, y] = [0, 0];
  for (let bit = level - 1, rest = key / keysIn(level); bit >= 0; bit--) {
    const digit = Math.floor(rest / 4 ** bit) % 4;
    x = 2 * x + (digit & 1);
    y = 2 * y + (digit >> 1);
  }
  return { key, level, x, y };
}

export function toUnitBox({ west, south, east, north }: BBox): UnitBox {
  return { left: mercatorX(west), right: mercatorX(east), top: mercatorY(north), bottom: mercatorY(south) };
}

/** Whether a box meets a cell with so much of its size around it. */
export function meetsCell(box: UnitBox, { level, x, y }: Cell, reach: number): boolean {
  const size = 2 ** -level;
  return (
    box.left <= (x + 1 + reach) * size &&
    box.right >= (x - reach) * size &&
    box.top <= (y + 1 + reach) * size &&
    box.bottom >= (y - reach) * size
  );
}

/** What a tile block's cell reaches. */
export function reachOf({ level, x, y }: Cell): UnitBox {
  const size = 2 ** -level;
  return {
    left: (x - REACH) * size,
    right: (x + 1 + REACH) * size,
    top: (y - REACH) * size,
    bottom: (y + 1 + REACH) * size,
  };
}

/** In degrees; far more than rounding moves a coordinate by. */
const ROUNDING = 1e-9;

/** The box, in degrees, of a cell with its reach. */
export function boundsOf(cell: Cell): BBox {
  const { left, right, top, bottom } = reachOf(cell);
  return {
    west: longitudeAt(left) - ROUNDING,
    east: longitudeAt(right) + ROUNDING,
    north: latitudeAt(top) + ROUNDING,
    south: latitudeAt(bottom) - ROUNDING,
  };
}
