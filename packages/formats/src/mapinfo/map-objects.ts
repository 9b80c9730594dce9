import type { Geometry, Position } from '@meridian/geo/geojson';
import { GeometryFormatError } from '../geometry/geometry-format-error.ts';
import { areaOfRings } from '../geometry/nest-by-depth.ts';
import { areaOfRing, boxRing, type Corners, ellipseRing, onEllipse, roundedRing } from '../mif/curves.ts';
import { startOfText } from '../mif/labels.ts';
import { CoordinateReader, type Counting, type Packing } from './map-coordinates.ts';
import type { MapFile } from './map-file.ts';

const OBJECT_BLOCK = 2;
const BLOCK_HEADER_BYTES = 20;
const CENTER_AT = 4;
/** A bit of the row's number in objects that are deleted. */
const DELETED = 0x4000_0000;
/** A bit of the size of coordinates: the line is drawn rounded. */
const SMOOTH = 0x8000_0000;
/** What version 800 has behind the number of parts. */
const V800_BYTES = 33;

type Kind =
  | 'point'
  | 'fontpoint'
  | 'custompoint'
  | 'line'
  | 'polyline'
  | 'arc'
  | 'region'
  | 'text'
  | 'rect'
  | 'roundrect'
  | 'ellipse'
  | 'multiline'
  | 'multipoint'
  | 'collection';

/** Kinds by the number of those with short coordinates; the next number stands for the same with long ones. */
const KINDS: Readonly<Record<number, readonly [Kind, Counting?]>> = {
  1: ['point'],
  4: ['line'],
  7: ['polyline'],
  10: ['arc'],
  13: ['region', 300],
  16: ['text'],
  19: ['rect'],
  22: ['roundrect'],
  25: ['ellipse'],
  37: ['multiline', 300],
  40: ['fontpoint'],
  43: ['custompoint'],
  46: ['region', 450],
  49: ['multiline', 450],
  52: ['multipoint', 450],
  55: ['collection', 450],
  61: ['region', 800],
  64: ['multiline', 800],
  67: ['multipoint', 800],
  70: ['collection', 800],
};

export type MapShape = {
  geometry: Geometry | null;
  /** Of a text: what it says, in the encoding of the table, and by how many degrees it is turned. */
  label?: { bytes: Uint8Array; rotation: number };
};

/** The object of a row, which its .id says where to find. Throws GeometryFormatError. */
export async function shapeAt(map: MapFile, at: number, row: number, maxBytes: number): Promise<MapShape> {
  const start = map.blockStart(at);
  const block = await map.block(start);
  if (block.getUint16(0, true) !== OBJECT_BLOCK || at - start < BLOCK_HEADER_BYTES)
    throw new GeometryFormatError(`points to byte ${at} of ${map.name}, where no object is`);
  try {
    return await new ObjectReader(map, block, at - start, maxBytes).shape(row);
  } catch (error) {
    if (error instanceof RangeError)
      throw new GeometryFormatError(`is an object that is cut off (byte ${at} of ${map.name})`);
    throw error;
  }
}

class ObjectReader {
  readonly #map: MapFile;
  readonly #block: DataView;
  readonly #maxBytes: number;
  #at: number;

  constructor(map: MapFile, block: DataView, at: number, maxBytes: number) {
    this.#map = map;
    this.#block = block;
    this.#at = at;
    this.#maxBytes = maxBytes;
  }

