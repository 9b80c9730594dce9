import type { BBox } from '@meridian/geo';
import { type Candidate, PLAIN_POINT } from '../../overview/light-rows.ts';

/**
 * A candidate in bytes, numbers big-endian: its number (a double), its kind (a byte), west and south (doubles). Then of a
 * plain point the length of its id (two bytes) and the id; of all others east and north.
 */
const KIND_AT = 8;
const BOX_AT = KIND_AT + 1;
const HEAD_BYTES = BOX_AT + 16;
const REST_BYTES = 16;
const LONGEST_ID = 0xffff;

/** Whether the id of a plain point fits; no character takes more than three bytes a unit. */
export function fitsEntry(id: string): boolean {
  return id.length * 3 <= LONGEST_ID;
}

const scratch = Buffer.alloc(HEAD_BYTES + 2 + LONGEST_ID);

/** As hexadecimal text. The id only matters for plain points. */
export function toEntry(seq: number, id: string, kind: number, box: BBox): string {
  scratch.writeDoubleBE(seq, 0);
  scratch.writeUInt8(kind, KIND_AT);
  scratch.writeDoubleBE(box.west, BOX_AT);
  scratch.writeDoubleBE(box.south, BOX_AT + 8);
  let end = HEAD_BYTES + REST_BYTES;
  if (kind === PLAIN_POINT) {
    const bytes = scratch.write(id, HEAD_BYTES + 2);
    scratch.writeUInt16BE(bytes, HEAD_BYTES);
    end = HEAD_BYTES + 2 + bytes;
  } else {
    scratch.writeDoubleBE(box.east, HEAD_BYTES);
    scratch.writeDoubleBE(box.north, HEAD_BYTES + 8);
  }
  return scratch.toString('hex', 0, end);
}

/** The candidates of entries that follow each other. */
export function* fromEntries(bytes: Buffer): Generator<Candidate, void, void> {
  for (let at = 0; at < bytes.length; ) {
    const seq = bytes.readDoubleBE(at);
    const kind = bytes[at + KIND_AT]!;
    const west = bytes.readDoubleBE(at + BOX_AT);
    const south = bytes.readDoubleBE(at + BOX_AT + 8);
    at += HEAD_BYTES;
    if (kind === PLAIN_POINT) {
      const end = at + 2 + bytes.readUInt16BE(at);
      yield [seq, bytes.toString('utf8', at + 2, end), kind, west, south, null, null];
      at = end;
    } else {
      yield [seq, '', kind, west, south, bytes.readDoubleBE(at), bytes.readDoubleBE(at + 8)];
      at += REST_BYTES;
    }
  }
}
