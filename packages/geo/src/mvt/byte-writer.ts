const encoder = new TextEncoder();

/** From this length on, an encoder of texts is faster than going through them. */
const LONG_TEXT = 400;

/** So many bytes are copied faster one by one. */
export const SHORT_BYTES = 64;

/** So many buffers wait to be used again, none larger than this: most of the memory of a tile is that of its parts. */
const MAX_SPARE = 8;
const LARGEST_SPARE = 2 * 1024 * 1024;
const spare: ByteWriter[] = [];

/** Bytes in the wire format of protocol buffers, in a buffer that grows. */
export class ByteWriter {
  #bytes: Uint8Array<ArrayBuffer>;
  #view: DataView;
  length = 0;

  constructor(capacity = 256) {
    this.#bytes = new Uint8Array(capacity);
    this.#view = new DataView(this.#bytes.buffer);
  }

  /** A writer from the pool, or a new one of this capacity. */
  static take(capacity: number): ByteWriter {
    return spare.pop() ?? new ByteWriter(capacity);
  }

  /** Returns the buffer to the pool. Neither it nor its bytes may be used afterwards. */
  giveBack(): void {
    if (spare.length === MAX_SPARE || this.#bytes.length > LARGEST_SPARE) return;
    this.clear();
    spare.push(this);
  }

  clear(): void {
    this.length = 0;
  }

  /** What was written so far; valid until more is. */
  get bytes(): Uint8Array<ArrayBuffer> {
    return this.#bytes.subarray(0, this.length);
  }

  /** The buffer, with room for so many bytes behind `length`, for those who write them there and then raise it. */
  withRoom(more: number): Uint8Array<ArrayBuffer> {
    if (this.length + more > this.#bytes.length) this.#reserve(more);
    return this.#bytes;
  }

  byte(value: number): void {
    if (this.length === this.#bytes.length) this.#reserve(1);
    this.#bytes[this.length++] = value;
  }

  /** An unsigned whole number up to 2^53. */
  varint(value: number): void {
    if (this.length + 10 > this.#bytes.length) this.#reserve(10);
    const bytes = this.#bytes;
    let at = this.length;
    let rest = value;
    while (rest >= 0x80000000) {
      bytes[at++] = (rest % 128) | 0x80;
      rest = Math.floor(rest / 128);
    }
    while (rest >= 0x80) {
      bytes[at++] = (rest & 0x7f) | 0x80;
      rest >>>= 7;
    }
    bytes[at++] = rest;
    this.length = at;
  }

  float(value: number): void {
    this.#reserve(4);
    this.#view.setFloat32(this.length, value, true);
    this.length += 4;
  }

  double(value: number): void {
    this.#reserve(8);
    this.#view.setFloat64(this.length, value, true);
    this.length += 8;
  }

  /** A length and this many bytes behind the tag of their field. */
  field(tag: number, bytes: Uint8Array): void {
    this.varint(tag);
    this.varint(bytes.length);
    this.append(bytes);
  }

  append(bytes: Uint8Array): void {
    const { length } = bytes;
    if (this.length + length > this.#bytes.length) this.#reserve(length);
    if (length > SHORT_BYTES) this.#bytes.set(bytes, this.length);
    else for (let i = 0; i < length; i++) this.#bytes[this.length + i] = bytes[i]!;
    this.length += length;
  }

  /** The same for bytes of another, from one position up to another. */
  appendPart(other: ByteWriter, from: number, to: number): void {
    this.appendBytes(other.#bytes, from, to);
  }

  appendBytes(source: Uint8Array, from: number, to: number): void {
    const length = to - from;
    if (length > SHORT_BYTES) return this.append(source.subarray(from, to));
    if (this.length + length > this.#bytes.length) this.#reserve(length);
    const target = this.#bytes;
    for (let i = from, at = this.length; i < to; i++) target[at++] = source[i]!;
    this.length += length;
  }

  /** The same as `field` with all bytes of another. */
  fieldOf(tag: number, other: ByteWriter): void {
    const { length } = other;
    this.varint(tag);
    this.varint(length);
    if (length > SHORT_BYTES) return this.append(other.bytes);
    if (this.length + length > this.#bytes.length) this.#reserve(length);
    const from = other.#bytes;
    const to = this.#bytes;
    for (let i = 0, at = this.length; i < length; i++) to[at++] = from[i]!;
    this.length += length;
  }

  text(tag: number, text: string): void {
    this.varint(tag);
    if (text.length < LONG_TEXT && this.#ascii(text)) return;
    const bytes = encoder.encode(text);
    this.varint(bytes.length);
    this.append(bytes);
  }

  /** Writes a text whose characters are bytes; false, and nothing written, if there are others in it. */
  #ascii(text: string): boolean {
    const { length } = text;
    this.#reserve(length + 12);
    const start = this.length;
    this.varint(length);
    const bytes = this.#bytes;
    let at = this.length;
    for (let i = 0; i < length; i++) {
      const code = text.charCodeAt(i);
      if (code > 127) {
        this.length = start;
        return false;
      }
      bytes[at++] = code;
    }
    this.length = at;
    return true;
  }

  #reserve(more: number): void {
    if (this.length + more <= this.#bytes.length) return;
    const larger = new Uint8Array(Math.max(this.length + more, this.#bytes.length * 2));
    larger.set(this.bytes);
    this.#bytes = larger;
    this.#view = new DataView(larger.buffer);
  }
}

/** Writes a whole number of up to 32 bits at a position; gives where it ends. */
export function putVarint(bytes: Uint8Array, at: number, value: number): number {
  let next = at;
  let rest = value;
  for (; rest >= 0x80; rest >>>= 7) bytes[next++] = (rest & 0x7f) | 0x80;
  bytes[next++] = rest;
  return next;
}

/** How many bytes a whole number of up to 31 bits takes. */
export function varintLength(value: number): number {
  return value < 0x80 ? 1 : value < 0x4000 ? 2 : value < 0x200000 ? 3 : value < 0x10000000 ? 4 : 5;
}

/** The same of up to 53 bits. */
export function longVarintLength(value: number): number {
  return value < 0x10000000 ? varintLength(value) : 4 + varintLength(Math.floor(value / 0x10000000));
}

/** Small numbers of either sign as small unsigned ones: 0, -1, 1, -2 … become 0, 1, 2, 3 … */
export function zigzag(value: number): number {
  return ((value << 1) ^ (value >> 31)) >>> 0;
}
