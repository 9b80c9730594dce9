import type { Geometry, Position } from '@meridian/geo/geojson';
import { FormatFault } from '../fault.ts';
import { GeometryFormatError } from '../geometry/geometry-format-error.ts';
import { measuredPosition } from '../geometry/measures.ts';
import { ByteReader } from '../text/byte-reader.ts';
import { polygonOfRings } from './rings.ts';

const HEADER_BYTES = 100;
const RECORD_HEADER_BYTES = 8;
/** Heights and measures below this stand for none. */
const NO_DATA = -1e38;

/** Content of a record, to be turned into a geometry; `undefined` bytes were too many. */
export type ShpRecord = { bytes: Uint8Array | undefined };

/** The shapes of a .shp file, in order. */
export class ShpReader {
  readonly #reader: ByteReader;
  readonly #limit: number;
  /** Of the whole file, as its header says. */
  readonly #length: number;
  #read = HEADER_BYTES;

  private constructor(reader: ByteReader, limit: number, length: number) {
    this.#reader = reader;
    this.#limit = limit;
    this.#length = length;
  }

  static async open(stream: AsyncIterable<Uint8Array>, file: string, limit: number): Promise<ShpReader> {
    const reader = new ByteReader(stream, file);
    const header = view(await reader.need(HEADER_BYTES));
    if (header.getInt32(0) !== 9994) throw new FormatFault('malformed', file, 'is no Shapefile');
    return new ShpReader(reader, limit, header.getUint32(24) * 2);
  }

  async next(): Promise<ShpRecord | undefined> {
    const header = await this.#reader.take(RECORD_HEADER_BYTES);
    if (header === undefined) return undefined;
    const length = view(header).getUint32(4) * 2;
    this.#read += RECORD_HEADER_BYTES + length;
    if (length > this.#limit) {
      await this.#reader.skip(length);
      return { bytes: undefined };
    }
    return { bytes: await this.#reader.need(length) };
  }

  /** Whether it has ended before the end that its header tells of. */
  get isShort(): boolean {
    return this.#read < this.#length;
  }

  close(): Promise<void> {
    return this.#reader.close();
  }
}

/** Throws GeometryFormatError. */
export function geometryOfShape(bytes: Uint8Array): Geometry | null {
  const shape = new ShapeReader(bytes);
  try {
    return shape.geometry();
  } catch (error) {
    if (error instanceof RangeError) throw new GeometryFormatError('is a shape that is cut off');
    throw error;
  }
}

class ShapeReader {
  readonly #view: DataView;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#view = view(bytes);
  }

  geometry(): Geometry | null {
    if (this.#view.byteLength === 0) return null;
    const type = this.#int();
    // 11 to 18 have heights, and perhaps measures; 21 to 28 measures only.
    const hasZ = type > 10 && type < 20;
    const mayHaveM = type > 10;
    switch (type % 10) {
      case 0:
        return null;
      case 1: {
        const [x, y] = [this.#double(), this.#double()];
        const z = hasZ ? this.#double() : Number.NaN;
        const isThere = mayHaveM && this.#at + 8 <= this.#view.byteLength;
        return { type: 'Point', coordinates: position(x, y, z, isThere ? this.#double() : Number.NaN) };
      }
      case 8: {
        this.#skip(32);
        const positions = this.#positions(this.#count(16), hasZ, mayHaveM);
        return positions.length === 1
          ? { type: 'Point', coordinates: positions[0]! }
          : { type: 'MultiPoint', coordinates: positions };
      }
      case 3: {
        const parts = this.#parts(hasZ, mayHaveM);
        if (parts.length === 0) return null;
        return parts.length === 1
          ? { type: 'LineString', coordinates: parts[0]! }
          : { type: 'MultiLineString', coordinates: parts };
      }
      case 5: {
        const rings = this.#parts(hasZ, mayHaveM).filter((ring) => ring.length > 0);
        return rings.length === 0 ? null : polygonOfRings(rings);
      }
      default:
        throw new GeometryFormatError(`is a shape of type ${type}, which can't be read`);
    }
  }

  #parts(hasZ: boolean, mayHaveM: boolean): Position[][] {
    this.#skip(32);
    const partCount = this.#count(4);
    const count = this.#count(16);
    const starts = Array.from({ length: partCount }, () => this.#int());
    // Others may share positions, and then take far more room than the file.
    if (starts.some((start, i) => start < (starts[i - 1] ?? 0) || start > count))
      throw new GeometryFormatError('has parts that do not follow one another');
    const positions = this.#positions(count, hasZ, mayHaveM);
    return starts.map((start, i) => positions.slice(start, starts[i + 1] ?? count));
  }

  /** x and y of all; then the range of heights and all heights; then the same of measures. */
  #positions(count: number, hasZ: boolean, mayHaveM: boolean): Position[] {
    const from = this.#at;
    this.#skip(count * 16);
    const heights = hasZ ? this.#row(count) : undefined;
    const measures = mayHaveM ? this.#row(count) : undefined;
    return Array.from({ length: count }, (_, i) =>
      position(
        this.#view.getFloat64(from + i * 16, true),
        this.#view.getFloat64(from + i * 16 + 8, true),
        heights === undefined ? Number.NaN : this.#view.getFloat64(heights + i * 8, true),
        measures === undefined ? Number.NaN : this.#view.getFloat64(measures + i * 8, true),
      ),
    );
  }

  /** Where numbers of all positions begin, behind their range; undefined if the shape ends before they do. */
  #row(count: number): number | undefined {
    const from = this.#at + 16;
    if (from + count * 8 > this.#view.byteLength) return undefined;
    this.#at = from + count * 8;
    return from;
  }

  /** A number of things of this many bytes each, which must be there. */
  #count(bytes: number): number {
    const count = this.#int();
    if (count < 0 || count * bytes > this.#view.byteLength) throw new RangeError();
    return count;
  }

  #int(): number {
    this.#at += 4;
    return this.#view.getInt32(this.#at - 4, true);
  }

  #double(): number {
    this.#at += 8;
    return this.#view.getFloat64(this.#at - 8, true);
  }

  #skip(bytes: number): void {
    this.#at += bytes;
  }
}

/** Programs write measures of 0 for points that have heights only. */
function position(x: number, y: number, z: number, m: number): Position {
  const hasZ = z > NO_DATA && Number.isFinite(z);
  const hasM = m > NO_DATA && !(hasZ && m === 0);
  return measuredPosition(x, y, hasZ ? z : Number.NaN, hasM ? m : Number.NaN);
}

function view(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
}
