import { Unzlib } from 'fflate';
import { PbfReader } from 'pbf';
import { FormatFault } from '../fault.ts';
import type { Reading } from '../reading.ts';
import { ByteReader } from '../text/byte-reader.ts';

/** The most that the format allows. */
const MAX_HEADER_BYTES = 64 * 1024;
const MAX_BLOB_BYTES = 32 * 1024 * 1024;
/** Inflated in steps, so that what inflates to more than it says is noticed early. */
const STEP_BYTES = 16 * 1024;

export type PbfBlob = { type: string; data: Uint8Array; byte: number };

/** The blobs that an OpenStreetMap PBF file consists of, inflated. */
export async function* pbfBlobs({ source, file, options }: Reading): AsyncGenerator<PbfBlob> {
  const bytes = new ByteReader(source.stream(), file);
  try {
    for (;;) {
      options.signal?.throwIfAborted();
      const byte = bytes.offset;
      const start = await bytes.take(4);
      if (start === undefined) return;
      const fault = (what: string) => new FormatFault('malformed', file, `${what} at byte ${byte}`);
      const headerBytes = new DataView(start.buffer, start.byteOffset).getUint32(0);
      if (headerBytes > MAX_HEADER_BYTES) throw fault('is no OpenStreetMap PBF: it has no header');
      const header = await bytes.need(headerBytes);
      const { type, size } = decoded(() => headerOf(header), fault);
      if (!(size >= 0 && size <= MAX_BLOB_BYTES)) throw fault(`has a block of ${size} bytes`);
      const blob = await bytes.need(size);
      const data = decoded(() => contentOf(blob, fault), fault);
      yield { type, data, byte };
    }
  } finally {
    await bytes.close();
  }
}

/** What decoders throw about damaged bytes, as a fault of the file. */
export function decoded<T>(decode: () => T, fault: (what: string) => FormatFault): T {
  try {
    return decode();
  } catch (error) {
    if (error instanceof FormatFault || !(error instanceof Error)) throw error;
    throw fault(`has a block that can't be decoded (${error.message})`);
  }
}

function headerOf(bytes: Uint8Array): { type: string; size: number } {
  return new PbfReader(bytes).readFields(
    (tag, header, pbf) => {
      if (tag === 1) header.type = pbf.readString();
      else if (tag === 3) header.size = pbf.readVarint();
    },
    { type: '', size: -1 },
  );
}

type Blob = { raw?: Uint8Array; zlib?: Uint8Array; rawSize: number };

function contentOf(bytes: Uint8Array, fault: (what: string) => FormatFault): Uint8Array {
  const blob: Blob = { rawSize: 0 };
  new PbfReader(bytes).readFields((tag, found: Blob, pbf) => {
    if (tag === 1) found.raw = pbf.readBytes();
    else if (tag === 2) found.rawSize = pbf.readVarint();
    else if (tag === 3) found.zlib = pbf.readBytes();
  }, blob);
  if (blob.raw !== undefined) return blob.raw;
  if (blob.zlib === undefined) throw fault('has a block that is not compressed with zlib');
  if (!(blob.rawSize >= 0 && blob.rawSize <= MAX_BLOB_BYTES))
    throw fault(`has a block that inflates to ${blob.rawSize} bytes`);
  return inflated(blob.zlib, blob.rawSize, fault);
}

function inflated(bytes: Uint8Array, size: number, fault: (what: string) => FormatFault): Uint8Array {
  const whole = new Uint8Array(size);
  let at = 0;
  const inflater = new Unzlib((chunk) => {
    if (at + chunk.length > size) throw fault(`has a block that inflates to more than its ${size} bytes`);
    whole.set(chunk, at);
    at += chunk.length;
  });
  for (let from = 0; from < bytes.length; from += STEP_BYTES)
    inflater.push(bytes.subarray(from, from + STEP_BYTES), from + STEP_BYTES >= bytes.length);
  if (at !== size) throw fault(`has a block that inflates to ${at} bytes, not to ${size}`);
  return whole;
}
