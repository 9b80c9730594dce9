import { getHexagonEdgeLengthAvg } from 'h3-js';
import type { TileAddress } from '../tile/tile-address.ts';
import { tileBounds } from '../tile/tile-bounds.ts';
import { MERCATOR_LATITUDE } from '../tile/web-mercator.ts';

/** Of zoom 0, at the equator. */
const METRES_PER_PIXEL = 40_075_016.686 / 256;

/** Cells differ in size: none is so many times wider than two average edges. */
const LARGEST = 1.6;

/** How far around a tile cells of a resolution reach that touch it, in pixels of 256: Mercator draws them larger near the poles. */
export function hexReachPixels(tile: TileAddress, resolution: number): number {
  const { south, north } = tileBounds(tile);
  const latitude = Math.min(MERCATOR_LATITUDE, Math.max(Math.abs(south), Math.abs(north)));
  const metresPerPixel = (METRES_PER_PIXEL / 2 ** tile.z) * Math.cos((latitude * Math.PI) / 180);
  return Math.ceil((LARGEST * 2 * getHexagonEdgeLengthAvg(resolution, 'm')) / metresPerPixel);
}
