import { crc32 } from 'node:zlib';
import { type Column, KIND } from './batch.ts';
import type { BuiltColumn } from './column-builder.ts';
import { Membership, numberHash } from './membership.ts';
import { DamagedColumn } from './packing.ts';

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

export function summaryOf(column: BuiltColumn): Summary {
  const { kinds, numbers } = column;
  let mask = 0;
  let min = Infinity;
  let max = -Infinity;
  for (let row = 0; row < kinds.length; row++) {
    const kind = kinds[row]!;
    mask |= 1 << kind;
    if (kind !== KIND.number && kind !== KIND.exact) continue;
    const number = numbers[row]!;
    if (number < min) min = number;
    if (number > max) max = number;
  }
  const sparse = sparseNumbers(column, max - min);
  const members = Membership.of([...(sparse ?? []), ...hashesOfTexts(column)]);
  return { kinds: mask, min, max, members, isDense: sparse === undefined };
}

/** The hashes of the numbers; undefined where most between the least and the largest occur: these two say as much. */
function sparseNumbers({ kinds, numbers }: Column, range: number): number[] | undefined {
  const members = new Set<number>();
  for (let row = 0; row < numbers.length; row++) {
    if (kinds[row] !== KIND.number && kinds[row] !== KIND.exact) continue;
    members.add(numbers[row]!);
    if (members.size * 2 > range) return undefined;
  }
  // Without any number there is nothing to tell.
  return members.size === 0 ? undefined : Array.from(members, numberHash);
}

/** Of texts, but not of arrays, objects and digits. */
function hashesOfTexts({ kinds, codes, dictionary, hashes }: BuiltColumn): number[] {
  const isText = new Uint8Array(dictionary.length);
  for (let row = 0; row < codes.length; row++) if (kinds[row] === KIND.text) isText[codes[row]!] = 1;
  const found: number[] = [];
  for (let code = 0; code < isText.length; code++) if (isText[code]) found.push(hashes[code]!);
  return found;
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
