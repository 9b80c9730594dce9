import { GEOMETRY_TYPES, type GeometryType } from '@meridian/geo/geojson';
import { endOfJson, endOfName, endOfNull, endOfPlainText, hasBytes, skipBlanks } from './json-bytes.ts';

/** Where the id of a feature is in its bytes, without quotes. */
export type IdRange = { from: number; to: number };

const TYPE = 1;
const ID = 2;
const GEOMETRY = 4;
const PROPERTIES = 8;
const ALL = TYPE | ID | GEOMETRY | PROPERTIES;

/** Features that are nested deeper are parsed: this is recursive. */
export const PLAIN_LEVELS = 64;
/** As many digits as every double has: the text of the number is the id. */
const MAX_ID_DIGITS = 15;

/**
 * The id of a feature in which a hub will find nothing wrong, known from its bytes alone: to parse it takes several times as
 * long, and leaves as much garbage. Undefined where that is in doubt, be it only for an unusual spelling: the feature must be
 * parsed then.
 */
export function findPlainId(bytes: Uint8Array): IdRange | undefined {
  const levels = PLAIN_LEVELS - 1;
  const id: IdRange = { from: -1, to: -1 };
  let found = 0;
  const end = endOfMembers(bytes, skipBlanks(bytes, 0), (from, to, at) => {
    const member = memberOf(bytes, from, to);
    if ((found & member) !== 0) return -1;
    found |= member;
    switch (member) {
      case TYPE:
        return hasBytes(bytes, at, FEATURE) ? at + FEATURE.length : -1;
      case ID:
        return endOfId(bytes, at, id);
      case GEOMETRY:
        return endOfGeometry(bytes, at, levels);
      case PROPERTIES:
        return bytes[at] === OPEN_BRACE ? endOfJson(bytes, at, levels) : -1;
      default:
        return endOfJson(bytes, at, levels);
    }
  });
  return end >= 0 && skipBlanks(bytes, end) === bytes.length && found === ALL ? id : undefined;
}

/** Gets the range of a member's name and the position of its value; gives the position behind it, or -1. */
type Member = (from: number, to: number, at: number) => number;

/** The position behind an object whose names have no escapes; -1 where it is no such object. */
function endOfMembers(bytes: Uint8Array, start: number, endOfMember: Member): number {
  if (bytes[start] !== OPEN_BRACE) return -1;
  for (let at = start; ; ) {
    const from = skipBlanks(bytes, at + 1) + 1;
    const to = endOfPlainText(bytes, from - 1) - 1;
    if (to < 0) return -1;
    const value = endOfName(bytes, to + 1);
    const end = value < 0 ? -1 : endOfMember(from, to, value);
    if (end < 0) return -1;
    at = skipBlanks(bytes, end);
    if (bytes[at] === CLOSE_BRACE) return at + 1;
    if (bytes[at] !== COMMA) return -1;
  }
}

function memberOf(bytes: Uint8Array, from: number, to: number): number {
  switch (to - from) {
    case 2:
      return hasBytes(bytes, from, ID_NAME) ? ID : 0;
    case 4:
      return hasBytes(bytes, from, TYPE_NAME) ? TYPE : 0;
    case 8:
      return hasBytes(bytes, from, GEOMETRY_NAME) ? GEOMETRY : 0;
    case 10:
      return hasBytes(bytes, from, PROPERTIES_NAME) ? PROPERTIES : 0;
    default:
      return 0;
  }
}

/** A text without escapes that is not empty, or a whole number that is written as its text is. */
function endOfId(bytes: Uint8Array, at: number, id: IdRange): number {
  if (bytes[at] === QUOTE) {
    const end = endOfPlainText(bytes, at);
    id.from = at + 1;
    id.to = end - 1;
    return id.to > id.from ? end : -1;
  }
  let end = at;
  while (isDigit(bytes[end])) end++;
  const digits = end - at;
  id.from = at;
  id.to = end;
  return digits > 0 && digits <= MAX_ID_DIGITS && (digits === 1 || bytes[at] !== ZERO) ? end : -1;
}

/** How deep positions are nested in arrays, how many a part needs, and whether it must end where it began. */
type Shape = { nesting: number; least: number; isRing: boolean };

const SHAPES: Partial<Record<GeometryType, Shape>> = {
  Point: { nesting: 0, least: 0, isRing: false },
  MultiPoint: { nesting: 1, least: 0, isRing: false },
  LineString: { nesting: 1, least: 2, isRing: false },
  MultiLineString: { nesting: 2, least: 2, isRing: false },
  Polygon: { nesting: 2, least: 4, isRing: true },
  MultiPolygon: { nesting: 3, least: 4, isRing: true },
};

/** The type has to come before the coordinates. */
function endOfGeometry(bytes: Uint8Array, at: number, levels: number): number {
  if (bytes[at] !== OPEN_BRACE) return endOfNull(bytes, at);
  let shape: Shape | undefined;
  let hasCoordinates = false;
  const end = endOfMembers(bytes, at, (from, to, value) => {
    if (memberOf(bytes, from, to) === TYPE) {
      if (shape !== undefined) return -1;
      shape = shapeAt(bytes, value);
      return shape === undefined ? -1 : endOfPlainText(bytes, value);
    }
    if (to - from === COORDINATES_NAME.length && hasBytes(bytes, from, COORDINATES_NAME)) {
      if (shape === undefined || hasCoordinates) return -1;
      hasCoordinates = true;
      return endOfParts(bytes, value, shape, shape.nesting);
    }
    return endOfJson(bytes, value, levels - 1);
  });
  return hasCoordinates ? end : -1;
}

