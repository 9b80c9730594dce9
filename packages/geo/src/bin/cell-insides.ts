import { cellToBoundary, cellToLatLng, latLngToCell } from 'h3-js';
import type { BBox } from '../bbox.ts';

const RADIANS = Math.PI / 180;
/**
 * How much nearer than its edges a cell is taken to end, as a part of the way from its centre. The edges of most cells are great
 * circles from corner to corner; those across an edge of the icosahedron are bent, and have more corners or fewer.
 */
const MARGIN = 0.001;
const BENT_MARGIN = 0.02;
const CORNERS = 6;
/** Beyond it, what is between two positions of a parallel deviates too far from the straight line. */
const LAST_LATITUDE = 80;
const MAX_CACHED = 200_000;

type Vector = [number, number, number];

/**
 * A cell as the positions on the inner side of the great circles along its edges, each by the vector that points inwards;
 * they end a bit before the edges do.
 */
type Inside = { cell: string; inwards: Float64Array; margin: number };

/**
 * H3 cells of positions. Most positions are well inside one of the cells in which other positions nearby were; to see that costs
 * a fraction of what H3 takes to find the cell.
 */
export class CellInsides {
  readonly #resolution: number;
  /** Squares a degree. */
  readonly #squares: number;
  /** Undefined of cells that were met once: to look into such a one takes longer than to ask H3 once more. */
  readonly #insides = new Map<string, Inside | undefined>();
  /** By square of longitude and latitude: the cells of positions in it. */
  readonly #near = new Map<number, Inside[]>();

  /** `edge` is the length of a cell's edge in degrees of latitude. */
  constructor(resolution: number, edge: number) {
    this.#resolution = resolution;
    this.#squares = 1 / edge;
  }

  at(longitude: number, latitude: number): string {
    const square = this.#square(longitude, latitude);
    const near = this.#near.get(square);
    const known = near && insideWith(near, longitude, latitude);
    if (known) return known.cell;
    const cell = latLngToCell(latitude, longitude, this.#resolution);
    if (this.#insides.has(cell)) this.#keep(square, near, cell);
    else this.#remember(cell, undefined);
    return cell;
  }

  /** The one cell that a small box is certainly in; undefined where it may touch others. */
  around({ west, south, east, north }: BBox): string | undefined {
    if (south < -LAST_LATITUDE || north > LAST_LATITUDE) return undefined;
    if ((east - west) * this.#squares > 1) return undefined;
    const longitude = (west + east) / 2;
    const latitude = (south + north) / 2;
    const square = this.#square(longitude, latitude);
    const near = this.#near.get(square);
    const inside =
      (near && insideWith(near, longitude, latitude)) ??
      this.#keep(square, near, latLngToCell(latitude, longitude, this.#resolution));
    const flat = south * north < 0 ? 1 : Math.cos(Math.min(Math.abs(south), Math.abs(north)) * RADIANS);
    const reach = 0.51 * RADIANS * Math.hypot((east - west) * flat, north - south);
    return isIn(inside, longitude, latitude, reach) ? inside.cell : undefined;
  }

  #square(longitude: number, latitude: number): number {
    return (
      Math.floor((longitude + 180) * this.#squares) * 0x400000 + Math.floor((latitude + 90) * this.#squares)
    );
  }

  #keep(square: number, near: Inside[] | undefined, cell: string): Inside {
    const known = this.#insides.get(cell);
    const inside = known ?? insideOf(cell);
    if (!known) this.#remember(cell, inside);
    if (near) {
      if (!near.includes(inside)) near.push(inside);
      return inside;
    }
    if (this.#near.size >= MAX_CACHED) this.#near.clear();
    this.#near.set(square, [inside]);
    return inside;
  }

  #remember(cell: string, inside: Inside | undefined): void {
    if (this.#insides.size >= MAX_CACHED) this.#insides.clear();
    this.#insides.set(cell, inside);
  }
}

function insideWith(near: readonly Inside[], longitude: number, latitude: number): Inside | undefined {
  for (let i = 0; i < near.length; i++) if (isIn(near[i]!, longitude, latitude, 0)) return near[i];
  return undefined;
}

/** The last position tested, which often comes again at another resolution. */
const at = { longitude: Number.NaN, latitude: Number.NaN, x: 0, y: 0, z: 0 };

/** Whether everything within this many radians of a position is inside. */
function isIn({ inwards, margin }: Inside, longitude: number, latitude: number, reach: number): boolean {
  if (longitude !== at.longitude || latitude !== at.latitude) {
    const flat = Math.cos(latitude * RADIANS);
    at.longitude = longitude;
    at.latitude = latitude;
    at.x = flat * Math.cos(longitude * RADIANS);
    at.y = flat * Math.sin(longitude * RADIANS);
    at.z = Math.sin(latitude * RADIANS);
  }
  const { x, y, z } = at;
  // The sine of a distance, which is no more than the distance.
  const least = margin + reach;
  for (let i = 0; i < inwards.length; i += 3)
    if (inwards[i]! * x + inwards[i + 1]! * y + inwards[i + 2]! * z < least) return false;
  return true;
}

function insideOf(cell: string): Inside {
  const centre = toVector(cellToLatLng(cell));
  const corners = cellToBoundary(cell).map(toVector);
  const inwards = new Float64Array(corners.length * 3);
  let nearest = Infinity;
  corners.forEach((corner, i) => {
    const normal = cross(corner, corners[(i + 1) % corners.length]!);
    const towards = dot(normal, centre);
    const length = Math.hypot(...normal) * Math.sign(towards);
    normal.forEach((part, axis) => {
      inwards[i * 3 + axis] = part / length;
    });
    nearest = Math.min(nearest, towards / length);
  });
  return { cell, inwards, margin: nearest * (corners.length === CORNERS ? MARGIN : BENT_MARGIN) };
}

function toVector([latitude, longitude]: number[]): Vector {
  const flat = Math.cos(latitude! * RADIANS);
  return [
    flat * Math.cos(longitude! * RADIANS),
    flat * Math.sin(longitude! * RADIANS),
    Math.sin(latitude! * RADIANS),
  ];
}

function dot([ax, ay, az]: Vector, [bx, by, bz]: Vector): number {
  return ax * bx + ay * by + az * bz;
}

function cross([ax, ay, az]: Vector, [bx, by, bz]: Vector): Vector {
  return [ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx];
}
