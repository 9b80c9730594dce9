import { CellCodes } from './cell-codes.ts';
import { cellName } from './cell-number.ts';
import { centroidOf, type DrawnCell, drawnCell, isFarFromEdges } from './cell-outline.ts';
import { FaceProjection, placeOf } from './face-projection.ts';

/** The digits that H3 gives the six cells around the one in the middle, against the clock, and which of them each digit is. */
const AROUND = [4, 6, 2, 3, 1, 5];
const TURNS = Uint8Array.from({ length: 7 }, (_, digit) => Math.max(0, AROUND.indexOf(digit)));
/** A step to each of them. */
const STEPS_A = Int8Array.of(1, 1, 0, -1, -1, 0);
const STEPS_B = Int8Array.of(0, 1, 1, 0, -1, -1);
const DIGITS = 7;
const BASE_CELLS = 122;
const FACES = 20;
/** The corners of a cell from the second one on, on a grid with three steps for one, of even and of odd resolutions. */
const CORNERS = [
  { a: [1, -1, -2, -1, 1, 2], b: [2, 1, -1, -2, -1, 1] },
  { a: [1, -4, -5, -1, 4, 5], b: [5, 1, -4, -5, -1, 4] },
] as const;
const CORNER_COUNT = 6;
/** So many steps, times √7 for each resolution, a face reaches from its centre on the line that its coordinates add up along. */
const FACE_REACH = 2;
/** So many corners are remembered, 150 bytes each: cells come in an order in which neighbours are mostly close. */
const MAX_CORNERS = 10_000;

/** Where a base cell is on a face, and by how many sixths the digits below it are turned there. */
type Chart = { face: number; a: number; b: number; turn: number };
/** What has the same first digit in a base cell is on no more faces. */
const MAX_CHARTS = 2;

/**
 * Draws the cells of a resolution as H3 does, to the last digit. The corners of a cell that is on one face of the icosahedron follow
 * from its digits and where its base cell is on that face, for which H3 is asked once; each is found once for the three cells that
 * meet there. Other cells are left to H3.
 */
export class HexOutlines {
  readonly #resolution: number;
  /** By base cell and first digit that is not 0: those around a pentagon are turned differently. */
  readonly #charts: (Chart[] | undefined)[] = new Array(BASE_CELLS * DIGITS);
  readonly #digits: Uint8Array;
  /** Of the corners: the next even resolution, what coordinates on a face add up to at most, and the corners of a cell. */
  readonly #even: number;
  readonly #reach: number;
  readonly #corners: (typeof CORNERS)[number];
  readonly #projection = new FaceProjection();
  readonly #faces: (FaceCorners | undefined)[] = new Array(FACES);
  /** How many corners they have. */
  #met = 0;
  /** Where the centre of the cell is that is looked at. */
  #a = 0;
  #b = 0;
  /** The same on the grid of corners. */
  #cornerA = 0;
  #cornerB = 0;

  constructor(resolution: number) {
    this.#resolution = resolution;
    this.#digits = new Uint8Array(resolution + 1);
    this.#even = resolution + (resolution % 2);
    this.#reach = 3 * FACE_REACH * 7 ** (this.#even / 2);
    this.#corners = CORNERS[resolution % 2]!;
  }

  /** The cell with a number, see `cellNumber`. */
  draw(number: number): DrawnCell {
    return this.#onFace(number) ?? drawnCell(cellName(number, this.#resolution));
  }

  /** Undefined where that takes H3. */
  #onFace(number: number): DrawnCell | undefined {
    const slot = this.#readDigits(number);
    this.#charts[slot] ??= [];
    const charts = this.#charts[slot];
    for (const chart of charts) if (this.#isOnFace(chart)) return this.#drawn(chart.face);
    const chart = charts.length < MAX_CHARTS ? this.#chartOf(number) : undefined;
    if (!chart) return undefined;
    if (!charts.some(({ face }) => face === chart.face)) charts.push(chart);
    return this.#isOnFace(chart) ? this.#drawn(chart.face) : undefined;
  }

