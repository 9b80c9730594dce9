import { type BBox, mercatorX, mercatorY, type TileAddress, tileAt } from '@meridian/geo';

/** Far more than rounding moves a coordinate by, far less than anything is wide. In tiles. */
const ROUNDING = 1e-9;

/** Columns and rows, first to last, of the tiles of a zoom that a box may meet; edges belong to both sides. */
export type TileRange = { zoom: number; left: number; right: number; top: number; bottom: number };

export function tileRange({ west, south, east, north }: BBox, zoom: number): TileRange {
  const size = 2 ** zoom;
  const at = (position: number) => Math.min(size - 1, Math.max(0, Math.floor(position)));
  return {
    zoom,
    left: at(mercatorX(west) * size - ROUNDING),
    right: at(mercatorX(east) * size + ROUNDING),
    top: at(mercatorY(north) * size - ROUNDING),
    bottom: at(mercatorY(south) * size + ROUNDING),
  };
}

export function* tilesOf({ zoom, left, right, top, bottom }: TileRange): Generator<TileAddress> {
  for (let y = top; y <= bottom; y++) for (let x = left; x <= right; x++) yield tileAt('web', zoom, x, y);
}
