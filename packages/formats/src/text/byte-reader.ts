import { FormatFault } from '../fault.ts';

/** Takes a stream apart into pieces of known lengths. */
export class ByteReader {
  /** Bytes taken so far. */
  offset = 0;
  readonly #chunks: AsyncIterator<Uint8Array>;
  readonly #file: string;
  #rest: Uint8Array = new Uint8Array(0);

  constructor(stream: AsyncIterable<Uint8Array>, file: string) {
    this.#chunks = stream[Symbol.asyncIterator]();
    this.#file = file;
  }

  /** Exactly this many bytes; undefined if the stream ended just before them. */
  async take(length: number): Promise<Uint8Array | undefined> {
    if (this.#rest.length < length) await this.#fill(length);
    if (this.#rest.length === 0 && length > 0) return undefined;
    if (this.#rest.length < length)
      throw new FormatFault(
        'truncated',
        this.#file,
        `ends at byte ${this.offset + this.#rest.length}, ${length - this.#rest.length} bytes early`,
      );
    const taken = this.#rest.subarray(0, length);
    this.#rest = this.#rest.subarray(length);
    this.offset += length;
    return taken;
  }

  /** The same, where the stream must not end. */
  async need(length: number): Promise<Uint8Array> {
    const taken = await this.take(length);
    if (taken === undefined)
      throw new FormatFault('truncated', this.#file, `ends at byte ${this.offset}, ${length} bytes early`);
    return taken;
  }

  async skip(length: number): Promise<void> {
    let left = length;
    while (left > 0) {
      const step = Math.min(left, Math.max(1, this.#rest.length));
      await this.need(step);
      left -= step;
    }
  }

  async close(): Promise<void> {
    await this.#chunks.return?.();
  }

  async #fill(length: number): Promise<void> {
    const parts = [this.#rest];
    let count = this.#rest.length;
    while (count < length) {
      const { done, value } = await this.#chunks.next();
      if (done) break;
      parts.push(value);
      count += value.length;
    }
    if (parts.length > 1) this.#rest = joined(parts, count);
  }
}

export function joined(
  parts: Uint8Array[],
  length = parts.reduce((sum, part) => sum + part.length, 0),
): Uint8Array {
  const whole = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** A whole small file. */
export async function readWhole(
  stream: AsyncIterable<Uint8Array>,
  limit: number,
  file: string,
): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of stream) {
    length += chunk.length;
    if (length > limit)
      throw new FormatFault('tooLarge', file, `is larger than ${limit} bytes, and has to be held as a whole`);
    parts.push(chunk);
  }
  return joined(parts, length);
}