  /** Takes a cell apart; gives the slot of its charts. */
  #readDigits(number: number): number {
    const digits = this.#digits;
    let rest = number;
    let first = 0;
    for (let level = this.#resolution; level > 0; level--) {
      const above = Math.floor(rest / 8);
      const digit = rest - 8 * above;
      digits[level] = digit;
      if (digit !== 0) first = digit;
      rest = above;
    }
    return rest * DIGITS + first;
  }

  /** Finds where the cell is by a chart. */
  #place({ a: fromA, b: fromB, turn }: Chart): void {
    const digits = this.#digits;
    let [a, b] = [fromA, fromB];
    for (let level = 1; level <= this.#resolution; level++) {
      const isTurned = (level & 1) === 1;
      const finerA = isTurned ? 2 * a + b : 3 * a - b;
      b = isTurned ? 3 * b - a : a + 2 * b;
      a = finerA;
      const digit = digits[level]!;
      if (digit === 0) continue;
      const direction = (TURNS[digit]! + turn) % AROUND.length;
      a += STEPS_A[direction]!;
      b += STEPS_B[direction]!;
    }
    this.#a = a;
    this.#b = b;
    const isEven = this.#even === this.#resolution;
    this.#cornerA = isEven ? 3 * a : 9 * a - 3 * b;
    this.#cornerB = isEven ? 3 * b : 3 * a + 6 * b;
  }

  /** Whether all of the cell is on the face of a chart, not even at an edge. */
  #isOnFace(chart: Chart): boolean {
    this.#place(chart);
    const { a: toA, b: toB } = this.#corners;
    for (let nth = 0; nth < CORNER_COUNT; nth++) {
      const a = this.#cornerA + toA[nth]!;
      const b = this.#cornerB + toB[nth]!;
      if (a + b - 3 * Math.min(a, b, 0) >= this.#reach) return false;
    }
    return true;
  }

  #drawn(face: number): DrawnCell | undefined {
    const projection = this.#projection;
    const known = this.#cornersOn(face);
    const { a: toA, b: toB } = this.#corners;
    const before = known.texts.length;
    let west = Infinity;
    let east = -Infinity;
    let ring = '';
    let start = '';
    for (let nth = 0; nth < CORNER_COUNT; nth++) {
      const corner = known.at(this.#cornerA + toA[nth]!, this.#cornerB + toB[nth]!);
      const longitude = known.longitudes[corner]!;
      if (longitude < west) west = longitude;
      if (longitude > east) east = longitude;
      const text = known.texts[corner]!;
      if (nth === 0) start = text;
      else ring += ',';
      ring += text;
    }
    this.#met += known.texts.length - before;
    if (!isFarFromEdges(west, east)) return undefined;
    projection.ofCentre(face, this.#a, this.#b, this.#resolution);
    return {
      centroid: `[${projection.longitude},${projection.latitude}]`,
      outline: `{"type":"Polygon","coordinates":[[${ring},${start}]]}`,
    };
  }

  #cornersOn(face: number): FaceCorners {
    if (this.#met > MAX_CORNERS) {
      this.#faces.fill(undefined);
      this.#met = 0;
    }
    this.#faces[face] ??= new FaceCorners(face, this.#even, this.#reach, this.#projection);
    return this.#faces[face];
  }

  /** Where the base cell of the cell is, by where H3 says that the cell is. */
  #chartOf(number: number): Chart | undefined {
    const resolution = this.#resolution;
    const place = placeOf(...centroidOf(cellName(number, resolution)), resolution);
    const [atA, atB] = [Math.round(place.a), Math.round(place.b)];
    let [a, b] = [atA, atB];
    let turn = 0;
    for (let level = resolution; level > 0; level--) {
      const isTurned = level % 2 === 1;
      const upperA = Math.round((isTurned ? 3 * a - b : 2 * a + b) / 7);
      const upperB = Math.round((isTurned ? a + 2 * b : 3 * b - a) / 7);
      const stepA = a - (isTurned ? 2 * upperA + upperB : 3 * upperA - upperB);
      const stepB = b - (isTurned ? 3 * upperB - upperA : upperA + 2 * upperB);
      const direction = STEPS_A.findIndex((step, nth) => step === stepA && STEPS_B[nth] === stepB);
      const digit = this.#digits[level]!;
      if (direction >= 0 !== digit > 0) return undefined;
      if (digit > 0) turn = (direction - TURNS[digit]! + AROUND.length) % AROUND.length;
      a = upperA;
      b = upperB;
    }
    const chart = { face: place.face, a, b, turn };
    this.#place(chart);
    return this.#a === atA && this.#b === atB ? chart : undefined;
  }
}

/** The corners of cells on a face, in the order in which they are met. */
class FaceCorners {
  readonly #face: number;
  readonly #resolution: number;
  readonly #reach: number;
  readonly #projection: FaceProjection;
  readonly #codes = new CellCodes();
  readonly longitudes: number[] = [];
  /** As JSON. */
  readonly texts: string[] = [];

  constructor(face: number, resolution: number, reach: number, projection: FaceProjection) {
    this.#face = face;
    this.#resolution = resolution;
    this.#reach = reach;
    this.#projection = projection;
  }

  /** Which one is at a place. */
  at(a: number, b: number): number {
    const code = this.#codes.codeOf((a + this.#reach) * (2 * this.#reach + 1) + b + this.#reach);
    if (code === this.texts.length) {
      this.#projection.ofCorner(this.#face, a, b, this.#resolution);
      const { longitude, latitude } = this.#projection;
      this.longitudes.push(longitude);
      // In one piece, which a template would not be.
      this.texts.push(JSON.stringify([longitude, latitude]));
    }
    return code;
  }
}
