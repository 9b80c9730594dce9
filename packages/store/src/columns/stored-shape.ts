import { type FeatureText, parseGeometry } from '../model/feature/feature-text.ts';
import { readNumber } from './read-number.ts';
import { DEPTHS, encodeShape, type Shaped, writer } from './shape.ts';

/** Whole numbers of this decimal; with one less, shapes are shorter. */
const DECIMALS = 7;
const POWERS = Array.from({ length: DECIMALS + 1 }, (_, exponent) => 10 ** exponent);

const OPENING_BRACKET = 0x5b;
const CLOSING_BRACKET = 0x5d;
const COMMA = 0x2c;

/** Of coordinates: they can't be told from the text alone; they have too many decimals. */
const UNCLEAR = -1;
const TOO_FINE = -2;

/** How many numbers a reader makes room for; more are read by parsing. */
const MAX_NUMBERS = 1 << 16;

/** Reads coordinates without parsing them: counts of lists and whole numbers one behind the other. */
class CoordinateReader {
  readonly numbers = new Float64Array(MAX_NUMBERS);
  /** Whether all of them are whole in steps of the sixth decimal. */
  isCoarse = true;
  #text = '';
  #filled = 0;

  read(text: string, at: number, depth: number): number {
    this.#text = text;
    this.#filled = 0;
    this.isCoarse = true;
    return this.#list(at, depth);
  }

  /** Gives the position behind it, or why there is none. */
  #list(start: number, depth: number): number {
    const text = this.#text;
    if (text.charCodeAt(start) !== OPENING_BRACKET || this.#filled === MAX_NUMBERS) return UNCLEAR;
    const count = this.#filled++;
    let at = start;
    let members = 0;
    do {
      at = depth > 0 ? this.#list(at + 1, depth - 1) : this.#position(at + 1);
      if (at < 0) return at;
      members++;
    } while (text.charCodeAt(at) === COMMA);
    this.numbers[count] = members;
    return text.charCodeAt(at) === CLOSING_BRACKET ? at + 1 : UNCLEAR;
  }

  /** A height is passed over. */
  #position(start: number): number {
    const text = this.#text;
    if (text.charCodeAt(start) !== OPENING_BRACKET) return UNCLEAR;
    let at = this.#coordinate(start + 1);
    if (at < 0) return at;
    if (text.charCodeAt(at) !== COMMA) return UNCLEAR;
    at = this.#coordinate(at + 1);
    if (at >= 0 && text.charCodeAt(at) === COMMA) at = text.indexOf(']', at);
    return at < 0 || text.charCodeAt(at) === CLOSING_BRACKET ? at + (at < 0 ? 0 : 1) : UNCLEAR;
  }

  #coordinate(at: number): number {
    const { isPlain, whole, decimals, end } = readNumber(this.#text, at);
    // The text of a double is as short as can be: what has more decimals is no multiple of the last of ours.
    if (decimals > DECIMALS) return TOO_FINE;
    if (!isPlain || this.#filled === MAX_NUMBERS) return UNCLEAR;
    const scaled = whole * POWERS[DECIMALS - decimals]!;
    if (Math.abs(scaled) > Number.MAX_SAFE_INTEGER) return UNCLEAR;
    if (decimals === DECIMALS) this.isCoarse = false;
    this.numbers[this.#filled++] = scaled;
    return end;
  }
}

const reader = new CoordinateReader();

/** The same as `encodeShape` gives for a stored geometry, which is not parsed where it is written as most are. */
export function storedShape(row: FeatureText, type: Shaped): string | undefined {
  const head = `{"type":"${type}","coordinates":`;
  if (row.text.startsWith(head, row.geometryStart)) {
    const end = reader.read(row.text, row.geometryStart + head.length, DEPTHS[type]);
    if (end === TOO_FINE) return undefined;
    if (end >= 0) return written(type);
  }
  return encodeShape(parseGeometry(row)!);
}

/** What was read as a shape. */
function written(type: Shaped): string {
  const { numbers, isCoarse } = reader;
  const step = isCoarse ? 10 : 1;
  let next = 0;
  const writeList = (depth: number) => {
    const members = numbers[next++]!;
    writer.count(members);
    for (let i = 0; i < members; i++) {
      if (depth > 0) writeList(depth - 1);
      else {
        writer.position(numbers[next]! / step, numbers[next + 1]! / step);
        next += 2;
      }
    }
  };
  writer.begin(type, isCoarse ? 0 : 1);
  writeList(DEPTHS[type]);
  return writer.text;
}
