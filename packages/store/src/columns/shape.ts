import type { Geometry, Position } from '@meridian/geo';

/**
 * A geometry that is no point as a text of ASCII: a letter, then whole numbers. Of each list of lists how many there are, of each
 * list of positions how many, and how far each is from the one before, in steps of the sixth or seventh decimal.
 */
const LETTERS = { MultiPoint: 'A', LineString: 'B', MultiLineString: 'C', Polygon: 'D', MultiPolygon: 'E' };
type Shaped = keyof typeof LETTERS;
const TYPES = Object.keys(LETTERS) as Shaped[];
/** Lists of lists of positions below `coordinates`. */
const DEPTHS: Readonly<Record<Shaped, number>> = {
  MultiPoint: 0,
  LineString: 0,
  MultiLineString: 1,
  Polygon: 1,
  MultiPolygon: 2,
};
const FIRST_LETTER = 0x41;
const SCALES = [1e6, 1e7] as const;

/** Characters have five bits of a number and one that says whether there are more, above this one. */
const ZERO = 0x3f;
const DIGITS = 32;

type Nested = Position[] | Nested[];

/** Undefined where it has more decimals, or is of another type. */
export function encodeShape(geometry: Geometry): string | undefined {
  if (!(geometry.type in LETTERS)) return undefined;
  const type = geometry.type as Shaped;
  const coordinates = (geometry as { coordinates: Nested }).coordinates;
  for (const [nth, scale] of SCALES.entries()) {
    const text = new ShapeWriter(scale).write(coordinates, DEPTHS[type]);
    if (text !== undefined)
      return String.fromCharCode(LETTERS[type].charCodeAt(0) + nth * TYPES.length) + text;
  }
  return undefined;
}

class ShapeWriter {
  readonly #scale: number;
  readonly #codes: number[] = [];
  #x = 0;
  #y = 0;

  constructor(scale: number) {
    this.#scale = scale;
  }

  write(coordinates: Nested, depth: number): string | undefined {
    if (!this.#add(coordinates, depth)) return undefined;
    let text = '';
    // As arguments no more than a stack has room for.
    for (let from = 0; from < this.#codes.length; from += 4096)
      text += String.fromCharCode(...this.#codes.slice(from, from + 4096));
    return text;
  }

  #add(coordinates: Nested, depth: number): boolean {
    this.#addNumber(coordinates.length);
    return coordinates.every((one) =>
      depth > 0 ? this.#add(one as Nested, depth - 1) : this.#addPosition(one as Position),
    );
  }

  #addPosition([longitude, latitude]: Position): boolean {
    const x = Math.round(longitude * this.#scale);
    const y = Math.round(latitude * this.#scale);
    if (x / this.#scale !== longitude || y / this.#scale !== latitude) return false;
    this.#addNumber(zigzag(x - this.#x));
    this.#addNumber(zigzag(y - this.#y));
    this.#x = x;
    this.#y = y;
    return true;
  }

  #addNumber(number: number): void {
    let left = number;
    for (; left >= DIGITS; left = Math.floor(left / DIGITS))
      this.#codes.push(ZERO + DIGITS + (left % DIGITS));
    this.#codes.push(ZERO + left);
  }
}

/** Small numbers are short, whatever their sign. */
function zigzag(number: number): number {
  return number < 0 ? -2 * number - 1 : 2 * number;
}

/** Reads shapes one behind the other. */
export class ShapeReader {
  readonly #bytes: Uint8Array;
  #at = 0;
  #scale = 1;
  #x = 0;
  #y = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  /** The one that begins at a byte. */
  read(start: number): Geometry {
    const letter = this.#bytes[start]! - FIRST_LETTER;
    const type = TYPES[letter % TYPES.length]!;
    this.#scale = SCALES[letter < TYPES.length ? 0 : 1];
    this.#at = start + 1;
    this.#x = 0;
    this.#y = 0;
    return { type, coordinates: this.#coordinates(DEPTHS[type]) } as Geometry;
  }

  #coordinates(depth: number): Nested {
    const list = new Array(this.#number());
    for (let i = 0; i < list.length; i++)
      list[i] = depth > 0 ? this.#coordinates(depth - 1) : this.#position();
    return list;
  }

  #position(): Position {
    this.#x += this.#difference();
    this.#y += this.#difference();
    return [this.#x / this.#scale, this.#y / this.#scale];
  }

  #difference(): number {
    const number = this.#number();
    return number % 2 === 0 ? number / 2 : -(number + 1) / 2;
  }

  #number(): number {
    let number = 0;
    for (let factor = 1; ; factor *= DIGITS) {
      const digit = this.#bytes[this.#at++]! - ZERO;
      if (digit < DIGITS) return number + digit * factor;
      number += (digit - DIGITS) * factor;
    }
  }
}
