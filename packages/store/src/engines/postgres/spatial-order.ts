import { type BBox, mercatorX, mercatorY, zOrder } from '@meridian/geo';

const CELLS = 2 ** 20;

/**
 * In the order of a curve through the map. Rows are laid down in the order they come in: so those that are near each other on
 * the map share pages of the table, and a box or tile reads a few of them instead of one for each feature.
 */
export function inSpatialOrder<T>(list: readonly T[], boxOf: (entry: T) => BBox | undefined): T[] {
  return list
    .map((entry) => ({ entry, position: curvePosition(boxOf(entry)) }))
    .sort((a, b) => a.position - b.position)
    .map(({ entry }) => entry);
}

function curvePosition(box: BBox | undefined): number {
  if (!box) return 0;
  const { west, south, east, north } = box;
  return zOrder(cellAt(mercatorX((west + east) / 2)), cellAt(mercatorY((south + north) / 2)));
}

function cellAt(position: number): number {
  return Math.min(CELLS - 1, Math.max(0, Math.floor(position * CELLS)));
}
