import type { BBox } from '../bbox.ts';
import { rowFromNorth, type TileAddress } from './tile-address.ts';
import { tileMatrixSet } from './tile-matrix-sets.ts';
import { longitudeAt } from './web-mercator.ts';

/** The tile's edges in degrees. Neighbours, parents and children have exactly the edges they share. */
export function tileBounds(tile: TileAddress): BBox {
  return stretch(tile, 0);
}

/**
 * What a tile covers with a margin of this many pixels of a 256-pixel tile on every side. A margin that passes the
 * antimeridian continues in a second box on the other side of the map; one that passes the top or the bottom
 * of the map ends there.
 */
export function widenTile(tile: TileAddress, marginPixels: number): BBox[] {
  return splitAtAntimeridian(stretch(tile, marginPixels / 256));
}

/** Whether the map ends at the north or at the south of a tile: its margin has nothing there. */
export function isAtEndOfMap({ scheme, z, y }: TileAddress): boolean {
  return y === 0 || y === tileMatrixSet(scheme).rowsAt(z) - 1;
}

/** The tile's box, grown by this part of its size on each side; longitudes may pass ±180. */
function stretch(tile: TileAddress, part: number): BBox {
  const { projection, columnsAt, rowsAt } = tileMatrixSet(tile.scheme);
  const size = 1 / columnsAt(tile.z);
  const row = rowFromNorth(tile);
  return {
    west: longitudeAt((tile.x - part) * size),
    south: projection.latitudeAt(Math.min(rowsAt(tile.z) * size, (row + 1 + part) * size)),
    east: longitudeAt((tile.x + 1 + part) * size),
    north: projection.latitudeAt(Math.max(0, (row - part) * size)),
  };
}

/** Boxes within ±180 that cover a box whose longitudes may lie beyond. */
export function splitAtAntimeridian({ west, south, east, north }: BBox): BBox[] {
  if (east - west >= 360) return [{ west: -180, south, east: 180, north }];
  if (west < -180)
    return [
      { west: -180, south, east, north },
      { west: west + 360, south, east: 180, north },
    ];
  if (east > 180)
    return [
      { west, south, east: 180, north },
      { west: -180, south, east: east - 360, north },
    ];
  return [{ west, south, east, north }];
}
