/** Keeps a range of bytes that may span chunks, up to a limit; within one chunk nothing is copied. */
export class Capture {
  isActive = false;
  readonly #limit: number;
  #parts: Uint8Array[] = [];
  #length = 0;
  #from = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  begin(at: number): void {
    this.isActive = true;
    this.#parts = [];
    this.#length = 0;
    this.#from = at;
  }

  drop(): void {
    this.isActive = false;
    this.#parts = [];
  }

  /** At the end of a chunk. The part is copied, so that the chunk's owner may use its memory again. */
  carry(chunk: Uint8Array): void {
    if (!this.isActive) return;
    this.#length += chunk.length - this.#from;
    if (this.#length > this.#limit) this.#parts = [];
    else this.#parts.push(new Uint8Array(chunk.subarray(this.#from)));
    this.#from = 0;
  }

  /** The bytes up to `end` of this chunk; undefined if they are too many. */
  end(chunk: Uint8Array, end: number): Uint8Array | undefined {
    this.isActive = false;
    const last = chunk.subarray(this.#from, end);
    if (this.#length + last.length > this.#limit) return undefined;
    if (this.#length === 0) return last;
    const whole = new Uint8Array(this.#length + last.length);
    let at = 0;
    for (const part of this.#parts) {
      whole.set(part, at);
      at += part.length;
    }
    whole.set(last, at);
    this.#parts = [];
    return whole;
  }
}