function shapeAt(bytes: Uint8Array, at: number): Shape | undefined {
  for (const { name, shape } of SHAPE_NAMES) if (hasBytes(bytes, at, name)) return shape;
  return undefined;
}

function endOfParts(bytes: Uint8Array, at: number, shape: Shape, nesting: number): number {
  if (nesting === 0) return endOfPosition(bytes, at);
  if (nesting === 1) return endOfPart(bytes, at, shape);
  if (bytes[at] !== OPEN_BRACKET) return -1;
  const first = skipBlanks(bytes, at + 1);
  // A Polygon needs a ring; collections of parts may be empty.
  if (bytes[first] === CLOSE_BRACKET) return shape.isRing && nesting === 2 ? -1 : first + 1;
  for (let next = first; ; next = skipBlanks(bytes, next + 1)) {
    const end = endOfParts(bytes, next, shape, nesting - 1);
    if (end < 0) return -1;
    next = skipBlanks(bytes, end);
    if (bytes[next] === CLOSE_BRACKET) return next + 1;
    if (bytes[next] !== COMMA) return -1;
  }
}

/** A row of positions; of a ring the last must be spelled as the first is. */
function endOfPart(bytes: Uint8Array, at: number, { least, isRing }: Shape): number {
  if (bytes[at] !== OPEN_BRACKET) return -1;
  const first = skipBlanks(bytes, at + 1);
  if (bytes[first] === CLOSE_BRACKET) return least === 0 ? first + 1 : -1;
  let firstEnd = -1;
  let count = 0;
  for (let next = first; ; next = skipBlanks(bytes, next + 1)) {
    const start = next;
    const end = endOfPosition(bytes, start);
    if (end < 0) return -1;
    if (count++ === 0) firstEnd = end;
    next = skipBlanks(bytes, end);
    if (bytes[next] === CLOSE_BRACKET) {
      const isGood = count >= least && (!isRing || isSame(bytes, first, firstEnd, start, end));
      return isGood ? next + 1 : -1;
    }
    if (bytes[next] !== COMMA) return -1;
  }
}

function isSame(bytes: Uint8Array, from: number, to: number, otherFrom: number, otherTo: number): boolean {
  if (to - from !== otherTo - otherFrom) return false;
  for (let i = 0; i < to - from; i++) if (bytes[from + i] !== bytes[otherFrom + i]) return false;
  return true;
}

/** `[longitude, latitude]` or `[longitude, latitude, height]`. */
function endOfPosition(bytes: Uint8Array, at: number): number {
  if (bytes[at] !== OPEN_BRACKET) return -1;
  let end = endOfOrdinate(bytes, skipBlanks(bytes, at + 1), 180);
  if (end < 0 || bytes[end] !== COMMA) return -1;
  end = endOfOrdinate(bytes, skipBlanks(bytes, end + 1), 90);
  if (end >= 0 && bytes[end] === COMMA) end = endOfOrdinate(bytes, skipBlanks(bytes, end + 1), MAX_HEIGHT);
  return end >= 0 && bytes[end] === CLOSE_BRACKET ? end + 1 : -1;
}

/** More is finite, too, but needs a look. */
const MAX_HEIGHT = 1e12;

/** The position behind a decimal number from -max to max, and behind the blanks that follow it; -1 where it is none. */
function endOfOrdinate(bytes: Uint8Array, start: number, max: number): number {
  const first = bytes[start] === MINUS ? start + 1 : start;
  let at = first;
  let value = 0;
  for (; isDigit(bytes[at]) && value <= max; at++) value = value * 10 + bytes[at]! - ZERO;
  if (at === first || value > max || (bytes[first] === ZERO && at > first + 1)) return -1;
  if (bytes[at] === POINT) {
    const fraction = at + 1;
    let isZero = true;
    for (at = fraction; isDigit(bytes[at]); at++) if (bytes[at] !== ZERO) isZero = false;
    if (at === fraction || (value === max && !isZero)) return -1;
  }
  return skipBlanks(bytes, at);
}

function isDigit(byte: number | undefined): boolean {
  return byte !== undefined && byte >= ZERO && byte <= NINE;
}

const QUOTE = 0x22;
const COMMA = 0x2c;
const MINUS = 0x2d;
const POINT = 0x2e;
const ZERO = 0x30;
const NINE = 0x39;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;

const utf8 = new TextEncoder();
const FEATURE = utf8.encode('"Feature"');
const ID_NAME = utf8.encode('id');
const TYPE_NAME = utf8.encode('type');
const GEOMETRY_NAME = utf8.encode('geometry');
const PROPERTIES_NAME = utf8.encode('properties');
const COORDINATES_NAME = utf8.encode('coordinates');
const SHAPE_NAMES = GEOMETRY_TYPES.flatMap((type) => {
  const shape = SHAPES[type];
  return shape === undefined ? [] : [{ name: utf8.encode(`"${type}"`), shape }];
});
