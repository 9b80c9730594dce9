import { type BBox, mercatorX, mercatorY, zOrder } from '@meridian/geo';

/**
 * Boxes are filed under cells of the quadtree that Web Mercator tiles form, each under the few cells of about four to
 * eight times its size that it touches. A cell's key is the position of its corner on the Z-order curve, then its level:
 * so a tile's subtree is one range of keys, and what is larger is found under the keys of the tile's ancestors.
 */
const DEEPEST = 20;
const LEVELS = 32;

/** Keys are below this. */
export const KEYS = LEVELS * 4 ** DEEPEST;

/** What rounding may move a coordinate by, on the unit square of the world. */
const ROUNDING = 1e-12;

/** Keys from one to another, both included. */
export type KeyRange = { from: number; to: number };

/** A box on the unit square of the world. */
export type UnitBox = { left: number; right: number; top: number; bottom: number };

/** The keys that a box is filed under: one to four of them. */
export function keysOf(box: BBox): number[] {
  const unit = toUnitBox(box);
  const { left, right, top, bottom } = unit;
  const level = levelOf(unit);
  const size = 2 ** level;
  const keys: number[] = [];
  const lastColumn = column(right + ROUNDING, size);
  const lastRow = column(bottom + ROUNDING, size);
  for (let y = column(top - ROUNDING, size); y <= lastRow; y++)
    for (let x = column(left - ROUNDING, size); x <= lastColumn; x++) keys.push(keyOf(level, x, y));
  return keys;
}

/** The level of the cells that a box is filed under: what is no larger than half a cell of level n is at n - 1 or deeper. */
export function levelOf({ left, right, top, bottom }: UnitBox): number {
  const extent = Math.max(right - left, bottom - top);
  return extent === 0 ? DEEPEST : Math.min(DEEPEST, Math.max(0, Math.floor(-Math.log2(extent)) - 2));
}

/** Cells along the edges of boxes are no smaller than this: as often as this the largest box is divided in two. */
const FINE_EDGES = 6;

/** For few ranges at the cost of some more beside the boxes. */
export const COARSE_EDGES = 4;

/** Ranges of keys, ascending, that have everything which meets one of the boxes, and little else. */
export function rangesOf(boxes: readonly BBox[], edges = FINE_EDGES): KeyRange[] {
  const areas = boxes.map(toUnitBox).map(shrink);
  const extent = Math.max(
    ...areas.map(({ left, right, top, bottom }) => Math.max(right - left, bottom - top)),
  );
  const finest = Math.min(DEEPEST, Math.ceil(-Math.log2(Math.max(extent, 2 ** -DEEPEST))) + edges);
  const ranges: KeyRange[] = [];
  /** Ranges that only keys of ancestors lie between, which were added before, are one. */
  const add = (from: number, to: number) => {
    const last = ranges.at(-1);
    if (last && from - last.to <= LEVELS) last.to = to;
    else ranges.push({ from, to });
  };
  const visit = (level: number, x: number, y: number) => {
    const size = 2 ** -level;
    const cell = { left: x * size, right: (x + 1) * size, top: y * size, bottom: (y + 1) * size };
    const meeting = areas.filter((area) => meets(cell, area));
    if (meeting.length === 0) return;
    const key = keyOf(level, x, y);
    if (level >= finest || meeting.some((area) => holds(area, cell)))
      return add(key, key - level + LEVELS * 4 ** (DEEPEST - level) - 1);
    add(key, key);
    for (const child of [0, 1, 2, 3]) visit(level + 1, 2 * x + (child & 1), 2 * y + (child >> 1));
  };
  visit(0, 0, 0);
  return ranges;
}

/** The keys of all cells down to a level that meet one of the boxes: an eighth of such a cell or more is as large as what they have. */
export function ancestorsOf(boxes: readonly BBox[], deepest: number): KeyRange[] {
  const keys = new Set<number>();
  for (const box of boxes) {
    const { left, right, top, bottom } = toUnitBox(box);
    for (let level = 0; level <= Math.min(DEEPEST, deepest); level++) {
      const size = 2 ** level;
      const lastColumn = column(right, size);
      const lastRow = column(bottom, size);
      for (let y = column(top, size); y <= lastRow; y++)
        for (let x = column(left, size); x <= lastColumn; x++) keys.add(keyOf(level, x, y));
    }
  }
  return [...keys].sort((a, b) => a - b).map((key) => ({ from: key, to: key }));
}

/** Ranges with no more between them than this part of what all of them have are joined. */
const MAX_GAP = 0.1;

/** Fewer ranges, with a little more: for what is so sparse that looking up a range costs more than what is found in vain. */
export function joinedRanges(ranges: readonly KeyRange[]): KeyRange[] {
  const maxGap = MAX_GAP * ranges.reduce((keys, { from, to }) => keys + to - from + 1, 0);
  const joined: KeyRange[] = [];
  for (const { from, to } of ranges) {
    const last = joined.at(-1);
    if (last && from - last.to <= maxGap) last.to = to;
    else joined.push({ from, to });
  }
  return joined;
}

/** Positions beyond the edges of Web Mercator are filed at its edge. */
export function toUnitBox({ west, south, east, north }: BBox): UnitBox {
  return {
    left: mercatorX(west),
    right: mercatorX(east),
    top: Math.min(1, Math.max(0, mercatorY(north))),
    bottom: Math.min(1, Math.max(0, mercatorY(south))),
  };
}

/** Off the edges it shares with neighbours, but by less than what is filed reaches over them. */
function shrink({ left, right, top, bottom }: UnitBox): UnitBox {
  const x = (left + right) / 2;
  const y = (top + bottom) / 2;
  return {
    left: Math.min(x, left + ROUNDING / 2),
    right: Math.max(x, right - ROUNDING / 2),
    top: Math.min(y, top + ROUNDING / 2),
    bottom: Math.max(y, bottom - ROUNDING / 2),
  };
}

function meets(a: UnitBox, b: UnitBox): boolean {
  return a.left <= b.right && a.right >= b.left && a.top <= b.bottom && a.bottom >= b.top;
}

/** Whether nothing of a cell is outside, but for what rounding may have added. */
function holds(outer: UnitBox, inner: UnitBox): boolean {
  return (
    outer.left <= inner.left + ROUNDING &&
    outer.right >= inner.right - ROUNDING &&
    outer.top <= inner.top + ROUNDING &&
    outer.bottom >= inner.bottom - ROUNDING
  );
}

function column(position: number, size: number): number {
  return Math.min(size - 1, Math.max(0, Math.floor(position * size)));
}

function keyOf(level: number, x: number, y: number): number {
  return zOrder(x, y) * 4 ** (DEEPEST - level) * LEVELS + level;
}
