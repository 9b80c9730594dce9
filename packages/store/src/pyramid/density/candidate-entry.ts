import {
  type BBox,
  type Geometry,
  rankInRoom,
  type SeenFeature,
  sampleRank,
  sampleRankOfBytes,
} from '@meridian/geo';
import { geometryTypeCode } from '../../model/feature/geometry-type.ts';
import type { FiledFeature } from './density-changes.ts';
import { type ChainSink, Chains, LONGEST_GEOMETRY, readChains, writeGeometry } from './entry-geometry.ts';
import { filedRoom } from './filed-room.ts';
import { FiledRow, type FiledShapes } from './filed-row.ts';
import { type Candidate, type GeometryRows, kindOf, PLAIN_POINT } from './geometry-rows.ts';
import { Nearby } from './sample-classes.ts';

/**
 * A candidate in bytes, numbers little-endian: its number (a double), its kind and the room that it takes (a byte), west and south
 * (doubles), of all but plain points east and north. Then the length of its id (two bytes; 0 if it is too long) and the id. If the
 * highest bit of that length is set, the length of its geometry (two bytes) and the geometry (entry-geometry.ts) follow.
 */
const KIND_AT = 8;
const BOX_AT = KIND_AT + 1;
const HEAD_BYTES = BOX_AT + 16;
const CORNER_BYTES = 16;
const KINDS = 8;
const HAS_GEOMETRY = 0x8000;
/** In bytes; an index of PostgreSQL takes no entries of more than 2700, with the geometry. */
const LONGEST_ID = 2000;

/** No character takes more than three bytes a unit. */
function fits(id: string): boolean {
  return id.length * 3 <= LONGEST_ID;
}

const scratch = Buffer.alloc(HEAD_BYTES + CORNER_BYTES + 2 + LONGEST_ID + 2 + LONGEST_GEOMETRY);

/** Good until the next is made. A plain point whose id does not fit is like any other geometry. */
export function entryOf({ seq, id, geometry, stored }: FiledFeature, box: BBox): Buffer {
  const kind = fits(id) ? kindOf(geometry) : geometryTypeCode(geometry.type);
  scratch.writeDoubleLE(seq, 0);
  scratch.writeUInt8(kind + KINDS * filedRoom(id, geometry, stored), KIND_AT);
  scratch.writeDoubleLE(box.west, BOX_AT);
  scratch.writeDoubleLE(box.south, BOX_AT + 8);
  let at = HEAD_BYTES;
  if (kind !== PLAIN_POINT) {
    scratch.writeDoubleLE(box.east, at);
    scratch.writeDoubleLE(box.north, at + 8);
    at += CORNER_BYTES;
  }
  const bytes = fits(id) ? scratch.write(id, at + 2) : 0;
  const end = at + 2 + bytes;
  const drawn = bytes > 0 ? writeGeometry(geometry, box.west, box.south, scratch, end + 2) : 0;
  scratch.writeUInt16LE(drawn > 0 ? bytes | HAS_GEOMETRY : bytes, at);
  if (drawn === 0) return scratch.subarray(0, end);
  scratch.writeUInt16LE(drawn, end);
  return scratch.subarray(0, end + 2 + drawn);
}

/** Entries that follow each other. */
export class Entries implements FiledShapes {
  readonly #bytes: Buffer;
  readonly #view: DataView;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  }

  /** Those near an area. */
  near(geometryRows: GeometryRows): Nearby {
    const near = new Nearby();
    const bytes = this.#bytes;
    const view = this.#view;
    for (let at = 0, next = 0; at < bytes.length; at = next) {
      const code = bytes[at + KIND_AT]!;
      const kind = code % KINDS;
      const isPoint = kind === PLAIN_POINT;
      const west = view.getFloat64(at + BOX_AT, true);
      const south = view.getFloat64(at + BOX_AT + 8, true);
      const rest = at + HEAD_BYTES;
      const east = isPoint ? west : view.getFloat64(rest, true);
      const north = isPoint ? south : view.getFloat64(rest + 8, true);
      next = isPoint ? rest : rest + CORNER_BYTES;
      const length = view.getUint16(next, true);
      next += 2 + (length & ~HAS_GEOMETRY);
      if (length & HAS_GEOMETRY) next += 2 + view.getUint16(next, true);
      if (geometryRows.isNear(kind, west, south, east, north)) near.add(view.getFloat64(at, true), at);
    }
    return near;
  }

  /** What is known of the features whose entries begin at an offset. */
  readonly known = {
    at: (offset: number): Candidate => this.#at(offset),
    drawnAt: (offset: number): Candidate => this.#drawnAt(offset),
    rowAt: (offset: number, rows: GeometryRows): FiledRow | undefined => this.#rowAt(offset, rows),
    boxAt: (offset: number): BBox => this.#boxAt(offset),
    rankAt: (offset: number, isInRoom: boolean): number => this.#rankAt(offset, isInRoom),
  };

  #at(at: number): Candidate {
    const view = this.#view;
    const code = this.#bytes[at + KIND_AT]!;
    const kind = code % KINDS;
    const room = (code - kind) / KINDS;
    const seq = view.getFloat64(at, true);
    const west = view.getFloat64(at + BOX_AT, true);
    const south = view.getFloat64(at + BOX_AT + 8, true);
    const rest = at + HEAD_BYTES;
    if (kind === PLAIN_POINT) return [seq, this.#idAt(rest), kind, west, south, null, null, room];
    const id = this.#idAt(rest + CORNER_BYTES);
    return [seq, id, kind, west, south, view.getFloat64(rest, true), view.getFloat64(rest + 8, true), room];
  }

