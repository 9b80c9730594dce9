import { crc32 } from 'node:zlib';
import { type Column, KIND } from './batch.ts';
import { DamagedColumn } from './decode-column.ts';
import { Membership } from './membership.ts';

/** What is known of a column of a block without reading it. */
export type Summary = {
  /** One bit for each kind that occurs. */
  kinds: number;
  /** Of the numbers. */
  min: number;
  max: number;
  /** Which texts may occur, and which numbers unless `isDense`. */
  members: Membership;
  isDense: boolean;
};

/** Of a column in which no row has anything. */
export const ALL_ABSENT: Summary = {
  kinds: 1 << KIND.absent,
  min: Infinity,
  max: -Infinity,
  members: Membership.of([]),
  isDense: true,
};

export function hasKind({ kinds }: Summary, kind: number): boolean {
  return (kinds & (1 << kind)) !== 0;
}

export function summaryOf({ kinds, numbers, codes, dictionary }: Column): Summary {
  let mask = 0;
  let min = Infinity;
  let max = -Infinity;
  const members = new Set<number>();
  const isText = new Uint8Array(dictionary.length);
  for (let row = 0; row < kinds.length; row++) {
    const kind = kinds[row]!;
    mask |= 1 << kind;
    if (kind === KIND.number || kind === KIND.exact) {
      const number = numbers[row]!;
      if (number < min) min = number;
      if (number > max) max = number;
      members.add(number);
    } else if (kind === KIND.text) isText[codes[row]!] = 1;
  }
  // Where most numbers between the least and the largest occur, these two say as much.
  const isDense = members.size * 2 > max - min;
  const texts = dictionary.filter((_, code) => isText[code]);
  return { kinds: mask, min, max, members: Membership.of(isDense ? texts : [...members, ...texts]), isDense };
}

/** Of a column that no condition looks at. */
export function withoutMembers({ kinds }: Column): Summary {
  return { ...ALL_ABSENT, kinds: kinds.reduce((mask, kind) => mask | (1 << kind), 0) };
}

/** Kinds, checksum of the rest, minimum, maximum. */
const HEAD_BYTES = 24;
const DENSE = 1 << 8;

export function encodeSummary({ kinds, min, max, members, isDense }: Summary): Uint8Array {
  const bytes = new Uint8Array(HEAD_BYTES + members.bits.length);
  const view = new DataView(bytes.buffer);
  const word = isDense ? kinds | DENSE : kinds;
  view.setUint32(0, word, true);
  view.setFloat64(8, min, true);
  view.setFloat64(16, max, true);
  bytes.set(members.bits, HEAD_BYTES);
  view.setUint32(4, crc32(bytes.subarray(8), word), true);
  return bytes;
}

export function decodeSummary(bytes: Uint8Array): Summary {
  if (bytes.length < HEAD_BYTES) throw new DamagedColumn('a stored summary is cut off');
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const word = view.getUint32(0, true);
  if (crc32(bytes.subarray(8), word) !== view.getUint32(4, true))
    throw new DamagedColumn('a stored summary does not have its checksum');
  return {
    kinds: word & ~DENSE,
    isDense: (word & DENSE) !== 0,
    min: view.getFloat64(8, true),
    max: view.getFloat64(16, true),
    members: new Membership(bytes.subarray(HEAD_BYTES)),
  };
}
