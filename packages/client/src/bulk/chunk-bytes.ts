const FIRST_BYTES = 1 << 14;
const GROWTH = 4;
/** UTF-8 has at most so many bytes for a UTF-16 unit. */
const MAX_WIDTH = 3;
const COMMA = 0x2c;

const encoder = new TextEncoder();
const HEAD = encoder.encode('{"type":"FeatureCollection","features":[');
const TAIL = encoder.encode(']}');

/** Where the text of a feature is, with the comma behind it. */
export type ByteRange = { from: number; to: number };

/** The texts of features in UTF-8, one behind the other: as strings they would have to outlive garbage collections. */
export class ChunkBytes {
  #bytes = new Uint8Array(FIRST_BYTES);
  #end = 0;

  get length(): number {
    return this.#end;
  }

  add(text: string | Uint8Array): ByteRange {
    const from = this.#end;
    if (typeof text === 'string') {
      this.#reserve(text.length * MAX_WIDTH + 1);
      this.#end += encoder.encodeInto(text, this.#bytes.subarray(from)).written;
    } else {
      this.#reserve(text.length + 1);
      this.#bytes.set(text, from);
      this.#end += text.length;
    }
    this.#bytes[this.#end++] = COMMA;
    return { from, to: this.#end };
  }

  /** A collection of some of the features; there must be at least one. */
  collection(ranges: readonly ByteRange[]): Uint8Array<ArrayBuffer> {
    const length = ranges.reduce((sum, { from, to }) => sum + to - from, 0);
    const body = new Uint8Array(HEAD.length + length - 1 + TAIL.length);
    body.set(HEAD);
    let at = HEAD.length;
    for (let i = 0; i < ranges.length; ) {
      const { from } = ranges[i]!;
      let { to } = ranges[i++]!;
      // What lies together is copied at once.
      for (; ranges[i]?.from === to; i++) ({ to } = ranges[i]!);
      body.set(this.#bytes.subarray(from, i < ranges.length ? to : to - 1), at);
      at += to - from;
    }
    body.set(TAIL, at - 1);
    return body;
  }

  /** To be called when nothing of it is needed any more. */
  release(): void {
    release(this.#bytes);
  }

  #reserve(count: number): void {
    const { length } = this.#bytes;
    if (this.#end + count <= length) return;
    const larger = new Uint8Array(Math.max(length * GROWTH, this.#end + count));
    larger.set(this.#bytes.subarray(0, this.#end));
    release(this.#bytes);
    this.#bytes = larger;
  }
}

/** Gives the memory of bytes back at once: waiting for a collection, those of a bulk write are many megabytes. */
export function release({ buffer }: Uint8Array<ArrayBuffer>): void {
  // Node 20 has no such method.
  buffer.transfer?.(0);
}
