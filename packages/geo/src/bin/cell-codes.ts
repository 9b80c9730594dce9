const FIRST_CODES = 256;
const LOW = 2 ** 32;

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

  #slotOf(number: number): number {
    const slots = this.#slots;
    const last = slots.length - 1;
    const high = Math.floor(number / LOW);
    const mixed = Math.imul(high, 0x85ebca6b) ^ Math.imul(number - high * LOW, 0x9e3779b1);
    let slot = (mixed ^ (mixed >>> 15)) & last;
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
    for (let code = 0; code < this.#size; code++) this.#slots[this.#slotOf(numbers[code]!)] = code + 1;
  }
}
