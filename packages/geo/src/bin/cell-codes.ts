const FIRST_CODES = 256;
const LOW = 2 ** 32;
/** So many are looked up together. */
const AT_ONCE = 1024;

/** Numbers cells, or whatever else whole numbers below 2^53 stand for, in the order in which they are first met: 0, 1, 2, … */
export class CellCodes {
  #numbers = new Float64Array(FIRST_CODES);
  /** An open hash table of codes and 1, at most half full; 0 = free. */
  #slots = new Int32Array(2 * FIRST_CODES);
  #size = 0;

  get size(): number {
    return this.#size;
  }

  numberOf(code: number): number {
    return this.#numbers[code]!;
  }

  /** -1 where it has not been met. */
  find(number: number): number {
    return this.#slots[this.#slotOf(number)]! - 1;
  }

  codeOf(number: number): number {
    const slot = this.#slotOf(number);
    const known = this.#slots[slot]!;
    return known > 0 ? known - 1 : this.#add(number, slot);
  }

  /**
   * The codes of many. Where each may be is looked up first, without a decision in between: so the processor waits for several
   * places in memory at once.
   */
  codesOf(numbers: Float64Array): Int32Array {
    const codes = new Int32Array(numbers.length);
    for (let from = 0; from < numbers.length; from += AT_ONCE) {
      const to = Math.min(numbers.length, from + AT_ONCE);
      const slots = this.#slots;
      for (let i = from; i < to; i++) codes[i] = slots[mixed(numbers[i]!) & (slots.length - 1)]! - 1;
      const known = this.#numbers;
      for (let i = from; i < to; i++) codes[i] = known[codes[i]!] === numbers[i] ? codes[i]! : -1;
      for (let i = from; i < to; i++) if (codes[i] === -1) codes[i] = this.codeOf(numbers[i]!);
    }
    return codes;
  }

  #slotOf(number: number): number {
    const slots = this.#slots;
    const last = slots.length - 1;
    let slot = mixed(number) & last;
    for (let known = slots[slot]!; known > 0 && this.#numbers[known - 1] !== number; known = slots[slot]!)
      slot = (slot + 1) & last;
    return slot;
  }

  #add(number: number, slot: number): number {
    const code = this.#size++;
    this.#numbers[code] = number;
    this.#slots[slot] = code + 1;
    if (this.#size === this.#numbers.length) this.#grow();
    return code;
  }

  #grow(): void {
    const numbers = this.#numbers;
    this.#numbers = new Float64Array(2 * numbers.length);
    this.#numbers.set(numbers);
    this.#slots = new Int32Array(4 * numbers.length);
    // None of them is there twice.
    const slots = this.#slots;
    const last = slots.length - 1;
    for (let code = 0; code < this.#size; code++) {
      let slot = mixed(numbers[code]!) & last;
      while (slots[slot] !== 0) slot = (slot + 1) & last;
      slots[slot] = code + 1;
    }
  }
}

/** The same bits for the same number, and very different ones for numbers that are close. */
function mixed(number: number): number {
  const high = Math.floor(number / LOW);
  const bits = Math.imul(high, 0x85ebca6b) ^ Math.imul(number - high * LOW, 0x9e3779b1);
  return bits ^ (bits >>> 15);
}
