import { latLngToCell } from 'h3-js';
import type { BBox } from '../bbox.ts';
import { CellCodes } from './cell-codes.ts';
import { cellName, cellNumber } from './cell-number.ts';
import { type Face, facesOfH3, scaled, sum, type Vector } from './icosahedron.ts';

const RADIANS = Math.PI / 180;
/** Beyond it, what is between two positions of a parallel deviates too far from the straight line. */
const LAST_LATITUDE = 80;
/** The cells of odd resolutions are turned by this much against those of even ones, which point to the corners of a face. */
const TURN = Math.asin(Math.sqrt(3 / 28));
/** Cells of a resolution are so many times as wide as those of the next. */
const APERTURE = Math.sqrt(7);
/** So many cells of resolution 0 lie between the centre of a face and its corners. */
const CELLS_TO_CORNER = 2;
/** No position on a face is so many times further from another on its plane than on the globe. */
const STRETCH = 1.65;
/** How far rounding may move a position; H3 loses more digits close to the centre of a face, so that it is asked there. */
const NOISE = 1e-12;
const NOISE_IN_CELLS = 1e-6;
const CLOSE = 1 - 1e-6;
/** Columns and rows of cells on a face are counted from its centre: fewer than this either way. */
const HALF = 2 ** 23;
/** The number of a vector's parts, in arrays of several vectors. */
const PARTS = 3;

type Icosahedron = {
  faces: readonly Face[];
  /** Those of the faces, part after part. */
  centres: Float64Array;
  /** Between the centres of each two faces. */
  distances: Float64Array;
};

let icosahedron: Icosahedron | undefined;

/** Asked of H3 for the first grid of a thread: most threads never make one. */
function icosahedronOfH3(): Icosahedron {
  icosahedron ??= measured(facesOfH3());
  return icosahedron;
}

function measured(faces: readonly Face[]): Icosahedron {
  const between = (a: Face, b: Face) => Math.hypot(...sum(a.centre, scaled(b.centre, -1)));
  return {
    faces,
    centres: flat(faces.map(({ centre }) => centre)),
    distances: Float64Array.from(faces.flatMap((face) => faces.map((other) => between(face, other)))),
  };
}

/**
 * The H3 cells of positions at a resolution. H3 draws hexagons on the faces of an icosahedron, so the column and row of the one
 * that a position is in tell its cell; it is asked of H3 once for each. Positions so close to an edge that rounding decides
 * about them are left to H3, so that the cell is always the one that it gives.
 * Cells are coded by numbers from 0 on, in the order in which they are met.
 */
export class HexGrid {
  readonly #icosahedron = icosahedronOfH3();
  readonly #resolution: number;
  /** Cells a radian at the centre of a face, and the widest box that is looked for in one cell, in degrees. */
  readonly #scale: number;
  readonly #widest: number;
  /** By face: what a position is multiplied by for its column and row. */
  readonly #columns: Float64Array;
  readonly #rows: Float64Array;
  readonly #margin: number;
  readonly #codes = new CellCodes();
  /** Hexagons of faces; those that lie across an edge between two are one cell. */
  readonly #hexagons = new CellCodes();
  #codeOfHexagon = new Int32Array(256);
  readonly #names: string[] = [];

