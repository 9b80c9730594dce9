import type { BBox } from '@meridian/geo';
import { type Candidate, type GeometryRows, PLAIN_POINT } from '../../../pyramid/density/geometry-rows.ts';
import { Nearby } from '../../../pyramid/density/sample-classes.ts';

/**
 * A candidate in bytes, numbers little-endian: its number (a double), its kind (a byte), west and south (doubles). Then of a
 * plain point the length of its id (two bytes) and the id; of all others east and north.
 */
const KIND_AT = 8;
const BOX_AT = KIND_AT + 1;
const HEAD_BYTES = BOX_AT + 16;
const REST_BYTES = 16;
/** In bytes; an index takes no entries of more than 2700. */
const LONGEST_ID = 2000;

/** Whether the id of a plain point fits; no character takes more than three bytes a unit. */
export function fitsEntry(id: string): boolean {
  return id.length * 3 <= LONGEST_ID;
}

const scratch = Buffer.alloc(HEAD_BYTES + 2 + LONGEST_ID);

/** As hexadecimal text. The id only matters for plain points. */
export function toEntry(seq: number, id: string, kind: number, box: BBox): string {
  scratch.writeDoubleLE(seq, 0);
  scratch.writeUInt8(kind, KIND_AT);
  scratch.writeDoubleLE(box.west, BOX_AT);
  scratch.writeDoubleLE(box.south, BOX_AT + 8);
  let end = HEAD_BYTES + REST_BYTES;
  if (kind === PLAIN_POINT) {
    const bytes = scratch.write(id, HEAD_BYTES + 2);
    scratch.writeUInt16LE(bytes, HEAD_BYTES);
    end = HEAD_BYTES + 2 + bytes;
  } else {
    scratch.writeDoubleLE(box.east, HEAD_BYTES);
    scratch.writeDoubleLE(box.north, HEAD_BYTES + 8);
  }
  return scratch.toString('hex', 0, end);
}

/** Entries that follow each other. */
export class Entries {
  readonly #bytes: Buffer;
  readonly #view: DataView;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  }

  /** Those near an area. */
  near(geometryRows: GeometryRows): Nearby {
    const near = new Nearby();
    const [bytes, view] = [this.#bytes, this.#view];
    for (let at = 0, next = 0; at < bytes.length; at = next) {
      const kind = bytes[at + KIND_AT]!;
      const isPoint = kind === PLAIN_POINT;
      const [west, south] = [view.getFloat64(at + BOX_AT, true), view.getFloat64(at + BOX_AT + 8, true)];
      const rest = at + HEAD_BYTES;
      next = rest + (isPoint ? 2 + view.getUint16(rest, true) : REST_BYTES);
      const east = isPoint ? west : view.getFloat64(rest, true);
      const north = isPoint ? south : view.getFloat64(rest + 8, true);
      if (geometryRows.isNear(kind, west, south, east, north)) near.add(view.getFloat64(at, true), at);
    }
    return near;
  }

  /** The candidate whose entry begins there. */
  readonly at = (at: number): Candidate => {
    const [bytes, view] = [this.#bytes, this.#view];
    const kind = bytes[at + KIND_AT]!;
    const seq = view.getFloat64(at, true);
    const west = view.getFloat64(at + BOX_AT, true);
    const south = view.getFloat64(at + BOX_AT + 8, true);
    const rest = at + HEAD_BYTES;
    if (kind !== PLAIN_POINT)
      return [seq, '', kind, west, south, view.getFloat64(rest, true), view.getFloat64(rest + 8, true)];
    const id = shortText(bytes, rest + 2, rest + 2 + view.getUint16(rest, true));
    return [seq, id, kind, west, south, null, null];
  };
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
