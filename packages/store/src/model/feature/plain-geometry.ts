import {
  type BBox,
  emptyBBox,
  extend,
  type GeometryFacts,
  type GeometryType,
  isEmptyBBox,
} from '@meridian/geo';
import { type Digits, endOfPlainNumber, numberOf } from '../json/canonical-json.ts';

/** How deep positions are nested in arrays, how many a part needs, and whether it must end where it began. */
type Shape = { type: GeometryType; nesting: number; least: number; isRing: boolean };

const SHAPES: readonly Shape[] = [
  { type: 'Point', nesting: 0, least: 0, isRing: false },
  { type: 'MultiPoint', nesting: 1, least: 0, isRing: false },
  { type: 'LineString', nesting: 1, least: 2, isRing: false },
  { type: 'MultiLineString', nesting: 2, least: 2, isRing: false },
  { type: 'Polygon', nesting: 2, least: 4, isRing: true },
  { type: 'MultiPolygon', nesting: 3, least: 4, isRing: true },
];
const HEADS = SHAPES.map((shape) => ({ shape, head: `{"type":"${shape.type}","coordinates":` }));

/**
 * Checks a geometry and gathers its facts, as `inspectGeometry` does, from its text. Collections of geometries, and what is
 * wrong or unusual in any way, have to be parsed.
 */
export class PlainGeometryScanner {
  /** Of the geometry that was scanned last. */
  facts: GeometryFacts | undefined;
  readonly #digits: Digits = { value: 0, places: 0, isNegative: false };
  #text = '';
  #box: BBox = emptyBBox();
  #hasZ = false;
  #vertices = 0;
  /** The position that was scanned last; its height is NaN where it has none. */
  #x = 0;
  #y = 0;
  #z = Number.NaN;

  /** The position behind a geometry that is no null; -1 where it has to be parsed. */
  endOfGeometry(text: string, start: number): number {
    const found = HEADS.find(({ head }) => text.startsWith(head, start));
    if (found === undefined) return -1;
    this.#text = text;
    this.#box = emptyBBox();
    this.#hasZ = false;
    this.#vertices = 0;
    const { shape, head } = found;
    const end = this.#endOfParts(start + head.length, shape, shape.nesting);
    if (end < 0 || text.charCodeAt(end) !== CLOSE_BRACE) return -1;
    this.facts = {
      type: shape.type,
      bbox: isEmptyBBox(this.#box) ? undefined : this.#box,
      hasZ: this.#hasZ,
      vertices: this.#vertices,
    };
    return end + 1;
  }

  #endOfParts(start: number, shape: Shape, nesting: number): number {
    if (nesting === 0) return this.#endOfPosition(start);
    if (nesting === 1) return this.#endOfPart(start, shape);
    const text = this.#text;
    if (text.charCodeAt(start) !== OPEN_BRACKET) return -1;
    // A Polygon needs a ring; collections of parts may be empty.
    if (text.charCodeAt(start + 1) === CLOSE_BRACKET) return shape.isRing && nesting === 2 ? -1 : start + 2;
    for (let at = start + 1; ; at++) {
      at = this.#endOfParts(at, shape, nesting - 1);
      if (at < 0) return -1;
      const code = text.charCodeAt(at);
      if (code === CLOSE_BRACKET) return at + 1;
      if (code !== COMMA) return -1;
    }
  }

  /** A row of positions. */
  #endOfPart(start: number, { least, isRing }: Shape): number {
    const text = this.#text;
    if (text.charCodeAt(start) !== OPEN_BRACKET) return -1;
    if (text.charCodeAt(start + 1) === CLOSE_BRACKET) return least === 0 ? start + 2 : -1;
    const before = this.#vertices;
    let [x, y, z] = [0, 0, 0];
    for (let at = start + 1; ; at++) {
      at = this.#endOfPosition(at);
      if (at < 0) return -1;
      const count = this.#vertices - before;
      if (count === 1) [x, y, z] = [this.#x, this.#y, this.#z];
      const code = text.charCodeAt(at);
      if (code === CLOSE_BRACKET) {
        const isClosed = x === this.#x && y === this.#y && Object.is(z, this.#z);
        return count >= least && (isClosed || !isRing) ? at + 1 : -1;
      }
      if (code !== COMMA) return -1;
    }
  }

  #endOfPosition(start: number): number {
    const text = this.#text;
    const digits = this.#digits;
    if (text.charCodeAt(start) !== OPEN_BRACKET) return -1;
    let at = endOfPlainNumber(text, start + 1, digits);
    if (at < 0 || text.charCodeAt(at) !== COMMA) return -1;
    const x = numberOf(digits);
    at = endOfPlainNumber(text, at + 1, digits);
    if (at < 0) return -1;
    const y = numberOf(digits);
    if (x < -180 || x > 180 || y < -90 || y > 90) return -1;
    this.#z = Number.NaN;
    if (text.charCodeAt(at) === COMMA) {
      at = endOfPlainNumber(text, at + 1, digits);
      if (at < 0) return -1;
      this.#z = numberOf(digits);
      this.#hasZ = true;
    }
    if (text.charCodeAt(at) !== CLOSE_BRACKET) return -1;
    this.#x = x;
    this.#y = y;
    this.#vertices++;
    extend(this.#box, x, y);
    return at + 1;
  }
}

const COMMA = 0x2c;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const CLOSE_BRACE = 0x7d;
