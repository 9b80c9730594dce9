const PLAIN = 0;
const QUOTE = 1;
const OPEN = 2;
const CLOSE = 3;
const LINE = 4;

const CLASS = new Uint8Array(256);
CLASS[0x22] = QUOTE;
CLASS[0x7b] = CLASS[0x5b] = OPEN;
CLASS[0x7d] = CLASS[0x5d] = CLOSE;
CLASS[0x0a] = LINE;

/** `{` is 7b and `}` 7d, `[` is 5b and `]` 5d. */
const TO_CLOSING = 2;
const WATCHED_LEVELS = 1024;

/**
 * Finds where a JSON object, array or string ends, byte by byte and over any number of chunks, without parsing it.
 * Below 1024 levels it only counts.
 */
export class ValueScanner {
  /** Line ends passed so far. */
  lines = 0;
  /** Levels of the value last scanned. */
  deepest = 0;
  /** What was wrong, once `scan` has returned -2: the byte that closes something that is not open. */
  culprit = -1;
  readonly #stack = new Uint8Array(WATCHED_LEVELS);
  #depth = 0;
  #inString = false;
  #escaped = false;

  /** To be called at the first byte of a value. */
  begin(): void {
    this.#depth = 0;
    this.deepest = 0;
    this.#inString = false;
    this.#escaped = false;
  }

  /** The index behind the value's last byte; -1 if the chunk ends before it; -2 if brackets don't match. */
  scan(chunk: Uint8Array, from: number): number {
    const end = chunk.length;
    let i = from;
    while (i < end) {
      if (this.#inString) {
        i = this.#endOfString(chunk, i);
        if (i < 0) return -1;
        if (this.#depth === 0) return i;
      }
      while (i < end && CLASS[chunk[i]!] === PLAIN) i++;
      if (i === end) return -1;
      const byte = chunk[i++]!;
      switch (CLASS[byte]) {
        case QUOTE:
          this.#inString = true;
          break;
        case OPEN:
          if (this.#depth < WATCHED_LEVELS) this.#stack[this.#depth] = byte + TO_CLOSING;
          if (++this.#depth > this.deepest) this.deepest = this.#depth;
          break;
        case CLOSE:
          if (--this.#depth < WATCHED_LEVELS && this.#stack[this.#depth] !== byte) {
            this.culprit = i - 1;
            return -2;
          }
          if (this.#depth === 0) return i;
          break;
        case LINE:
          this.lines++;
      }
    }
    return -1;
  }

  #endOfString(chunk: Uint8Array, from: number): number {
    let i = from;
    if (this.#escaped) {
      i++;
      this.#escaped = false;
    }
    for (; i < chunk.length; i++) {
      const byte = chunk[i]!;
      if (byte === 0x22) {
        this.#inString = false;
        return i + 1;
      }
      if (byte === 0x5c) i++;
    }
    // A backslash was the last byte: the one that it escapes is in the next chunk.
    this.#escaped = i > chunk.length;
    return -1;
  }
}