  async shape(row: number): Promise<MapShape> {
    const code = this.#byte();
    const owner = this.#int();
    if ((owner & ~DELETED) !== row)
      throw new GeometryFormatError(`has an object that belongs to row ${owner} (in ${this.#map.name})`);
    if (code === 0) return { geometry: null };
    const isShort = code in KINDS;
    const [kind, counting = 300] = KINDS[isShort ? code : code - 1] ?? [];
    if (kind === undefined)
      throw new GeometryFormatError(`is an object of type ${code}, which can't be read`);
    if (kind === 'text') return this.#text(isShort);
    return { geometry: await this.#geometryOf(kind, counting, isShort) };
  }

  #geometryOf(
    kind: Exclude<Kind, 'text'>,
    counting: Counting,
    isShort: boolean,
  ): Promise<Geometry> | Geometry {
    switch (kind) {
      case 'point':
      case 'fontpoint':
      case 'custompoint':
        this.#skip(SYMBOL_BYTES[kind]);
        return { type: 'Point', coordinates: this.#position(isShort) };
      case 'line':
        return { type: 'LineString', coordinates: [this.#position(isShort), this.#position(isShort)] };
      case 'rect':
        return areaOfRing(this.#placed(boxRing(this.#corners(isShort))));
      case 'roundrect': {
        const [width, height] = isShort ? [this.#short(), this.#short()] : [this.#int(), this.#int()];
        return areaOfRing(this.#placed(roundedRing(this.#corners(isShort), width, height)));
      }
      case 'ellipse':
        return areaOfRing(this.#placed(ellipseRing(this.#corners(isShort))));
      case 'arc': {
        const [from, to] = [this.#short() / 10, this.#short() / 10];
        return { type: 'LineString', coordinates: this.#placed(onEllipse(this.#corners(isShort), from, to)) };
      }
      case 'polyline':
        return this.#polyline(isShort);
      case 'multiline':
      case 'region':
        return this.#sections(kind, counting, isShort);
      case 'multipoint':
        return this.#multipoint(counting, isShort);
      case 'collection':
        return this.#collection(counting, isShort);
    }
  }

  async #text(isShort: boolean): Promise<MapShape> {
    const from = this.#int();
    const length = this.#short() & 0xffff;
    this.#skip(TEXT_PLACING_BYTES);
    const rotation = this.#short() / 10;
    this.#skip(TEXT_STYLE_BYTES);
    // The end of a line from the text to what it is about.
    this.#stored(isShort);
    const stored = isShort ? this.#short() : this.#int();
    this.#skip(1);
    const box: Corners = [this.#position(isShort), this.#position(isShort)];
    const { position } = this.#map.header;
    const height = Math.abs(position(0, stored)[1]! - position(0, 0)[1]!);
    const bytes = await this.#coordinates(from, { isShort: false, origin: [0, 0] }).bytes(length);
    return {
      geometry: { type: 'Point', coordinates: startOfText(box, height, rotation) },
      label: { bytes, rotation },
    };
  }

  async #polyline(isShort: boolean): Promise<Geometry> {
    const from = this.#int();
    const bytes = (this.#int() & ~SMOOTH) >>> 0;
    const reader = this.#coordinates(from, this.#packing(isShort));
    return { type: 'LineString', coordinates: await reader.positions(Math.floor(bytes / (isShort ? 4 : 8))) };
  }

  async #sections(kind: 'multiline' | 'region', counting: Counting, isShort: boolean): Promise<Geometry> {
    const from = this.#int();
    this.#skip(4);
    const count = counting === 800 ? this.#int() >>> 0 : this.#short() & 0xffff;
    if (counting === 800) this.#skip(V800_BYTES);
    const parts = await this.#coordinates(from, this.#packing(isShort)).parts(count, counting);
    return kind === 'region' ? areaOf(parts) : lineOf(parts);
  }

  async #multipoint(counting: Counting, isShort: boolean): Promise<Geometry> {
    const from = this.#int();
    const count = this.#int() >>> 0;
    // Styles.
    this.#skip((counting === 800 ? V800_BYTES : 0) + 17);
    const coordinates = await this.#coordinates(from, this.#packing(isShort)).positions(count);
    return { type: 'MultiPoint', coordinates };
  }

  /** At most one region, one line of several parts and one set of points, in this order. */
  async #collection(counting: Counting, isShort: boolean): Promise<Geometry> {
    const from = this.#int();
    const points = this.#int() >>> 0;
    this.#skip(8);
    const [rings, lines] =
      counting === 800
        ? [this.#int() >>> 0, this.#int() >>> 0]
        : [this.#short() & 0xffff, this.#short() & 0xffff];
    // Styles.
    this.#skip(counting === 800 ? 21 : 20);
    const reader = this.#coordinates(from, {
      isShort,
      origin: isShort ? [this.#int(), this.#int()] : [0, 0],
    });
    const geometries: Geometry[] = [];
    if (rings > 0) {
      await reader.skipBox();
      geometries.push(areaOf(await reader.parts(rings, counting)));
    }
    if (lines > 0) {
      await reader.skipBox();
      geometries.push(lineOf(await reader.parts(lines, counting)));
    }
    if (points > 0) {
      await reader.skipBox();
      geometries.push({ type: 'MultiPoint', coordinates: await reader.positions(points) });
    }
    return { type: 'GeometryCollection', geometries };
  }

  /** The origin of short coordinates lies behind the position of a label. */
  #packing(isShort: boolean): Packing {
    if (!isShort) return { isShort, origin: [0, 0] };
    this.#skip(4);
    return { isShort, origin: [this.#int(), this.#int()] };
  }

  #coordinates(from: number, packing: Packing): CoordinateReader {
    return new CoordinateReader(this.#map, from, packing, this.#maxBytes);
  }

  #position(isShort: boolean): Position {
    const [x, y] = this.#stored(isShort);
    return this.#map.header.position(x, y);
  }

  #corners(isShort: boolean): Corners {
    return [this.#stored(isShort), this.#stored(isShort)];
  }

  /** Curves are drawn in the numbers of the file, whose axes may go the other way. */
  #placed(stored: Position[]): Position[] {
    return stored.map(([x, y]) => this.#map.header.position(x, y));
  }

  /** Short coordinates within an object are relative to the middle of its block. */
  #stored(isShort: boolean): Position {
    const x = isShort ? this.#block.getInt32(CENTER_AT, true) + this.#short() : this.#int();
    const y = isShort ? this.#block.getInt32(CENTER_AT + 4, true) + this.#short() : this.#int();
    return [x, y];
  }

  #byte(): number {
    this.#at += 1;
    return this.#block.getUint8(this.#at - 1);
  }

  #short(): number {
    this.#at += 2;
    return this.#block.getInt16(this.#at - 2, true);
  }

  #int(): number {
    this.#at += 4;
    return this.#block.getInt32(this.#at - 4, true);
  }

  #skip(bytes: number): void {
    this.#at += bytes;
  }
}

/** How a text is aligned and spaced. */
const TEXT_PLACING_BYTES = 2;
/** The style of its font and two colours. */
const TEXT_STYLE_BYTES = 8;
/** What stands before the position of a point. */
const SYMBOL_BYTES = { point: 0, fontpoint: 12, custompoint: 2 } as const;

function lineOf(parts: Position[][]): Geometry {
  return parts.length === 1
    ? { type: 'LineString', coordinates: parts[0]! }
    : { type: 'MultiLineString', coordinates: parts };
}

/** A region is closed, whether its last position is its first or not. */
function areaOf(rings: Position[][]): Geometry {
  return areaOfRings(
    rings.map((ring) => {
      const [first, last] = [ring[0], ring.at(-1)];
      const isClosed = first === undefined || (first[0] === last![0] && first[1] === last![1]);
      return isClosed ? ring : [...ring, first];
    }),
  );
}
