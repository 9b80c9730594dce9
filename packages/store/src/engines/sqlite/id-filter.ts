/** So many ids are remembered at most, in 4 MB. */
const MAX_IDS = 700_000;
const FIRST_SLOTS = 1 << 10;
/** A table that is fuller has long ways to search. */
const FULL = 0.7;
/** A way as long as this is no chance: ids were chosen to make it so. */
const MAX_STEPS = 1000;

/**
 * Which ids a space may have: those that were added, and by chance a few others. While a space is filled, most ids that come
 * are not there, and a look at the index of ids, each at another place, can be saved.
 */
export class IdFilter {
  /** Hashes of ids; 0 where there is none. Undefined: there are too many, or they lie too close together. */
  #slots: Int32Array | undefined = new Int32Array(FIRST_SLOTS);
  #count = 0;
  readonly #maxIds: number;

  constructor(maxIds = MAX_IDS) {
    this.#maxIds = maxIds;
  }

  add(id: string): void {
    if (!this.#slots) return;
    if (this.#count >= this.#maxIds) {
      this.#slots = undefined;
      return;
    }
    if (this.#count >= FULL * this.#slots.length) this.#slots = doubled(this.#slots);
    if (!this.#slots) return;
    const hash = hashOf(id);
    const slot = slotOf(this.#slots, hash);
    if (slot < 0) this.#slots = undefined;
    else if (this.#slots[slot] === 0) {
      this.#slots[slot] = hash;
      this.#count++;
    }
  }

  mayHave(id: string): boolean {
    if (!this.#slots) return true;
    const hash = hashOf(id);
    return this.#slots[slotOf(this.#slots, hash)] === hash;
  }
}

function doubled(slots: Int32Array): Int32Array | undefined {
  const larger = new Int32Array(2 * slots.length);
  for (const hash of slots) {
    if (hash === 0) continue;
    const slot = slotOf(larger, hash);
    if (slot < 0) return undefined;
    larger[slot] = hash;
  }
  return larger;
}

/** Where a hash is, or has its place; -1 if it has none near where it belongs. */
function slotOf(slots: Int32Array, hash: number): number {
  const mask = slots.length - 1;
  for (let step = 0; step < MAX_STEPS; step++) {
    const slot = (hash + step) & mask;
    if (slots[slot] === 0 || slots[slot] === hash) return slot;
  }
  return -1;
}

/** Never 0. Ids that are stored as the same text have the same. */
export function hashOf(text: string): number {
  const id = text.toWellFormed();
  let hash = id.length;
  for (let i = 0; i < id.length; i++) hash = Math.imul(hash ^ id.charCodeAt(i), 0x5bd1e995) ^ (hash >>> 15);
  hash = Math.imul(hash ^ (hash >>> 16), 0x2c1b3c6d);
  return hash ^ (hash >>> 13) || 1;
}
