import type { Geometry, Position } from '@meridian/geo/geojson';
import { hasHeight } from './heights.ts';

const CODES: Record<Geometry['type'], number> = {
  Point: 1,
  LineString: 2,
  Polygon: 3,
  MultiPoint: 4,
  MultiLineString: 5,
  MultiPolygon: 6,
  GeometryCollection: 7,
};
const Z = 1000;
const HEAD_BYTES = 5;
const COUNT_BYTES = 4;

/** ISO WKB, little-endian, behind `before` empty bytes. Positions without a height among others get NaN. */
export function formatWkb(geometry: Geometry, before = 0): Uint8Array {
  const hasZ = hasHeight(geometry);
  const writer = new WkbWriter(before + sizeOf(geometry, hasZ), before, hasZ);
  writer.geometry(geometry);
  return writer.bytes;
}

function sizeOf(geometry: Geometry, hasZ: boolean): number {
  const positionBytes = hasZ ? 24 : 16;
  const line = (positions: Position[]) => COUNT_BYTES + positions.length * positionBytes;
  const sum = <T>(items: T[], size: (item: T) => number) =>
    items.reduce((total, item) => total + size(item), COUNT_BYTES);
  switch (geometry.type) {
    case 'Point':
      return HEAD_BYTES + positionBytes;
    case 'LineString':
      return HEAD_BYTES + line(geometry.coordinates);
    case 'Polygon':
      return HEAD_BYTES + sum(geometry.coordinates, line);
    case 'MultiPoint':
      return HEAD_BYTES + COUNT_BYTES + geometry.coordinates.length * (HEAD_BYTES + positionBytes);
    case 'MultiLineString':
      return HEAD_BYTES + sum(geometry.coordinates, (part) => HEAD_BYTES + line(part));
    case 'MultiPolygon':
      return HEAD_BYTES + sum(geometry.coordinates, (rings) => HEAD_BYTES + sum(rings, line));
    case 'GeometryCollection':
      return HEAD_BYTES + sum(geometry.geometries, (member) => sizeOf(member, hasZ));
  }
}

class WkbWriter {
  readonly bytes: Uint8Array;
  readonly #view: DataView;
  readonly #hasZ: boolean;
  #at: number;

  constructor(size: number, before: number, hasZ: boolean) {
    this.bytes = new Uint8Array(size);
    this.#view = new DataView(this.bytes.buffer);
    this.#at = before;
    this.#hasZ = hasZ;
  }

  geometry(geometry: Geometry): void {
    this.#head(geometry.type);
    switch (geometry.type) {
      case 'Point':
        return this.#position(geometry.coordinates);
      case 'LineString':
        return this.#line(geometry.coordinates);
      case 'Polygon':
        return this.#list(geometry.coordinates, (ring) => this.#line(ring));
      case 'MultiPoint':
        return this.#list(geometry.coordinates, (coordinates) =>
          this.geometry({ type: 'Point', coordinates }),
        );
      case 'MultiLineString':
        return this.#list(geometry.coordinates, (coordinates) =>
          this.geometry({ type: 'LineString', coordinates }),
        );
      case 'MultiPolygon':
        return this.#list(geometry.coordinates, (coordinates) =>
          this.geometry({ type: 'Polygon', coordinates }),
        );
      case 'GeometryCollection':
        return this.#list(geometry.geometries, (member) => this.geometry(member));
    }
  }

  #head(type: Geometry['type']): void {
    this.bytes[this.#at] = 1;
    this.#view.setUint32(this.#at + 1, CODES[type] + (this.#hasZ ? Z : 0), true);
    this.#at += HEAD_BYTES;
  }

  #line(positions: Position[]): void {
    this.#list(positions, (position) => this.#position(position));
  }

  #list<T>(items: T[], write: (item: T) => void): void {
    this.#view.setUint32(this.#at, items.length, true);
    this.#at += COUNT_BYTES;
    for (const item of items) write(item);
  }

  #position([x, y, z = Number.NaN]: Position): void {
    this.#double(x);
    this.#double(y);
    if (this.#hasZ) this.#double(z);
  }

  #double(value: number): void {
    this.#view.setFloat64(this.#at, value, true);
    this.#at += 8;
  }
}
