import type { BBox } from '../bbox.ts';
import type { GeometryType } from '../geojson.ts';
import type { TileAddress } from '../tile/tile-address.ts';
import { TileFrame } from '../tile/tile-frame.ts';

/** Units of the grid that a tile is looked at with. */
export const VIZ_GRID = 2048;

/** Whether a line is lost on a grid that has a box of so many units around it. */
export function isLineHidden(width: number, height: number): boolean {
  return width < 1 && height < 1;
}

export function isAreaHidden(width: number, height: number): boolean {
  return width * height < 1;
}

/** What rounding may take off a length in units. */
const ROUNDING = 1e-6;

/** Tells of geometries that nothing is seen of them on a tile's grid by their box alone. */
export class Sight {
  readonly #frame: TileFrame;

  constructor(tile: TileAddress, grid = VIZ_GRID) {
    this.#frame = new TileFrame(tile, grid);
  }

  /** Never said of what `simplifyToGrid` would show something of. */
  isHidden(type: GeometryType, { west, south, east, north }: BBox): boolean {
    const isLine = type === 'LineString' || type === 'MultiLineString';
    if (!isLine && type !== 'Polygon' && type !== 'MultiPolygon') return false;
    const width = this.#frame.x(east) - this.#frame.x(west) + ROUNDING;
    const height = this.#frame.y(south) - this.#frame.y(north) + ROUNDING;
    return isLine ? isLineHidden(width, height) : isAreaHidden(width, height);
  }
}
