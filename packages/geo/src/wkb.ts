import type { Geometry, Position } from './geojson.ts';

/** How well-known binary with a reference system begins, as PostGIS reads it. */
export const WKB = {
  littleEndian: 1,
  hasSrid: 0x2000_0000,
  wgs84: 4326,
  /** The numbers of the types. */
  codes: {
    Point: 1,
    LineString: 2,
    Polygon: 3,
    MultiPoint: 4,
    MultiLineString: 5,
    MultiPolygon: 6,
    GeometryCollection: 7,
  } satisfies Record<Geometry['type'], number>,
} as const;

/** Well-known binary with its reference system, in hexadecimal digits, as PostGIS reads it. Heights are left out. */
export function toWkbHex(geometry: Geometry): string {
  return toWkb(geometry).toString('hex');
}

/** The same as bytes. */
export function toWkb(geometry: Geometry): Buffer {
  const writer = new Writer(sizeOf(geometry) + 4);
  writer.geometry(geometry, WKB.hasSrid);
  return writer.bytes;
}

class Writer {
  readonly bytes: Buffer;
  #at = 0;

  constructor(size: number) {
    this.bytes = Buffer.allocUnsafe(size);
  }

  geometry(geometry: Geometry, flags = 0): void {
    this.#header(geometry.type, flags);
    switch (geometry.type) {
      case 'Point':
        return this.#position(geometry.coordinates);
      case 'LineString':
        return this.#line(geometry.coordinates);
      case 'Polygon':
        return this.#rings(geometry.coordinates);
      case 'MultiPoint':
        return this.#members('Point', geometry.coordinates, (position) => this.#position(position));
      case 'MultiLineString':
        return this.#members('LineString', geometry.coordinates, (line) => this.#line(line));
      case 'MultiPolygon':
        return this.#members('Polygon', geometry.coordinates, (rings) => this.#rings(rings));
      case 'GeometryCollection':
        this.#count(geometry.geometries.length);
        for (const member of geometry.geometries) this.geometry(member);
    }
  }

  #header(type: Geometry['type'], flags: number): void {
    this.#at = this.bytes.writeUInt8(WKB.littleEndian, this.#at);
    this.#count((WKB.codes[type] | flags) >>> 0);
    if (flags === WKB.hasSrid) this.#count(WKB.wgs84);
  }

  #count(count: number): void {
    this.#at = this.bytes.writeUInt32LE(count, this.#at);
  }

  #position([x, y]: Position): void {
    this.#at = this.bytes.writeDoubleLE(x, this.#at);
    this.#at = this.bytes.writeDoubleLE(y, this.#at);
  }

  #line(positions: Position[]): void {
    this.#count(positions.length);
    for (const position of positions) this.#position(position);
  }

  #rings(rings: Position[][]): void {
    this.#count(rings.length);
    for (const ring of rings) this.#line(ring);
  }

  #members<T>(type: Geometry['type'], members: T[], write: (member: T) => void): void {
    this.#count(members.length);
    for (const member of members) {
      this.#header(type, 0);
      write(member);
    }
  }
}

const HEADER = 5;
const COUNT = 4;
const POSITION = 16;

function sizeOf(geometry: Geometry): number {
  switch (geometry.type) {
    case 'Point':
      return HEADER + POSITION;
    case 'LineString':
      return HEADER + lineSize(geometry.coordinates);
    case 'Polygon':
      return HEADER + ringsSize(geometry.coordinates);
    case 'MultiPoint':
      return HEADER + COUNT + geometry.coordinates.length * (HEADER + POSITION);
    case 'MultiLineString':
      return HEADER + COUNT + sum(geometry.coordinates, (line) => HEADER + lineSize(line));
    case 'MultiPolygon':
      return HEADER + COUNT + sum(geometry.coordinates, (rings) => HEADER + ringsSize(rings));
    case 'GeometryCollection':
      return HEADER + COUNT + sum(geometry.geometries, sizeOf);
  }
}

function lineSize(positions: Position[]): number {
  return COUNT + positions.length * POSITION;
}

function ringsSize(rings: Position[][]): number {
  return COUNT + sum(rings, lineSize);
}

function sum<T>(members: T[], size: (member: T) => number): number {
  return members.reduce((total, member) => total + size(member), 0);
}
