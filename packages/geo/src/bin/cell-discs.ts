import { cellToBoundary, cellToLatLng, latLngToCell } from 'h3-js';
import type { BBox } from '../bbox.ts';

const RADIANS = Math.PI / 180;
/** How much of the largest disc in a cell is taken for sure to be in it. */
const SURE = 0.98;
/** Beyond it, what is between two places of a parallel strays too far from the straight way. */
const LAST_LATITUDE = 80;
const MOST_KEPT = 200_000;

type Vector = [number, number, number];

/** A cell with the disc around its centre that lies wholly in it. */
type Disc = { cell: string; centre: Vector; cosine: number };

/**
 * H3 cells of places. Most places are well inside the cell in which the last place nearby was; to see that costs a
 * fraction of what H3 takes to find the cell.
 */
export class CellDiscs {
  readonly #resolution: number;
  /** Squares a degree. */
  readonly #squares: number;
  readonly #discs = new Map<string, Disc>();
  /** By square of longitude and latitude: the cell of the last place in it. */
  readonly #last = new Map<number, Disc>();

  /** `edge` is the length of a cell's edge in degrees of latitude. */
  constructor(resolution: number, edge: number) {
    this.#resolution = resolution;
    this.#squares = 4 / edge;
  }

  at(longitude: number, latitude: number): string {
    const square = this.#square(longitude, latitude);
    const last = this.#last.get(square);
    if (last && isIn(last, longitude, latitude)) return last.cell;
    const cell = latLngToCell(latitude, longitude, this.#resolution);
    if (last?.cell !== cell) this.#keep(square, cell);
    return cell;
  }

  /** The one cell that a small box is certainly in; undefined where it may touch others. */
  around({ west, south, east, north }: BBox): string | undefined {
    if (south < -LAST_LATITUDE || north > LAST_LATITUDE) return undefined;
    if ((east - west) * this.#squares > 4) return undefined;
    const longitude = (west + east) / 2;
    const latitude = (south + north) / 2;
    const cell = this.at(longitude, latitude);
    const disc = this.#last.get(this.#square(longitude, latitude));
    if (disc?.cell !== cell) return undefined;
    const isInside =
      isIn(disc, west, south) &&
      isIn(disc, east, south) &&
      isIn(disc, west, north) &&
      isIn(disc, east, north);
    return isInside ? cell : undefined;
  }

  #square(longitude: number, latitude: number): number {
    return (
      Math.floor((longitude + 180) * this.#squares) * 0x400000 + Math.floor((latitude + 90) * this.#squares)
    );
  }

  #keep(square: number, cell: string): void {
    if (this.#last.size >= MOST_KEPT) this.#last.clear();
    if (this.#discs.size >= MOST_KEPT) this.#discs.clear();
    let disc = this.#discs.get(cell);
    if (!disc) {
      disc = discOf(cell);
      this.#discs.set(cell, disc);
    }
    this.#last.set(square, disc);
  }
}

function isIn({ centre: [x, y, z], cosine }: Disc, longitude: number, latitude: number): boolean {
  const flat = Math.cos(latitude * RADIANS);
  const dot =
    flat * Math.cos(longitude * RADIANS) * x +
    flat * Math.sin(longitude * RADIANS) * y +
    Math.sin(latitude * RADIANS) * z;
  return dot >= cosine;
}

function discOf(cell: string): Disc {
  const centre = toVector(cellToLatLng(cell));
  const corners = cellToBoundary(cell).map(toVector);
  // An edge is no nearer than the great circle it is a part of.
  const radius = Math.min(
    ...corners.map((corner, i) => {
      const [x, y, z] = cross(corner, corners[(i + 1) % corners.length]!);
      const sine = (x * centre[0] + y * centre[1] + z * centre[2]) / Math.hypot(x, y, z);
      return Math.abs(Math.asin(sine));
    }),
  );
  return { cell, centre, cosine: Math.cos(radius * SURE) };
}

function toVector([latitude, longitude]: number[]): Vector {
  const flat = Math.cos(latitude! * RADIANS);
  return [
    flat * Math.cos(longitude! * RADIANS),
    flat * Math.sin(longitude! * RADIANS),
    Math.sin(latitude! * RADIANS),
  ];
}

function cross([ax, ay, az]: Vector, [bx, by, bz]: Vector): Vector {
  return [ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx];
}