  /** The same with its geometry, if the entry has that. */
  #drawnAt(at: number): Candidate {
    const candidate = this.#at(at);
    if (this.#kindAt(at) !== PLAIN_POINT && this.#hasGeometry(at)) candidate.push(this.geometryAt(at));
    return candidate;
  }

  #rowAt(at: number, rows: GeometryRows): FiledRow | undefined {
    const isFiled = this.#kindAt(at) === PLAIN_POINT || this.#hasGeometry(at);
    return isFiled ? new FiledRow(this, at, rows) : undefined;
  }

  seqAt(at: number): number {
    return this.#view.getFloat64(at, true);
  }

  needsRecheckAt(at: number, area: Pick<GeometryRows, 'needsRecheck'>): boolean {
    if (this.#kindAt(at) === PLAIN_POINT) return false;
    const { west, south, east, north } = this.#boxAt(at);
    return area.needsRecheck(west, south, east, north);
  }

  #boxAt(at: number): BBox {
    const view = this.#view;
    const west = view.getFloat64(at + BOX_AT, true);
    const south = view.getFloat64(at + BOX_AT + 8, true);
    if (this.#kindAt(at) === PLAIN_POINT) return { west, south, east: west, north: south };
    const corner = at + HEAD_BYTES;
    return { west, south, east: view.getFloat64(corner, true), north: view.getFloat64(corner + 8, true) };
  }

  #rankAt(at: number, isInRoom: boolean): number {
    const lengthAt = this.#lengthAt(at);
    const from = lengthAt + 2;
    const to = from + (this.#view.getUint16(lengthAt, true) & ~HAS_GEOMETRY);
    if (from === to) return 0;
    const short = sampleRankOfBytes(this.#bytes, from, to);
    const chance = short < 0 ? sampleRank(this.#idAt(lengthAt)) : short;
    return isInRoom ? rankInRoom(chance, Math.floor(this.#bytes[at + KIND_AT]! / KINDS)) : chance;
  }

  #kindAt(at: number): number {
    return this.#bytes[at + KIND_AT]! % KINDS;
  }

  /** Of one that is no plain point. */
  #hasGeometry(at: number): boolean {
    return (this.#view.getUint16(at + HEAD_BYTES + CORNER_BYTES, true) & HAS_GEOMETRY) !== 0;
  }

  /** Where the length of its id is. */
  #lengthAt(at: number): number {
    return at + HEAD_BYTES + (this.#kindAt(at) === PLAIN_POINT ? 0 : CORNER_BYTES);
  }

  idAt(at: number): string {
    return this.#idAt(this.#lengthAt(at));
  }

  geometryAt(at: number): Geometry {
    const kind = this.#kindAt(at);
    const west = this.#view.getFloat64(at + BOX_AT, true);
    const south = this.#view.getFloat64(at + BOX_AT + 8, true);
    if (kind === PLAIN_POINT) return { type: 'Point', coordinates: [west, south] };
    const chains = new Chains();
    this.#readChains(at, chains);
    return chains.geometry(kind);
  }

  drawAt(at: number, feature: SeenFeature): void {
    const view = this.#view;
    const isPoint = this.#kindAt(at) === PLAIN_POINT;
    const lengthAt = at + (isPoint ? HEAD_BYTES : HEAD_BYTES + CORNER_BYTES);
    const idTo = lengthAt + 2 + (view.getUint16(lengthAt, true) & ~HAS_GEOMETRY);
    feature.begin(this.#bytes, lengthAt + 2, idTo);
    if (!isPoint) return this.#readChains(at, feature);
    feature.point(view.getFloat64(at + BOX_AT, true), view.getFloat64(at + BOX_AT + 8, true));
  }

  #readChains(at: number, sink: ChainSink): void {
    const view = this.#view;
    const west = view.getFloat64(at + BOX_AT, true);
    const south = view.getFloat64(at + BOX_AT + 8, true);
    const lengthAt = at + HEAD_BYTES + CORNER_BYTES;
    const geometryAt = lengthAt + 2 + (view.getUint16(lengthAt, true) & ~HAS_GEOMETRY);
    const from = geometryAt + 2;
    const to = from + view.getUint16(geometryAt, true);
    readChains(this.#kindAt(at), west, south, this.#bytes, from, to, sink);
  }

  #idAt(at: number): string {
    return shortText(this.#bytes, at + 2, at + 2 + (this.#view.getUint16(at, true) & ~HAS_GEOMETRY));
  }
}

/** So short a text of ASCII is made faster of its bytes than by a decoder. */
const SHORT_BYTES = 12;

function shortText(bytes: Buffer, from: number, to: number): string {
  if (to - from > SHORT_BYTES) return bytes.toString('utf8', from, to);
  let text = '';
  for (let at = from; at < to; at++) {
    const byte = bytes[at]!;
    if (byte > 0x7f) return bytes.toString('utf8', from, to);
    text += String.fromCharCode(byte);
  }
  return text;
}
