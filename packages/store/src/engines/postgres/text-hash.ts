const INITIAL = 0x9e3779b9 + 3923095;
const BLOCK_BYTES = 12;

/**
 * The hash that PostgreSQL's `hashtext` gives a text (Bob Jenkins' lookup3, as a machine with the low byte first computes it),
 * from -2³¹ to 2³¹ - 1. Citus finds the shard of a row by it.
 */
export function hashText(text: string): number {
  const bytes = Buffer.from(text);
  const start = (INITIAL + bytes.length) | 0;
  let [a, b, c] = [start, start, start];
  let at = 0;
  for (; bytes.length - at >= BLOCK_BYTES; at += BLOCK_BYTES) {
    a = (a + bytes.readInt32LE(at)) | 0;
    b = (b + bytes.readInt32LE(at + 4)) | 0;
    c = (c + bytes.readInt32LE(at + 8)) | 0;
    [a, b, c] = mix(a, b, c);
  }
  const rest = Buffer.alloc(BLOCK_BYTES);
  bytes.copy(rest, 0, at);
  a = (a + rest.readInt32LE(0)) | 0;
  b = (b + rest.readInt32LE(4)) | 0;
  // The lowest byte is that of the length.
  c = (c + (rest.readInt32LE(8) << 8)) | 0;
  return finish(a, b, c);
}

function rotate(value: number, bits: number): number {
  return (value << bits) | (value >>> (32 - bits));
}

function mix(a: number, b: number, c: number): [number, number, number] {
  a = ((a - c) | 0) ^ rotate(c, 4);
  c = (c + b) | 0;
  b = ((b - a) | 0) ^ rotate(a, 6);
  a = (a + c) | 0;
  c = ((c - b) | 0) ^ rotate(b, 8);
  b = (b + a) | 0;
  a = ((a - c) | 0) ^ rotate(c, 16);
  c = (c + b) | 0;
  b = ((b - a) | 0) ^ rotate(a, 19);
  a = (a + c) | 0;
  c = ((c - b) | 0) ^ rotate(b, 4);
  b = (b + a) | 0;
  return [a, b, c];
}

function finish(a: number, b: number, c: number): number {
  c = ((c ^ b) - rotate(b, 14)) | 0;
  a = ((a ^ c) - rotate(c, 11)) | 0;
  b = ((b ^ a) - rotate(a, 25)) | 0;
  c = ((c ^ b) - rotate(b, 16)) | 0;
  a = ((a ^ c) - rotate(c, 4)) | 0;
  b = ((b ^ a) - rotate(a, 14)) | 0;
  return ((c ^ b) - rotate(b, 24)) | 0;
}
