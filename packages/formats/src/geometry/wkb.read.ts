import type { Geometry, Position } from '@meridian/geo/geojson';
import { GeometryFormatError } from './geometry-format-error.ts';
import { measuredPosition } from './measures.ts';

const MAX_DEPTH = 16;
const EWKB_Z = 0x80000000;
const EWKB_M = 0x40000000;
const EWKB_SRID = 0x20000000;
const SHORTEST_PART = 4;

/** WKB as ISO and as PostGIS write it, of either byte order; M is the fourth number of positions, SRID is dropped. */
export function parseWkb(bytes: Uint8Array, from = 0): Geometry | null {
  const reader = new WkbReader(bytes, from);
  return reader.geometry(0);
}

export function parseHexWkb(text: string): Geometry | null {
  const bytes = new Uint8Array(text.length >> 1);
  for (let i = 0; i < bytes.length; i++) bytes[i] = Number.parseInt(text.slice(i * 2, i * 2 + 2), 16);
  return parseWkb(bytes);
}

/** The SRID that PostGIS writes into its hexadecimal EWKB; undefined where there is none. */
export function sridOfHexWkb(text: string): number | undefined {
  if (text.length < 18) return undefined;
  const isLittle = text.startsWith('01');
  const word = (at: number) => {
    const digits = text.slice(at, at + 8);
    return Number.parseInt(isLittle ? digits.match(/../g)!.reverse().join('') : digits, 16);
  };
  return (word(2) & EWKB_SRID) === 0 ? undefined : word(10);
}

type Single = Extract<Geometry, { type: 'Point' | 'LineString' | 'Polygon' }>;
type CoordinatesOf<T extends Single['type']> = Extract<Single, { type: T }>['coordinates'];

class WkbReader {
  readonly #view: DataView;
  #at: number;
  #little = true;
  #hasZ = false;
  #hasM = false;

  constructor(bytes: Uint8Array, from: number) {
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#at = from;
  }

  /** Null for an empty point, which GeoJSON has no way to write. */
  geometry(depth: number): Geometry | null {
    if (depth > MAX_DEPTH) throw new GeometryFormatError('WKB nests collections too deep');
    const type = this.#header();
    switch (type) {
      case 1: {
        const coordinates = this.#position();
        return Number.isNaN(coordinates[0]) ? null : { type: 'Point', coordinates };
      }
      case 2:
        return { type: 'LineString', coordinates: this.#positions() };
      case 3:
        return { type: 'Polygon', coordinates: this.#rings() };
      case 4:
        return { type: 'MultiPoint', coordinates: this.#members(depth, 'Point') };
      case 5:
        return { type: 'MultiLineString', coordinates: this.#members(depth, 'LineString') };
      case 6:
        return { type: 'MultiPolygon', coordinates: this.#members(depth, 'Polygon') };
      case 7:
        return {
          type: 'GeometryCollection',
          geometries: this.#list(() => this.geometry(depth + 1)).filter((member) => member !== null),
        };
      default:
        throw new GeometryFormatError(
          `WKB has a geometry of type ${type}: curves and surfaces can't be read`,
        );
    }
  }

  #header(): number {
    const order = this.#byte();
    if (order > 1) throw new GeometryFormatError(`WKB has byte order ${order} at byte ${this.#at - 1}`);
    this.#little = order === 1;
    const code = this.#count();
    const kind = code & 0xffff;
    this.#hasZ = (code & EWKB_Z) !== 0 || Math.floor(kind / 1000) % 2 === 1;
    this.#hasM = (code & EWKB_M) !== 0 || kind >= 2000;
    if ((code & EWKB_SRID) !== 0) this.#count();
    return kind % 1000;
  }

  /** The parts of a Multi… are whole geometries of their own. */
  #members<T extends Single['type']>(depth: number, type: T): CoordinatesOf<T>[] {
    const members: CoordinatesOf<T>[] = [];
    for (const member of this.#list(() => this.geometry(depth + 1))) {
      if (member === null) continue;
      if (member.type !== type)
        throw new GeometryFormatError(`WKB has a ${member.type} where a ${type} belongs`);
      members.push((member as Single).coordinates as CoordinatesOf<T>);
    }
    return members;
  }

  #rings(): Position[][] {
    return this.#list(() => this.#positions());
  }

  #positions(): Position[] {
    return this.#list(() => this.#position());
  }

  #position(): Position {
    const x = this.#double();
    const y = this.#double();
    const z = this.#hasZ ? this.#double() : Number.NaN;
    const m = this.#hasM ? this.#double() : Number.NaN;
    return measuredPosition(x, y, z, m);
  }

  #list<T>(item: () => T): T[] {
    const count = this.#count();
    if (count * SHORTEST_PART > this.#view.byteLength - this.#at) throw this.#tooShort();
    const items: T[] = [];
    for (let i = 0; i < count; i++) items.push(item());
    return items;
  }

  #byte(): number {
    if (this.#at + 1 > this.#view.byteLength) throw this.#tooShort();
    return this.#view.getUint8(this.#at++);
  }

  #count(): number {
    if (this.#at + 4 > this.#view.byteLength) throw this.#tooShort();
    this.#at += 4;
    return this.#view.getUint32(this.#at - 4, this.#little);
  }

  #double(): number {
    if (this.#at + 8 > this.#view.byteLength) throw this.#tooShort();
    this.#at += 8;
    return this.#view.getFloat64(this.#at - 8, this.#little);
  }

  #tooShort(): GeometryFormatError {
    return new GeometryFormatError(`WKB ends at byte ${this.#view.byteLength}, in the middle of a geometry`);
  }
}
