import type { Geometry, Position } from '@meridian/geo';

/**
 * A geometry that is no point as a text of ASCII: a letter, then whole numbers. Of each list of lists how many there are, of each
 * list of positions how many, and how far each is from the one before, in steps of the sixth or seventh decimal.
 */
const LETTERS = { MultiPoint: 'A', LineString: 'B', MultiLineString: 'C', Polygon: 'D', MultiPolygon: 'E' };
export type Shaped = keyof typeof LETTERS;
const TYPES = Object.keys(LETTERS) as Shaped[];
/** Lists of lists of positions below `coordinates`. */
export const DEPTHS: Readonly<Record<Shaped, number>> = {
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
  if (!isShaped(geometry.type)) return undefined;
  const coordinates = (geometry as { coordinates: Nested }).coordinates;
  for (const [nth, scale] of SCALES.entries()) {
    writer.begin(geometry.type, nth);
    if (writeScaled(coordinates, DEPTHS[geometry.type], scale)) return writer.text;
  }
  return undefined;
}

export function isShaped(type: string): type is Shaped {
  return type in LETTERS;
}

function writeScaled(coordinates: Nested, depth: number, scale: number): boolean {
  writer.count(coordinates.length);
  return coordinates.every((one) => {
    if (depth > 0) return writeScaled(one as Nested, depth - 1, scale);
    const [longitude, latitude] = one as Position;
    const x = Math.round(longitude * scale);
    const y = Math.round(latitude * scale);
    if (x / scale !== longitude || y / scale !== latitude) return false;
    writer.position(x, y);
    return true;
  });
}

/** Writes one shape after the other. */
class ShapeWriter {
  #bytes = Buffer.alloc(1024);
  #length = 0;
  #x = 0;
  #y = 0;

  /** `nth` of the scales. */
  begin(type: Shaped, nth: number): void {
    this.#length = 0;
    this.#x = 0;
    this.#y = 0;
    this.#push(LETTERS[type].charCodeAt(0) + nth * TYPES.length);
  }

  /** How many there are in the list that follows. */
  count(number: number): void {
    let left = number;
    for (; left >= DIGITS; left = Math.floor(left / DIGITS)) this.#push(ZERO + DIGITS + (left % DIGITS));
    this.#push(ZERO + left);
  }

  position(x: number, y: number): void {
    this.count(zigzag(x - this.#x));
    this.count(zigzag(y - this.#y));
    this.#x = x;
    this.#y = y;
  }

  get text(): string {
    return this.#bytes.toString('latin1', 0, this.#length);
  }

  #push(code: number): void {
    if (this.#length === this.#bytes.length) {
      const larger = Buffer.alloc(2 * this.#length);
      larger.set(this.#bytes);
      this.#bytes = larger;
    }
    this.#bytes[this.#length++] = code;
  }
}

/** Small numbers are short, whatever their sign. */
function zigzag(number: number): number {
  return number < 0 ? -2 * number - 1 : 2 * number;
}

/** One for all: what it has written is taken before it begins again. */
export const writer = new ShapeWriter();

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
