import { type GeometryType, WKB } from '@meridian/geo';
import { type Digits, endOfPlainNumber, numberOf } from '../../model/json/canonical-json.ts';

const FIRST_MULTI = WKB.codes.MultiPoint;
const AROUND_TYPE = '{"type":"","coordinates":'.length;
const FIRST_BYTES = 4096;

/**
 * Well-known binary as `toWkb(indexedGeometry(…))` makes it, straight from the text of a geometry that came in just as it is
 * stored: no arrays of positions are made for it.
 */
export class PlainWkb {
  readonly #digits: Digits = { value: 0, places: 0, isNegative: false };
  #view = new DataView(new ArrayBuffer(FIRST_BYTES));
  #size = 0;
  #text = '';
  /** Of the ring that was read last, and of the outer one of its polygon. */
  #ring = new Extent();
  #outer = new Extent();
  /** Whether a hole reaches out of its polygon. */
  #isOutside = false;

  /** Good until the next one is made; undefined where the geometry has to be parsed. */
  of(text: string, type: GeometryType): Uint8Array | undefined {
    if (type === 'GeometryCollection') return undefined;
    const code = WKB.codes[type];
    this.#text = text;
    this.#size = 0;
    this.#isOutside = false;
    this.#room(9);
    this.#byte(WKB.littleEndian);
    this.#uint32((code | WKB.hasSrid) >>> 0);
    this.#uint32(WKB.wgs84);
    this.#content(code, AROUND_TYPE + type.length);
    return this.#isOutside ? undefined : new Uint8Array(this.#view.buffer, 0, this.#size);
  }

  /** What stands behind the header of a type, from the coordinates at a position of the text; gives the position behind them. */
  #content(code: number, at: number): number {
    if (code === WKB.codes.Point) return this.#position(at);
    if (code === WKB.codes.LineString) return this.#line(at);
    if (code === WKB.codes.Polygon) return this.#list(at, (from, nth) => this.#polygonRing(from, nth));
    return this.#list(at, (from) => {
      this.#room(5);
      this.#byte(WKB.littleEndian);
      this.#uint32(code - FIRST_MULTI + 1);
      return this.#content(code - FIRST_MULTI + 1, from);
    });
  }

  /** How many there are stands before them, and is known behind them. */
  #list(start: number, entry: (at: number, nth: number) => number): number {
    this.#room(4);
    const counted = this.#size;
    this.#size += 4;
    let count = 0;
    let at = start + 1;
    if (this.#text.charCodeAt(at) !== CLOSE_BRACKET)
      for (; ; at++) {
        at = entry(at, count++);
        if (this.#text.charCodeAt(at) === CLOSE_BRACKET) break;
      }
    this.#view.setUint32(counted, count, true);
    return at + 1;
  }

  #line(at: number): number {
    return this.#list(at, (from) => this.#position(from));
  }

  #polygonRing(at: number, nth: number): number {
    this.#ring.clear();
    const end = this.#line(at);
    if (nth === 0) [this.#outer, this.#ring] = [this.#ring, this.#outer];
    else if (!this.#outer.holds(this.#ring)) this.#isOutside = true;
    return end;
  }

  /** Heights are left out. */
  #position(start: number): number {
    const text = this.#text;
    const digits = this.#digits;
    let at = endOfPlainNumber(text, start + 1, digits);
    const x = numberOf(digits);
    at = endOfPlainNumber(text, at + 1, digits);
    const y = numberOf(digits);
    if (text.charCodeAt(at) === COMMA) at = endOfPlainNumber(text, at + 1, digits);
    this.#room(16);
    this.#view.setFloat64(this.#size, x, true);
    this.#view.setFloat64(this.#size + 8, y, true);
    this.#size += 16;
    this.#ring.add(x, y);
    return at + 1;
  }

  #byte(value: number): void {
    this.#view.setUint8(this.#size++, value);
  }

  #uint32(value: number): void {
    this.#view.setUint32(this.#size, value, true);
    this.#size += 4;
  }

  #room(bytes: number): void {
    const { buffer } = this.#view;
    if (this.#size + bytes <= buffer.byteLength) return;
    const larger = new Uint8Array(buffer.byteLength * 2);
    larger.set(new Uint8Array(buffer));
    this.#view = new DataView(larger.buffer);
  }
}

class Extent {
  #west = Infinity;
  #south = Infinity;
  #east = -Infinity;
  #north = -Infinity;

  clear(): void {
    this.#west = this.#south = Infinity;
    this.#east = this.#north = -Infinity;
  }

  add(x: number, y: number): void {
    if (x < this.#west) this.#west = x;
    if (x > this.#east) this.#east = x;
    if (y < this.#south) this.#south = y;
    if (y > this.#north) this.#north = y;
  }

  holds(other: Extent): boolean {
    return (
      other.#west >= this.#west &&
      other.#east <= this.#east &&
      other.#south >= this.#south &&
      other.#north <= this.#north
    );
  }
}

const COMMA = 0x2c;
const CLOSE_BRACKET = 0x5d;
