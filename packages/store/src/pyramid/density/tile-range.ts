import { type BBox, type TileAddress, tileAt } from '@meridian/geo';
import { toUnitBox, type UnitBox } from './cell-key.ts';

/** Far more than rounding moves a coordinate by, far less than anything is wide. In tiles. */
const ROUNDING = 1e-9;

/** Columns and rows, first to last, of the tiles of a zoom that a box may meet; edges belong to both sides. */
export type TileRange = { zoom: number; left: number; right: number; top: number; bottom: number };

export function tileRange(box: BBox, zoom: number): TileRange {
  return rangeAt(toUnitBox(box), zoom);
}

/** The same of a box that is on the unit square already. */
export function rangeAt({ left, right, top, bottom }: UnitBox, zoom: number): TileRange {
  const size = 2 ** zoom;
  const at = (position: number) => Math.min(size - 1, Math.max(0, Math.floor(position)));
  return {
    zoom,
    left: at(left * size - ROUNDING),
    right: at(right * size + ROUNDING),
    top: at(top * size - ROUNDING),
    bottom: at(bottom * size + ROUNDING),
  };
}

export function* tilesOf({ zoom, left, right, top, bottom }: TileRange): Generator<TileAddress> {
  for (let y = top; y <= bottom; y++) for (let x = left; x <= right; x++) yield tileAt('web', zoom, x, y);
}
