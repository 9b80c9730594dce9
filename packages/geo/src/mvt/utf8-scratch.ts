const encoder = new TextEncoder();

/** From this length on, an encoder of texts is faster than going through them. */
const LONG_TEXT = 100;

/** No character takes more than so many bytes a unit. */
const UNIT_BYTES = 3;

/** What is larger is not held longer than needed. */
const LARGEST_HELD = 256 * 1024;

/** A text in bytes of UTF-8, until the next is written. */
export class Utf8Scratch {
  bytes = new Uint8Array(1024);
  length = 0;

  write(text: string): void {
    const { length } = text;
    this.#makeRoom(UNIT_BYTES * length);
    const { bytes } = this;
    let at = 0;
    while (at < length && at < LONG_TEXT) {
      const code = text.charCodeAt(at);
      if (code > 127) break;
      bytes[at++] = code;
    }
    this.length = at === length ? length : encoder.encodeInto(text, bytes).written;
  }

  #makeRoom(bytes: number): void {
    if (bytes > this.bytes.length) this.bytes = new Uint8Array(2 * bytes);
    else if (this.bytes.length > LARGEST_HELD && bytes < LARGEST_HELD)
      this.bytes = new Uint8Array(bytes + 1024);
  }
}
