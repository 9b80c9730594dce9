import { crc32, constants as zlib, zstdCompressSync, zstdDecompressSync } from 'node:zlib';

/** What is stored of columns is not what was written. It is made again; nothing in it is believed. */
export class DamagedColumn extends Error {}

/** Before what is stored: its format, a checksum of the rest, its length before compression (0 = not compressed), 0. */
const PREFIX_BYTES = 16;

/** Compressed only where that saves at least a quarter: what is not compressed is read at once. */
const WORTH_COMPRESSING = 0.75;
const MIN_COMPRESSED_BYTES = 512;

export function packed(body: Uint8Array, format: number): Uint8Array {
  const small = body.length < MIN_COMPRESSED_BYTES ? body : compressed(body);
  const isCompressed = small.length < WORTH_COMPRESSING * body.length;
  const stored = isCompressed ? small : body;
  const head = new Uint32Array([format, crc32(stored), isCompressed ? body.length : 0, 0]);
  return Buffer.concat([new Uint8Array(head.buffer), stored]);
}

function compressed(body: Uint8Array): Uint8Array {
  return zstdCompressSync(body, { params: { [zlib.ZSTD_c_compressionLevel]: 1 } });
}

/** Sections of a body begin at multiples of 8, so that numbers can be read where they are. */
export function joinSections(sections: readonly Uint8Array[]): Uint8Array {
  return Buffer.concat(sections.flatMap((bytes) => [bytes, new Uint8Array((8 - (bytes.length % 8)) % 8)]));
}

export function bytesOf(array: Float64Array | Uint32Array | Uint16Array | Uint8Array): Uint8Array {
  return new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
}

/** The format of what is stored. */
export function formatOf(stored: Uint8Array): number {
  if (stored.length < PREFIX_BYTES) throw new DamagedColumn('a stored column is cut off');
  return new DataView(stored.buffer, stored.byteOffset).getUint32(0, true);
}

const SPARE_BYTES = 64;

/** The body that was packed, where numbers of 8 bytes can begin. */
export function unpacked(stored: Uint8Array, expected: number): Uint8Array {
  const isExpected = formatOf(stored) === expected;
  // What a driver hands over may be part of something larger, at any offset in it.
  const aligned = stored.byteOffset % 8 === 0 ? stored : Uint8Array.from(stored);
  const [, checksum, length] = new Uint32Array(aligned.buffer, aligned.byteOffset, 3);
  const rest = aligned.subarray(PREFIX_BYTES);
  if (!isExpected || crc32(rest) !== checksum)
    throw new DamagedColumn('a stored column does not have its checksum');
  // With room to spare it becomes one buffer, and nothing is put together.
  const body = length === 0 ? rest : zstdDecompressSync(rest, { chunkSize: length! + SPARE_BYTES });
  // As a plain array.
  return body.byteOffset % 8 === 0
    ? new Uint8Array(body.buffer, body.byteOffset, body.length)
    : Uint8Array.from(body);
}
