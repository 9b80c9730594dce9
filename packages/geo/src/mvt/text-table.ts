/** So many texts are compared with one before it is assumed that somebody has chosen them to be alike to the table. */
const MAX_PROBES = 64;
const LEAST_SLOTS = 1024;

/**
 * Indexes of texts. A `Map` gives the same, but V8 interns each text that it is asked for and has not met before, which takes longer
 * than all the rest.
 */
export class TextTable {
  readonly #texts: string[] = [];
  readonly #indexes: number[] = [];
  #hashes = new Int32Array(LEAST_SLOTS / 2);
  /** By hash, where a text is in the lists, and one; 0 = free. Never more than half of them are taken. */
  #slots = new Int32Array(LEAST_SLOTS);
  /** Instead of all that, where too many are alike. */
  #map: Map<string, number> | undefined;

  /** The index of a text; -1 where it has none. */
  get(text: string): number {
    if (this.#map) return this.#map.get(text) ?? -1;
    const hashes = this.#hashes;
    const slots = this.#slots;
    const hash = textHash(text);
    for (let slot = hash, probes = 0; ; slot++, probes++) {
      const at = slots[slot & (slots.length - 1)]! - 1;
      if (at < 0) return -1;
      if (hashes[at] === hash && this.#texts[at] === text) return this.#indexes[at]!;
      if (probes === MAX_PROBES) return this.#becomeMap().get(text) ?? -1;
    }
  }

  /** Gives an index to a text that has none. */
  add(text: string, index: number): void {
    if (this.#map) {
      this.#map.set(text, index);
      return;
    }
    if (2 * this.#texts.length === this.#slots.length) this.#grow();
    const hash = textHash(text);
    const at = this.#texts.push(text) - 1;
    this.#indexes.push(index);
    this.#hashes[at] = hash;
    this.#file(at, hash);
  }

  #file(at: number, hash: number): void {
    const slots = this.#slots;
    let slot = hash & (slots.length - 1);
    while (slots[slot] !== 0) slot = (slot + 1) & (slots.length - 1);
    slots[slot] = at + 1;
  }

  #grow(): void {
    const hashes = new Int32Array(this.#slots.length);
    hashes.set(this.#hashes);
    this.#hashes = hashes;
    this.#slots = new Int32Array(2 * this.#slots.length);
    for (let at = 0; at < this.#texts.length; at++) this.#file(at, hashes[at]!);
  }

  #becomeMap(): Map<string, number> {
    this.#map = new Map(this.#texts.map((text, at) => [text, this.#indexes[at]!]));
    return this.#map;
  }
}

export function textHash(text: string): number {
  let hash = 0x9e3779b9 | 0;
  for (let i = 0; i < text.length; i++) {
    hash = Math.imul(hash ^ text.charCodeAt(i), 0x5f356495);
    hash ^= hash >>> 15;
  }
  return hash;
}
