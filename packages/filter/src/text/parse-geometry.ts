import type { Geometry, Position } from '@meridian/geo';
import type { Expression } from '../expression.ts';
import { FilterError } from '../filter-error.ts';
import type { TokenReader } from './token-reader.ts';

const TYPES = {
  POINT: 'Point',
  LINESTRING: 'LineString',
  POLYGON: 'Polygon',
  MULTIPOINT: 'MultiPoint',
  MULTILINESTRING: 'MultiLineString',
  MULTIPOLYGON: 'MultiPolygon',
  GEOMETRYCOLLECTION: 'GeometryCollection',
} as const satisfies Record<string, Geometry['type']>;

/** Whether a geometry literal begins here: `POINT(…)`, `POLYGON Z (…)`. A property may be called `point`. */
export function beginsGeometry(reader: TokenReader): boolean {
  const { token } = reader;
  return token.type === 'name' && typeAt(reader) !== undefined && (reader.isCall() || isZ(reader));
}

/** WKT as CQL2 has it; both `MULTIPOINT((1 2),(3 4))` and `MULTIPOINT(1 2,3 4)` are in use. */
export function parseGeometry(reader: TokenReader): Geometry {
  const type = typeAt(reader);
  if (type === undefined) throw reader.unexpected('the name of a geometry type');
  reader.take();
  reader.takeWord('Z');
  const position = () => parsePosition(reader);
  const positions = () => bracketed(reader, position);
  const rings = () => bracketed(reader, positions);
  switch (type) {
    case 'Point':
      return { type, coordinates: single(reader, position) };
    case 'MultiPoint':
      return {
        type,
        coordinates: bracketed(reader, () => (reader.isSign('(') ? single(reader, position) : position())),
      };
    case 'LineString':
      return { type, coordinates: positions() };
    case 'Polygon':
    case 'MultiLineString':
      return { type, coordinates: rings() };
    case 'MultiPolygon':
      return { type, coordinates: bracketed(reader, rings) };
    case 'GeometryCollection':
      return { type, geometries: bracketed(reader, () => reader.nested(() => parseGeometry(reader))) };
  }
}

/** `BBOX(west,south,east,north)`, also with a lowest and a highest height. */
export function parseBbox(reader: TokenReader): Expression {
  const { at } = reader.take();
  const bbox = bracketed(reader, () => parseNumber(reader));
  if (bbox.length !== 4 && bbox.length !== 6)
    throw new FilterError(`BBOX at character ${at} must have 4 or 6 numbers, not ${bbox.length}`);
  return { kind: 'bbox', bbox };
}

function typeAt(reader: TokenReader): Geometry['type'] | undefined {
  const word = reader.token.text.toUpperCase();
  return Object.hasOwn(TYPES, word) ? TYPES[word as keyof typeof TYPES] : undefined;
}

function isZ(reader: TokenReader): boolean {
  return reader.peek().type === 'name' && reader.peek().text.toUpperCase() === 'Z';
}

function bracketed<T>(reader: TokenReader, item: () => T): T[] {
  reader.expectSign('(');
  const items = reader.list(item);
  reader.expectSign(')');
  return items;
}

function single<T>(reader: TokenReader, item: () => T): T {
  reader.expectSign('(');
  const found = item();
  reader.expectSign(')');
  return found;
}

function parsePosition(reader: TokenReader): Position {
  const x = parseNumber(reader);
  const y = parseNumber(reader);
  const hasZ = reader.token.type === 'number' || reader.isSign('-') || reader.isSign('+');
  return hasZ ? [x, y, parseNumber(reader)] : [x, y];
}

function parseNumber(reader: TokenReader): number {
  const isNegative = reader.takeSign('-');
  if (!isNegative) reader.takeSign('+');
  const { token } = reader;
  if (token.type !== 'number') throw reader.unexpected('a number');
  reader.take();
  return isNegative ? 0 - token.value : token.value;
}