  constructor(resolution: number) {
    const { faces } = this.#icosahedron;
    this.#resolution = resolution;
    this.#scale = (CELLS_TO_CORNER * APERTURE ** resolution) / faces[0]!.reach;
    this.#widest = 1 / (this.#scale * RADIANS);
    this.#margin = NOISE_IN_CELLS + NOISE * this.#scale;
    const turn = resolution % 2 === 1 ? TURN : 0;
    const axes = faces.map(({ ahead, aside }) => {
      const x = sum(scaled(ahead, Math.cos(turn)), scaled(aside, Math.sin(turn)));
      const y = sum(scaled(aside, Math.cos(turn)), scaled(ahead, -Math.sin(turn)));
      return { x: scaled(x, this.#scale), y: scaled(y, this.#scale) };
    });
    // Rows are √3/2 apart, and every row begins half a cell further to the right.
    const root = Math.sqrt(3);
    this.#columns = flat(axes.map(({ x, y }) => sum(x, scaled(y, -1 / root))));
    this.#rows = flat(axes.map(({ y }) => scaled(y, 2 / root)));
  }

  /** How many cells have been met. */
  get size(): number {
    return this.#codes.size;
  }

  /** The number of a cell, as `cellNumber` gives it. */
  numberOf(code: number): number {
    return this.#codes.numberOf(code);
  }

  /** The H3 index of a cell. */
  nameOf(code: number): string {
    this.#names[code] ??= cellName(this.numberOf(code), this.#resolution);
    return this.#names[code]!;
  }

  codeOf(cell: string): number {
    return this.#codes.codeOf(cellNumber(cell, this.#resolution));
  }

  codeOfNumber(number: number): number {
    return this.#codes.codeOf(number);
  }

  /** The cell of a position. */
  at(longitude: number, latitude: number): number {
    const code = this.#find(longitude, latitude, 0);
    return code < 0 ? this.codeOf(latLngToCell(latitude, longitude, this.#resolution)) : code;
  }

  /** The one cell that a small box is certainly in; -1 where it may touch others. */
  around({ west, south, east, north }: BBox): number {
    if (south < -LAST_LATITUDE || north > LAST_LATITUDE || east - west > this.#widest) return -1;
    const flattest = south * north < 0 ? 1 : Math.cos(Math.min(Math.abs(south), Math.abs(north)) * RADIANS);
    const reach = 0.51 * RADIANS * Math.hypot((east - west) * flattest, north - south);
    return this.#find((west + east) / 2, (south + north) / 2, reach);
  }

  /** The cell that everything within so many radians of a position is in; -1 where that takes H3 to say. */
  #find(longitude: number, latitude: number, reach: number): number {
    const level = Math.cos(latitude * RADIANS);
    const x = level * Math.cos(longitude * RADIANS);
    const y = level * Math.sin(longitude * RADIANS);
    const z = Math.sin(latitude * RADIANS);
    const on = this.#icosahedron;
    const face = reach > SQUARE_REACH ? NO_FACE : faceInSquare(on, longitude, latitude);
    const at = PARTS * (face >= 0 ? face : faceOf(on, x, y, z, reach));
    // Without a face these are no numbers.
    const near = on.centres[at]! * x + on.centres[at + 1]! * y + on.centres[at + 2]! * z;
    if (!(near < CLOSE)) return -1;
    const columns = this.#columns;
    const rows = this.#rows;
    const column = (columns[at]! * x + columns[at + 1]! * y + columns[at + 2]! * z) / near;
    const row = (rows[at]! * x + rows[at + 1]! * y + rows[at + 2]! * z) / near;
    let q = Math.round(column);
    let r = Math.round(row);
    const toRight = column - q + (row - r) / 2;
    const toUpper = (column - q) / 2 + row - r;
    // The nearest column and row are not always those of the nearest centre.
    if (toRight > 0.5 || toUpper > 0.5) {
      if (toRight > toUpper) q++;
      else r++;
    } else if (toRight < -0.5 || toUpper < -0.5) {
      if (toRight < toUpper) q--;
      else r--;
    }
    const right = column - q;
    const up = row - r;
    const far = Math.max(Math.abs(right + up / 2), Math.abs(right / 2 + up), Math.abs(up - right) / 2);
    if (!(far + this.#margin + STRETCH * this.#scale * reach < 0.5)) return -1;
    const hexagon = ((at / PARTS) * 2 * HALF + q + HALF) * 2 * HALF + r + HALF;
    const nth = this.#hexagons.find(hexagon);
    return nth < 0 ? this.#add(hexagon, longitude, latitude) : this.#codeOfHexagon[nth]!;
  }

  #add(hexagon: number, longitude: number, latitude: number): number {
    const nth = this.#hexagons.codeOf(hexagon);
    if (nth >= this.#codeOfHexagon.length) {
      const larger = new Int32Array(2 * nth);
      larger.set(this.#codeOfHexagon);
      this.#codeOfHexagon = larger;
    }
    const code = this.codeOf(latLngToCell(latitude, longitude, this.#resolution));
    this.#codeOfHexagon[nth] = code;
    return code;
  }
}

const NO_FACE = -1;
/** By square of a degree: its face and 1, or `DIVIDED` where there are several; 0 = not looked at yet. */
const SQUARES = new Int8Array(360 * 180);
const DIVIDED = -1;
/** How far what is said to be on the face of a square may reach out of it, and how far its corners are from its middle. */
const SQUARE_REACH = 0.005;
const TO_CORNER = 0.0124;

/** The face of all positions in the square of a position, and of those near it. */
function faceInSquare(on: Icosahedron, longitude: number, latitude: number): number {
  const east = Math.floor(longitude + 180);
  const north = Math.floor(latitude + 90);
  const square = north * 360 + east;
  const known = east >= 0 && east < 360 ? SQUARES[square] : undefined;
  if (known !== 0) return known === undefined || known === DIVIDED ? NO_FACE : known - 1;
  const flatness = Math.cos((north - 89.5) * RADIANS);
  const x = flatness * Math.cos((east - 179.5) * RADIANS);
  const y = flatness * Math.sin((east - 179.5) * RADIANS);
  const face = faceOf(on, x, y, Math.sin((north - 89.5) * RADIANS), TO_CORNER + SQUARE_REACH);
  SQUARES[square] = face < 0 ? DIVIDED : face + 1;
  return face;
}

/** The face that everything within so many radians of a position is on; NO_FACE where there may be several. */
function faceOf(on: Icosahedron, x: number, y: number, z: number, reach: number): number {
  const { centres, distances } = on;
  const count = on.faces.length;
  let face = 0;
  let nearest = -1;
  for (let i = 0; i < count; i++) {
    const cosine = nearnessTo(centres, i, x, y, z);
    if (cosine > nearest) {
      nearest = cosine;
      face = i;
    }
  }
  for (let i = 0; i < count; i++)
    if (
      i !== face &&
      !(nearest - nearnessTo(centres, i, x, y, z) > distances[face * count + i]! * reach + NOISE)
    )
      return NO_FACE;
  return face;
}

function nearnessTo(centres: Float64Array, face: number, x: number, y: number, z: number): number {
  const at = PARTS * face;
  return centres[at]! * x + centres[at + 1]! * y + centres[at + 2]! * z;
}

function flat(vectors: readonly Vector[]): Float64Array {
  return Float64Array.from(vectors.flat());
}
