/** Slots of the last table: 32 MiB. Beyond three million ids, repeats are no longer noticed. */
const MAX_SLOTS = 1 << 22;
/** A table as full as that grows. */
const FULL = 0.75;
const FIRST_SLOTS = 1 << 14;

/**
 * Notices ids that came before in the same import, in 21 bytes or less an id: two 32-bit hashes each, in a table with
 * open addressing. Two different ids are taken for one with a chance of about 1 in 10⁷ for a million of them, and
 * then only a number in the summary is off by one.
 */
export class SeenIds {
  /** Ids that came again; too low once `isFull`. */
  repeats = 0;
  isFull = false;
  #slots = new Uint32Array(2 * FIRST_SLOTS);
  #count = 0;

  /** Whether it came before. */
  add(id: string): boolean {
    if (this.isFull) return false;
    const [a, b] = hashes(id);
    if (!this.#put(a, b)) {
      this.repeats++;
      return true;
    }
    this.#count++;
    if (this.#count > (FULL * this.#slots.length) / 2) this.#grow();
    return false;
  }

  /** False where it was there already. A slot of zeros is empty; hashes are never both zero. */
  #put(a: number, b: number): boolean {
    const slots = this.#slots;
    const mask = slots.length / 2 - 1;
    for (let at = a & mask; ; at = (at + 1) & mask) {
      const first = slots[2 * at]!;
      const second = slots[2 * at + 1]!;
      if (first === 0 && second === 0) {
        slots[2 * at] = a;
        slots[2 * at + 1] = b;
        return true;
      }
      if (first === a && second === b) return false;
    }
  }

  #grow(): void {
    const old = this.#slots;
    if (old.length / 2 >= MAX_SLOTS) {
      this.isFull = true;
      return;
    }
    this.#slots = new Uint32Array(old.length * 2);
    for (let i = 0; i < old.length; i += 2)
      if (old[i] !== 0 || old[i + 1] !== 0) this.#put(old[i]!, old[i + 1]!);
  }
}

/** FNV-1a, twice with different beginnings. */
function hashes(text: string): [number, number] {
  let a = 0x811c9dc5;
  let b = 0x9e3779b9;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    a = Math.imul(a ^ code, 0x01000193);
    b = Math.imul(b ^ code, 0x01000197) ^ (b >>> 15);
  }
  return [a >>> 0, (b | 1) >>> 0];
}
