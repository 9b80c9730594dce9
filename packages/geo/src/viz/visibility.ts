import type { BBox } from '../bbox.ts';
import type { GeometryType } from '../geojson.ts';
import type { TileAddress } from '../tile/tile-address.ts';
import { TileFrame } from '../tile/tile-frame.ts';

/** Units of the grid on which visibility is decided. */
export const VIZ_GRID = 2048;

/** Whether a line with a box of this many grid units is too small to be seen. */
export function isLineHidden(width: number, height: number): boolean {
  return width < 1 && height < 1;
}

export function isAreaHidden(width: number, height: number): boolean {
  return width * height < 1;
}

/** What rounding may take off a length in units. */
const ROUNDING = 1e-6;

/** Further from the equator, degrees are too high on a map for a bound to tell anything. */
const FURTHEST = 86;

/** Decides by the box alone whether a geometry is too small to be seen on a tile's grid. */
export class VisibilityFilter {
  readonly #frame: TileFrame;
  /** The latitudes of the tile and of what is around it. */
  readonly #south: number;
  readonly #north: number;
  /** What a degree there is high in units, at least and at most. */
  readonly #leastDegree: number;
  readonly #greatestDegree: number;
  /** What the rows of two latitudes may be off by, together. */
  readonly #slack: number;

  constructor(tile: TileAddress, grid = VIZ_GRID) {
    this.#frame = new TileFrame(tile, grid);
    this.#south = Math.max(-FURTHEST, this.#frame.latitude(2 * grid));
    this.#north = Math.min(FURTHEST, this.#frame.latitude(-grid));
    const nearest = this.#south > 0 ? this.#south : this.#north < 0 ? this.#north : 0;
    const furthest = Math.max(-this.#south, this.#north);
    this.#leastDegree = this.#frame.degreeAt(nearest) * (1 - ROUNDING);
    this.#greatestDegree = this.#frame.degreeAt(furthest) * (1 + ROUNDING);
    this.#slack = ROUNDING + 16 * Number.EPSILON * this.#frame.world;
  }

  /** Never true for a geometry of which `simplifyToGrid` shows something. */
  isHidden(type: GeometryType, { west, south, east, north }: BBox): boolean {
    return this.isBoxHidden(type, west, south, east, north);
  }

  /** The same of a box that is no object: there can be very many. */
  isBoxHidden(type: GeometryType, west: number, south: number, east: number, north: number): boolean {
    const isLine = type === 'LineString' || type === 'MultiLineString';
    if (!isLine && type !== 'Polygon' && type !== 'MultiPolygon') return false;
    const width = this.#frame.x(east) - this.#frame.x(west) + ROUNDING;
    // Rows of a tile take far longer to find than columns.
    if (isLine && !isLineHidden(width, 0)) return false;
    const isHidden = isLine ? isLineHidden : isAreaHidden;
    // Most boxes are far smaller or far larger than a unit, wherever in the tile they are.
    if (south >= this.#south && north <= this.#north) {
      const degrees = north - south;
      if (isHidden(width, degrees * this.#greatestDegree + this.#slack + ROUNDING)) return true;
      if (!isHidden(width, degrees * this.#leastDegree - this.#slack)) return false;
    }
    const height = this.#frame.y(south) - this.#frame.y(north) + ROUNDING;
    return isHidden(width, height);
  }
}
