import { textHash } from './membership.ts';

/** Of so many different texts in a column it is looked whether most of its texts are different. */
const MANY_TEXTS = 1024;
const MOSTLY_DIFFERENT = 0.9;

/** Nobody can choose texts so that they are looked for longer: what is not found by then is in the dictionary once more. */
const MAX_PROBES = 32;
const FIRST_SLOTS = 16;

/** Gives texts codes, in the order in which they are first seen. Of longer texts they need not be cut out to be found. */
export class TextCodes {
  readonly dictionary: string[] = [];
  /** For each text of the dictionary. */
  #hashes = new Uint32Array(FIRST_SLOTS / 2);
  /** A code and 1 where the hash of its text says. Undefined where most texts occur once: to look for equal ones would only take time. */
  #slots: Int32Array | undefined = new Int32Array(FIRST_SLOTS);
  readonly #findsAll: boolean;
  #given = 0;
  #length = 0;

  /** `findsAll`: equal texts are looked for even where most are different. */
  constructor({ findsAll = false } = {}) {
    this.#findsAll = findsAll;
  }

  /** How many UTF-16 units the dictionary has. */
  get length(): number {
    return this.#length;
  }

  get hashes(): Uint32Array {
    return this.#hashes.subarray(0, this.dictionary.length);
  }

  /** The code of a part of a text. */
  codeOf(text: string, from: number, to: number): number {
    const hash = textHash(text, from, to);
    this.#given++;
    const slots = this.#slots;
    if (!slots) return this.#add(text, from, to, hash);
    const mask = slots.length - 1;
    let slot = hash & mask;
    for (let probe = 0; probe < MAX_PROBES; probe++, slot = (slot + 1) & mask) {
      const code = slots[slot]! - 1;
      if (code < 0) break;
      if (this.#hashes[code] === hash && this.#isAt(code, text, from, to)) return code;
    }
    const code = this.#add(text, from, to, hash);
    slots[slot] = code + 1;
    const isManyNew = code === MANY_TEXTS && code > MOSTLY_DIFFERENT * this.#given;
    if (isManyNew && !this.#findsAll) this.#slots = undefined;
    else if (2 * code >= slots.length) this.#slots = this.#spread(2 * slots.length);
    return code;
  }

  #isAt(code: number, text: string, from: number, to: number): boolean {
    const known = this.dictionary[code]!;
    if (known.length !== to - from) return false;
    for (let i = 0; i < known.length; i++)
      if (known.charCodeAt(i) !== text.charCodeAt(from + i)) return false;
    return true;
  }

  #add(text: string, from: number, to: number, hash: number): number {
    const code = this.dictionary.push(text.slice(from, to)) - 1;
    if (code === this.#hashes.length) {
      const larger = new Uint32Array(2 * code);
      larger.set(this.#hashes);
      this.#hashes = larger;
    }
    this.#hashes[code] = hash;
    this.#length += to - from;
    return code;
  }

  #spread(length: number): Int32Array {
    const slots = new Int32Array(length);
    const mask = length - 1;
    for (let code = 0; code < this.dictionary.length; code++) {
      let slot = this.#hashes[code]! & mask;
      for (let probe = 0; probe < MAX_PROBES && slots[slot] !== 0; probe++) slot = (slot + 1) & mask;
      slots[slot] = code + 1;
    }
    return slots;
  }
}
