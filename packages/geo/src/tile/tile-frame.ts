import { rowFromNorth, type TileAddress } from './tile-address.ts';
import { tileMatrixSet } from './tile-matrix-sets.ts';
import type { TileProjection } from './tile-projection.ts';
import { longitudeAt, mercatorX } from './web-mercator.ts';

/** Coordinates inside one tile: 0, 0 at its north-west corner, `extent` units to its east and south edges. */
export class TileFrame {
  readonly extent: number;
  /** The width of the whole world in units of this frame. */
  readonly world: number;
  readonly #left: number;
  readonly #top: number;
  readonly #projection: TileProjection;

  constructor(tile: TileAddress, extent: number) {
    this.extent = extent;
    const { projection, columnsAt } = tileMatrixSet(tile.scheme);
    this.world = columnsAt(tile.z) * extent;
    this.#left = tile.x * extent;
    this.#top = rowFromNorth(tile) * extent;
    this.#projection = projection;
  }

  x(longitude: number): number {
    return mercatorX(longitude) * this.world - this.#left;
  }

  y(latitude: number): number {
    return this.#projection.rowAt(latitude) * this.world - this.#top;
  }

  /** How many units a degree of latitude is high at a latitude. */
  degreeAt(latitude: number): number {
    return this.#projection.degreeAt(latitude) * this.world;
  }

  /** From a position on the unit square of the world, as Web Mercator shows it. */
  unitX(x: number): number {
    return x * this.world - this.#left;
  }

  unitY(y: number): number {
    return y * this.world - this.#top;
  }

  longitude(x: number): number {
    return longitudeAt((x + this.#left) / this.world);
  }

  latitude(y: number): number {
    return this.#projection.latitudeAt((y + this.#top) / this.world);
  }
}
