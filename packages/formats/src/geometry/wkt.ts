import type { Geometry, Position } from '@meridian/geo/geojson';
import { GeometryFormatError } from './geometry-format-error.ts';
import { hasHeight, isPosition, type Nested } from './heights.ts';
import { measuredPosition } from './measures.ts';

const MAX_COLLECTION_DEPTH = 16;
const TOKEN = /\s*(?:([A-Za-z]+)|([-+]?(?:\d+\.?\d*(?:[eE][-+]?\d+)?|\.\d+(?:[eE][-+]?\d+)?))|([(),;=]))/y;
const TYPES: Record<string, Geometry['type']> = {
  POINT: 'Point',
  LINESTRING: 'LineString',
  POLYGON: 'Polygon',
  MULTIPOINT: 'MultiPoint',
  MULTILINESTRING: 'MultiLineString',
  MULTIPOLYGON: 'MultiPolygon',
  GEOMETRYCOLLECTION: 'GeometryCollection',
};

/** Types of WKT that GeoJSON has no equivalent for. */
const CURVES =
  /^(?:CIRCULARSTRING|COMPOUNDCURVE|CURVEPOLYGON|MULTICURVE|MULTISURFACE|POLYHEDRALSURFACE|TIN|TRIANGLE)(?:ZM|Z|M)?$/;

/** `POINT Z (7.1 50.7 60)`, also `SRID=25832;POINT(…)` and the old `MULTIPOINT(1 2, 3 4)`; M is the fourth number of positions. */
export function parseEwkt(text: string): { srid: number | undefined; geometry: Geometry } {
  const reader = new WktReader(text);
  const geometry = reader.geometry(0);
  reader.expectEnd();
  return { srid: reader.srid, geometry };
}

class WktReader {
  srid: number | undefined;
  readonly #text: string;
  #at = 0;
  #word: string | undefined;
  #number: number | undefined;
  #sign: string | undefined;

  constructor(text: string) {
    this.#text = text;
    this.#next();
    if (this.#word === 'SRID') this.#readSrid();
  }

  geometry(depth: number): Geometry {
    const tag = this.#word;
    let name = tag ?? '';
    let dimensions = '';
    const joined = /^([A-Z]+?)(ZM|Z|M)$/.exec(name);
    if (!(name in TYPES) && joined !== null)
      [, name, dimensions] = joined as unknown as [string, string, string];
    const type = TYPES[name];
    if (CURVES.test(tag ?? ''))
      throw new GeometryFormatError(`WKT is a ${tag}: curves and surfaces can't be read`);
    if (type === undefined) throw this.#unexpected('the name of a geometry type');
    if (depth > MAX_COLLECTION_DEPTH) throw new GeometryFormatError('WKT nests collections too deep');
    this.#next();
    if (this.#word === 'Z' || this.#word === 'M' || this.#word === 'ZM') {
      dimensions = this.#word;
      this.#next();
    }
    return this.#body(type, dimensions === 'M', depth);
  }

  expectEnd(): void {
    if (this.#at >= 0) throw this.#unexpected('the end');
  }

  #body(type: Geometry['type'], isMeasured: boolean, depth: number): Geometry {
    const position = () => this.#position(isMeasured);
    const positions = () => this.#list(position);
    const rings = () => this.#list(positions);
    switch (type) {
      case 'Point': {
        if (this.#word === 'EMPTY') throw new GeometryFormatError('WKT is an empty point');
        const [coordinates, ...more] = this.#list(position);
        if (more.length > 0) throw new GeometryFormatError('WKT has a point of several positions');
        return { type, coordinates: coordinates! };
      }
      case 'MultiPoint':
        return {
          type,
          coordinates: this.#list(() => (this.#sign === '(' ? this.#list(position)[0]! : position())),
        };
      case 'LineString':
        return { type, coordinates: positions() };
      case 'MultiLineString':
      case 'Polygon':
        return { type, coordinates: rings() };
      case 'MultiPolygon':
        return { type, coordinates: this.#list(rings) };
      case 'GeometryCollection':
        return { type, geometries: this.#list(() => this.geometry(depth + 1)) };
    }
  }

  #list<T>(item: () => T): T[] {
    if (this.#word === 'EMPTY') {
      this.#next();
      return [];
    }
    this.#expect('(');
    const items = [item()];
    while (this.#sign === ',') {
      this.#next();
      items.push(item());
    }
    this.#expect(')');
    return items;
  }

  #position(isMeasured: boolean): Position {
    const numbers: number[] = [];
    while (this.#number !== undefined || this.#word === 'NAN') {
      numbers.push(this.#number ?? Number.NaN);
      this.#next();
    }
    if (numbers.length < 2 || numbers.length > 4) throw this.#unexpected('a position of 2 to 4 numbers');
    const [x, y, third = Number.NaN, fourth = Number.NaN] = numbers as [number, number, number?, number?];
    return isMeasured ? measuredPosition(x, y, Number.NaN, third) : measuredPosition(x, y, third, fourth);
  }

  #readSrid(): void {
    this.#next();
    this.#expect('=');
    if (!Number.isInteger(this.#number)) throw this.#unexpected('the number of an SRID');
    this.srid = this.#number;
    this.#next();
    this.#expect(';');
  }

  #expect(sign: string): void {
    if (this.#sign !== sign) throw this.#unexpected(`"${sign}"`);
    this.#next();
  }

  /** Moves to the next word, number or sign; behind the last, `#at` is negative. */
  #next(): void {
    TOKEN.lastIndex = Math.max(0, this.#at);
    const token = TOKEN.exec(this.#text);
    this.#word = token?.[1]?.toUpperCase();
    this.#number = token?.[2] === undefined ? undefined : Number(token[2]);
    this.#sign = token?.[3];
    if (token !== null) this.#at = TOKEN.lastIndex;
    else if (this.#text.slice(this.#at).trim() === '') this.#at = -1;
    else throw this.#unexpected('a word, a number or a bracket');
  }

  #unexpected(wanted: string): GeometryFormatError {
    if (this.#at < 0) return new GeometryFormatError(`WKT ends where ${wanted} is expected`);
    const near = this.#text.slice(Math.max(0, this.#at - 12), this.#at + 12);
    return new GeometryFormatError(
      `WKT is not valid: ${wanted} is expected at character ${this.#at}, near "${near}"`,
    );
  }
}

/** WKT as ISO writes it: `POINT Z (1 2 3)`. Where only some positions have a height, the others get `nan`. */
export function formatWkt(geometry: Geometry): string {
  const hasZ = hasHeight(geometry);
  const tag = `${geometry.type.toUpperCase()}${hasZ ? ' Z ' : ' '}`;
  if (geometry.type === 'GeometryCollection')
    return (
      tag +
      (geometry.geometries.length === 0 ? 'EMPTY' : `(${geometry.geometries.map(formatWkt).join(', ')})`)
    );
  return (
    tag +
    (geometry.type === 'Point'
      ? `(${numbers(geometry.coordinates, hasZ)})`
      : list(geometry.coordinates, hasZ))
  );
}

function list(items: Nested[], hasZ: boolean): string {
  if (items.length === 0) return 'EMPTY';
  return `(${items.map((item) => (isPosition(item) ? numbers(item, hasZ) : list(item, hasZ))).join(', ')})`;
}

function numbers(position: Position, hasZ: boolean): string {
  const [x, y, z] = position;
  return hasZ ? `${x} ${y} ${z ?? 'nan'}` : `${x} ${y}`;
}
