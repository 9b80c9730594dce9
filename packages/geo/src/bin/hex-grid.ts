import { latLngToCell } from 'h3-js';
import type { BBox } from '../bbox.ts';
import { CellCodes } from './cell-codes.ts';
import { cellName, cellNumber } from './cell-number.ts';
import { FaceCells } from './face-cells.ts';
import { FaceGrid } from './face-grid.ts';
import { isAcrossEdge } from './hex-neighbours.ts';

const RADIANS = Math.PI / 180;
/** Beyond it, what is between two positions of a parallel deviates too far from the straight line. */
const LAST_LATITUDE = 80;
/** What is between two positions is so many times the square of their distance from the straight line, up to that latitude. */
const BEND = 2.5;
/**
 * Boxes that reach over more columns and rows from their middle are left to H3 where they have fewer than one in so many of their
 * cells, as narrow ones do.
 */
const FEW_STEPS = 30;
const WORTH_LOOKING = 8;

/**
 * The H3 cells of positions at a resolution. H3 draws hexagons on the faces of an icosahedron, so the column and row of the one
 * that a position is in tell its cell. Positions so close to an edge that rounding decides about them are left to H3, so that the
 * cell is always the one that it gives.
 * Cells are coded by numbers from 0 on, in the order in which they are met.
 */
export class HexGrid {
  readonly #resolution: number;
  readonly #grid: FaceGrid;
  readonly #cells: FaceCells;
  /** The widest box that is looked for in one cell, in degrees. */
  readonly #widest: number;
  readonly #codes = new CellCodes();
  readonly #names: string[] = [];
  /** The hexagon of the last position and its code: the next position of a line is mostly in the same. */
  #lastFace = -1;
  #lastQ = 0;
  #lastR = 0;
  #lastCode = 0;

  constructor(resolution: number) {
    this.#resolution = resolution;
    this.#grid = new FaceGrid(resolution);
    this.#cells = new FaceCells(resolution);
    this.#widest = 1 / (this.#grid.scale * RADIANS);
  }

  /** The codes of the cells that have been met, and their numbers as `cellNumber` gives them. */
  get codes(): CellCodes {
    return this.#codes;
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
  around(box: BBox): number {
    const { west, south, east, north } = box;
    if (south < -LAST_LATITUDE || north > LAST_LATITUDE || east - west > this.#widest) return -1;
    return this.#find((west + east) / 2, (south + north) / 2, reachOf(box));
  }

  /** Whether what is between positions in two cells certainly touches no third one. */
  isAcrossEdge(aLongitude: number, aLatitude: number, bLongitude: number, bLatitude: number): boolean {
    if (Math.abs(aLatitude) > LAST_LATITUDE || Math.abs(bLatitude) > LAST_LATITUDE) return false;
    const grid = this.#grid;
    if (!grid.locate(aLongitude, aLatitude, 0)) return false;
    const { face, column, row, q, r } = grid;
    if (!grid.locate(bLongitude, bLatitude, 0) || grid.face !== face) return false;
    const east = (bLongitude - aLongitude) * RADIANS;
    const north = (bLatitude - aLatitude) * RADIANS;
    const off = grid.margin + BEND * grid.scale * (east * east + north * north);
    const other = { otherColumn: grid.column, otherRow: grid.row, otherQ: grid.q, otherR: grid.r };
    return isAcrossEdge({ column, row, q, r, ...other }, off);
  }

  /**
   * The cells whose centres are in a box, which has room for about so many, and pass a test. Undefined where the box is not on
   * one face of the icosahedron, or is large and narrow.
   */
  centredIn(
    box: BBox,
    room: number,
    isMeant: (longitude: number, latitude: number) => boolean,
  ): number[] | undefined {
    const { west, south, east, north } = box;
    const grid = this.#grid;
    const reach = reachOf(box);
    const steps = Math.ceil(grid.stepsIn(reach)) + 1;
    if (south < -LAST_LATITUDE || north > LAST_LATITUDE) return undefined;
    if (steps > FEW_STEPS && (2 * steps + 1) ** 2 > WORTH_LOOKING * room) return undefined;
    if (!grid.locate((west + east) / 2, (south + north) / 2, reach)) return undefined;
    const { face, q, r } = grid;
    const found: number[] = [];
    for (let toR = -steps; toR <= steps; toR++)
      for (let toQ = -steps; toQ <= steps; toQ++) {
        const [longitude, latitude] = grid.centreOf(face, q + toQ, r + toR);
        if (longitude < west || longitude > east || latitude < south || latitude > north) continue;
        if (!isMeant(longitude, latitude)) continue;
        found.push(this.#codeOf(face, q + toQ, r + toR, longitude, latitude));
      }
    return found;
  }

  /** The cell that everything within so many radians of a position is in; -1 where that takes H3 to say. */
  #find(longitude: number, latitude: number, reach: number): number {
    const grid = this.#grid;
    if (!grid.locate(longitude, latitude, reach) || !grid.isInCell(reach)) return -1;
    const { face, q, r } = grid;
    if (face === this.#lastFace && q === this.#lastQ && r === this.#lastR) return this.#lastCode;
    this.#lastFace = face;
    this.#lastQ = q;
    this.#lastR = r;
    this.#lastCode = this.#codeOf(face, q, r, longitude, latitude);
    return this.#lastCode;
  }

  #codeOf(face: number, q: number, r: number, longitude: number, latitude: number): number {
    return this.#codes.codeOf(this.#cells.numberOf(face, q, r, longitude, latitude));
  }
}

/** How far a box reaches from its middle, in radians. */
function reachOf({ west, south, east, north }: BBox): number {
  const flattest = south * north < 0 ? 1 : Math.cos(Math.min(Math.abs(south), Math.abs(north)) * RADIANS);
  return 0.51 * RADIANS * Math.hypot((east - west) * flattest, north - south);
}
