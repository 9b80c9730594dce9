import { type BBox, type TileAddress, tileBounds } from '@meridian/geo';
import type { AreaTest } from '../model/query/area.ts';
import { tilesAround } from './tile-shares.ts';

/** What the area of a tile has of those around it: its margin. */
export function marginOf(
  { boxes }: Pick<AreaTest, 'boxes'>,
  tile: TileAddress,
): { tile: TileAddress; boxes: BBox[] }[] {
  return tilesAround(tile).flatMap((one) => {
    const bounds = tileBounds(one);
    const met = boxes.flatMap((box) => common(box, bounds) ?? []);
    return met.length > 0 ? [{ tile: one, boxes: met }] : [];
  });
}

/** What two boxes have in common; undefined where they do not meet. */
function common(a: BBox, b: BBox): BBox | undefined {
  const box = {
    west: Math.max(a.west, b.west),
    south: Math.max(a.south, b.south),
    east: Math.min(a.east, b.east),
    north: Math.min(a.north, b.north),
  };
  return box.west <= box.east && box.south <= box.north ? box : undefined;
}
