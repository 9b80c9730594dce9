import type { ByteWriter } from './byte-writer.ts';

/** So many texts are compared with one before it is assumed that somebody has chosen them to be alike to the table. */
const MAX_PROBES = 64;
const LEAST_SLOTS = 1024;

/**
 * Indexes of texts, which are bytes of UTF-8: those that were written last to a writer when they were added. A `Map` of strings gives the
 * same, but to make them and to have V8 find out their hashes takes longer than all the rest.
 */
export class TextTable {
  readonly #written: ByteWriter;
  /** Of each text, where it ends in what was written, its length, its hash and its index. */
  #texts = new Int32Array(FIELDS * (LEAST_SLOTS / 2));
  #count = 0;
  /** By hash, where a text is in the list, and one; 0 = free. Never more than half of them are taken. */
  #slots = new Int32Array(LEAST_SLOTS);
  /** Instead of all that, where too many are alike. */
  #map: Map<string, number> | undefined;

  constructor(written: ByteWriter) {
    this.#written = written;
  }

  /** The index of a text, given with its hash; -1 where it has none. */
  get(bytes: Uint8Array, from: number, to: number, hash: number): number {
    if (this.#map) return this.#map.get(keyOf(bytes, from, to)) ?? -1;
    const texts = this.#texts;
    const slots = this.#slots;
    const mask = slots.length - 1;
    const length = to - from;
    for (let slot = hash & mask, probes = 0; ; slot = (slot + 1) & mask, probes++) {
      const at = FIELDS * (slots[slot]! - 1);
      if (at < 0) return -1;
      if (
        texts[at + HASH] === hash &&
        texts[at + LENGTH] === length &&
        this.#isAt(texts[at]!, bytes, from, to)
      )
        return texts[at + INDEX]!;
      if (probes === MAX_PROBES) return this.#becomeMap().get(keyOf(bytes, from, to)) ?? -1;
    }
  }

  /** Gives an index to a text that has none: it was just written. */
  add(length: number, hash: number, index: number): void {
    const end = this.#written.length;
    if (this.#map) {
      this.#map.set(keyOf(this.#written.withRoom(0), end - length, end), index);
      return;
    }
    if (2 * this.#count === this.#slots.length) this.#grow();
    const at = FIELDS * this.#count++;
    const texts = this.#texts;
    texts[at] = end;
    texts[at + LENGTH] = length;
    texts[at + HASH] = hash;
    texts[at + INDEX] = index;
    this.#file(this.#count, hash);
  }

  /** Whether the text that ends at a position in what was written is this one, of the same length. */
  #isAt(end: number, bytes: Uint8Array, from: number, to: number): boolean {
    const written = this.#written.withRoom(0);
    for (let i = to - 1, at = end - 1; i >= from; i--, at--) if (written[at] !== bytes[i]) return false;
    return true;
  }

  #file(number: number, hash: number): void {
    const slots = this.#slots;
    const mask = slots.length - 1;
    let slot = hash & mask;
    while (slots[slot] !== 0) slot = (slot + 1) & mask;
    slots[slot] = number;
  }

  #grow(): void {
    const texts = new Int32Array(2 * this.#texts.length);
    texts.set(this.#texts);
    this.#texts = texts;
    this.#slots = new Int32Array(2 * this.#slots.length);
    for (let i = 0; i < this.#count; i++) this.#file(i + 1, texts[FIELDS * i + HASH]!);
  }

  #becomeMap(): Map<string, number> {
    const written = this.#written.withRoom(0);
    this.#map = new Map();
    for (let i = 0; i < this.#count; i++) {
      const [end, length, , index] = this.#texts.subarray(FIELDS * i, FIELDS * (i + 1));
      this.#map.set(keyOf(written, end! - length!, end!), index!);
    }
    return this.#map;
  }
}

const FIELDS = 4;
const LENGTH = 1;
const HASH = 2;
const INDEX = 3;

/** Another one for other bytes: each is a character. */
function keyOf(bytes: Uint8Array, from: number, to: number): string {
  let key = '';
  for (let i = from; i < to; i++) key += String.fromCharCode(bytes[i]!);
  return key;
}

/** A number of 32 bits that is the same for the same bytes. */
export function textHash(bytes: Uint8Array, from: number, to: number): number {
  let hash = 0x9e3779b9 | 0;
  for (let i = from; i < to; i++) hash = Math.imul(hash ^ bytes[i]!, 0x5f356495);
  return hash ^ (hash >>> 15);
}
