import { type Face, facesOfH3, scaled, sum, type Vector } from './icosahedron.ts';

const RADIANS = Math.PI / 180;
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
/** The number of a vector's parts, in arrays of several vectors. */
const PARTS = 3;
const NO_FACE = -1;

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
 * The hexagons that H3 draws on the faces of an icosahedron at a resolution. What was found of a position is in the fields until
 * the next one is looked for.
 */
export class FaceGrid {
  readonly #icosahedron = icosahedronOfH3();
  /** Cells a radian at the centre of a face. */
  readonly scale: number;
  /** By face: what a position is multiplied by for its column and row. */
  readonly #columns: Float64Array;
  readonly #rows: Float64Array;
  /** By face: a step to the right and one to the upper right. */
  readonly #right: Float64Array;
  readonly #upper: Float64Array;
  readonly margin: number;
  face = NO_FACE;
  /** Of the position, in cells from the centre of the face to the right and to the upper right; `q` and `r` of its cell. */
  column = 0;
  row = 0;
  q = 0;
  r = 0;

  constructor(resolution: number) {
    const { faces } = this.#icosahedron;
    this.scale = (CELLS_TO_CORNER * APERTURE ** resolution) / faces[0]!.reach;
    this.margin = NOISE_IN_CELLS + NOISE * this.scale;
    const turn = resolution % 2 === 1 ? TURN : 0;
    const axes = faces.map(({ ahead, aside }) => ({
      x: sum(scaled(ahead, Math.cos(turn)), scaled(aside, Math.sin(turn))),
      y: sum(scaled(aside, Math.cos(turn)), scaled(ahead, -Math.sin(turn))),
    }));
    // Rows are √3/2 apart, and every row begins half a cell further to the right.
    const root = Math.sqrt(3);
    this.#columns = flat(axes.map(({ x, y }) => scaled(sum(x, scaled(y, -1 / root)), this.scale)));
    this.#rows = flat(axes.map(({ y }) => scaled(y, (2 * this.scale) / root)));
    this.#right = flat(axes.map(({ x }) => scaled(x, 1 / this.scale)));
    this.#upper = flat(axes.map(({ x, y }) => scaled(sum(x, scaled(y, root)), 1 / (2 * this.scale))));
  }

  /** Whether everything within so many radians of a position is on one face, and not so close to its centre that H3 is asked. */
  locate(longitude: number, latitude: number, reach: number): boolean {
    const level = Math.cos(latitude * RADIANS);
    const x = level * Math.cos(longitude * RADIANS);
    const y = level * Math.sin(longitude * RADIANS);
    const z = Math.sin(latitude * RADIANS);
    const on = this.#icosahedron;
    const known = reach > SQUARE_REACH ? NO_FACE : faceInSquare(on, longitude, latitude);
    const face = known >= 0 ? known : faceOf(on, x, y, z, reach);
    if (face < 0) return false;
    const at = PARTS * face;
    const near = nearnessTo(on.centres, face, x, y, z);
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
    this.face = face;
    this.column = column;
    this.row = row;
    this.q = q;
    this.r = r;
    return near < CLOSE;
  }

  /** Whether everything within so many radians of the position is in its cell. */
  isInCell(reach: number): boolean {
    const right = this.column - this.q;
    const up = this.row - this.r;
    const far = Math.max(Math.abs(right + up / 2), Math.abs(right / 2 + up), Math.abs(up - right) / 2);
    return far + this.margin + STRETCH * this.scale * reach < 0.5;
  }

  /** How far a column or row is at most from that of a position so many radians away. */
  stepsIn(reach: number): number {
    return (2 / Math.sqrt(3)) * STRETCH * this.scale * reach;
  }

  /** The longitude and latitude of the centre of a cell on a face. */
  centreOf(face: number, q: number, r: number): [longitude: number, latitude: number] {
    const at = PARTS * face;
    const { centres } = this.#icosahedron;
    const right = this.#right;
    const upper = this.#upper;
    const x = centres[at]! + q * right[at]! + r * upper[at]!;
    const y = centres[at + 1]! + q * right[at + 1]! + r * upper[at + 1]!;
    const z = centres[at + 2]! + q * right[at + 2]! + r * upper[at + 2]!;
    return [Math.atan2(y, x) / RADIANS, Math.atan2(z, Math.sqrt(x * x + y * y)) / RADIANS];
  }
}

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
