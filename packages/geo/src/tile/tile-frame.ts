import { rowFromNorth, type TileAddress } from './tile-address.ts';
import { latitudeAt, longitudeAt, mercatorX, mercatorY } from './web-mercator.ts';

/** Coordinates inside one tile: 0, 0 at its north-west corner, `extent` units to its east and south edges. */
export class TileFrame {
  readonly extent: number;
  /** The width of the whole world in units of this frame. */
  readonly world: number;
  readonly #left: number;
  readonly #top: number;
  readonly #mercator: boolean;

  constructor(tile: TileAddress, extent: number) {
    this.extent = extent;
    this.world = 2 ** tile.z * extent;
    this.#left = tile.x * extent;
    this.#top = rowFromNorth(tile) * extent;
    this.#mercator = tile.scheme !== 'here';
  }

  x(longitude: number): number {
    return mercatorX(longitude) * this.world - this.#left;
  }

  y(latitude: number): number {
    const row = this.#mercator ? mercatorY(latitude) : (90 - latitude) / 360;
    return row * this.world - this.#top;
  }

  /** From a position on the unit square of the world, which `here` tiles do not use. */
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
    const row = (y + this.#top) / this.world;
    return this.#mercator ? latitudeAt(row) : 90 - row * 360;
  }
}
