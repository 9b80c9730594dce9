import { latLngToCell } from 'h3-js';
import { cellNumber } from './cell-number.ts';

/** The digits that H3 gives the six cells around the one in the middle, against the clock. */
const AROUND = [4, 6, 2, 3, 1, 5];
/** By the steps to the right and to the upper right, each and 1: 0 in the middle, else 1 to 6 against the clock. */
const DIRECTIONS = Uint8Array.of(0, 4, 3, 5, 0, 2, 6, 1, 0);
const DIRECTION_COUNT = 7;
/** Cells of resolution 0 on a face are counted from its centre, fewer than this either way. */
const HALF = 4;
const SPAN = 2 * HALF + 1;
const FACES = 20;

/** The digit of each direction where those of H3 are turned by so many sixths: `turn * 7 + direction`. */
const DIGITS = Uint8Array.from({ length: AROUND.length * DIRECTION_COUNT }, (_, i) => {
  const [turn, direction] = [Math.floor(i / DIRECTION_COUNT), i % DIRECTION_COUNT];
  return direction === 0 ? 0 : AROUND[(direction - 1 + turn) % AROUND.length]!;
});

/**
 * The H3 cells of the hexagons on the faces of the icosahedron. Seven cells, one in the middle and six around it, make one of the
 * resolution above, so the digits of a cell follow from its column and row on the face. How digits are turned on a base cell, and
 * which one that is, depends on the face, on where the base cell is on it and, around a pentagon, on the first digit: H3 is
 * asked once for each of them.
 */
export class FaceCells {
  readonly #resolution: number;
  /** Base cells and turns, `base * 6 + turn` and 1; 0 where H3 has not been asked. */
  readonly #bases = new Uint16Array(FACES * SPAN * SPAN * DIRECTION_COUNT);
  /** Those of the cell that is looked at, by resolution. */
  readonly #directions: Uint8Array;

  constructor(resolution: number) {
    this.#resolution = resolution;
    this.#directions = new Uint8Array(resolution + 1);
  }

  /**
   * The number of a cell, as `cellNumber` gives it. Its column and row are counted in cells from the centre of the face, to the
   * right and to the upper right; the position is one well inside.
   */
  numberOf(face: number, column: number, row: number, longitude: number, latitude: number): number {
    const resolution = this.#resolution;
    const directions = this.#directions;
    let q = column | 0;
    let r = row | 0;
    let firstLevel = 0;
    for (let level = resolution; level > 0; level--) {
      // The cell around this one, as a complex number divided by the one that stands for a step on its grid: 3 - ζ or 2 + ζ,
      // where ζ is a step to the upper right. Nothing comes close to the middle between two, so rounding is exact.
      const isTurned = (level & 1) === 1;
      const upperQ = seventh(isTurned ? 2 * q - r : 3 * q + r);
      const upperR = seventh(isTurned ? q + 3 * r : 2 * r - q);
      const toRight = q - (isTurned ? 3 * upperQ + upperR : 2 * upperQ - upperR);
      const toUpper = r - (isTurned ? 2 * upperR - upperQ : upperQ + 3 * upperR);
      const direction = DIRECTIONS[(toRight + 1) * 3 + toUpper + 1]!;
      directions[level] = direction;
      if (direction !== 0) firstLevel = level;
      q = upperQ;
      r = upperR;
    }
    const place = (face * SPAN + q + HALF) * SPAN + r + HALF;
    const slot = place * DIRECTION_COUNT + (firstLevel === 0 ? 0 : directions[firstLevel]!);
    if (this.#bases[slot] === 0) this.#bases[slot] = this.#ask(longitude, latitude, firstLevel) + 1;
    const base = this.#bases[slot]! - 1;
    const turned = (base % AROUND.length) * DIRECTION_COUNT;
    let number = Math.floor(base / AROUND.length);
    for (let level = 1; level <= resolution; level++)
      number = 8 * number + DIGITS[turned + directions[level]!]!;
    return number;
  }

  #ask(longitude: number, latitude: number, firstLevel: number): number {
    const resolution = this.#resolution;
    const number = cellNumber(latLngToCell(latitude, longitude, resolution), resolution);
    const base = Math.floor(number / 8 ** resolution) * AROUND.length;
    if (firstLevel === 0) return base;
    const digit = Math.floor(number / 8 ** (resolution - firstLevel)) % 8;
    const steps = AROUND.length + AROUND.indexOf(digit) - (this.#directions[firstLevel]! - 1);
    return base + (steps % AROUND.length);
  }
}

/** Larger than a seventh of any number that is rounded. */
const AWAY = 2 ** 22;

/** The nearest whole number to a seventh of one. Whole numbers alone, none of them below zero, are divided several times as fast. */
function seventh(number: number): number {
  return (((number + 7 * AWAY + 3) / 7) | 0) - AWAY;
}
