import { type BBox, mercatorX, mercatorY, zOrder } from '@meridian/geo';

/** A position on the curve and the index of an entry share one number: 38 bits and 14. */
const CELLS = 2 ** 19;
const MAX_ENTRIES = 2 ** 14;

/**
 * In the order of a curve through the map. Rows are laid down in the order they come in: so those that are near each other on
 * the map share pages of the table, and a box or tile reads a few of them instead of one for each feature.
 */
export function inSpatialOrder<T>(list: readonly T[], boxOf: (entry: T) => BBox | undefined): T[] {
  if (list.length > MAX_ENTRIES) throw new RangeError(`${list.length} rows are too many to be put in order`);
  const keys = new Float64Array(list.length);
  for (let i = 0; i < list.length; i++) keys[i] = curvePosition(boxOf(list[i]!)) * MAX_ENTRIES + i;
  return Array.from(keys.sort(), (key) => list[key % MAX_ENTRIES]!);
}

function curvePosition(box: BBox | undefined): number {
  if (!box) return 0;
  const { west, south, east, north } = box;
  return zOrder(cellAt(mercatorX((west + east) / 2)), cellAt(mercatorY((south + north) / 2)));
}

function cellAt(position: number): number {
  return Math.min(CELLS - 1, Math.max(0, Math.floor(position * CELLS)));
}
