import type { TileAddress } from './tile-archive.ts';

export type Bounds = [west: number, south: number, east: number, north: number];

/** What the tiles of the deepest zoom cover. */
export class CoveredBounds {
  #zoom = -1;
  #columns: [first: number, last: number] = [0, 0];
  #rows: [first: number, last: number] = [0, 0];

  add({ z, x, y }: TileAddress): void {
    const isNew = z > this.#zoom;
    this.#zoom = z;
    this.#columns = isNew ? [x, x] : widened(this.#columns, x);
    this.#rows = isNew ? [y, y] : widened(this.#rows, y);
  }

  /** The part of these bounds that is covered. */
  within(bounds: Bounds): Bounds {
    if (this.#zoom < 0) return bounds;
    const [west, south, east, north] = bounds;
    const longitude = (x: number) => (x / 2 ** this.#zoom) * 360 - 180;
    const latitude = (y: number) =>
      (Math.atan(Math.sinh(Math.PI * (1 - (2 * y) / 2 ** this.#zoom))) * 180) / Math.PI;
    return [
      Math.max(west, longitude(this.#columns[0])),
      Math.max(south, latitude(this.#rows[1] + 1)),
      Math.min(east, longitude(this.#columns[1] + 1)),
      Math.min(north, latitude(this.#rows[0])),
    ];
  }
}

function widened([first, last]: [number, number], value: number): [number, number] {
  return [Math.min(first, value), Math.max(last, value)];
}
