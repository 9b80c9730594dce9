/** Numbers by index, 0 where none was set; room is made as it is needed. */
export class GrowingFloats {
  #values = new Float64Array(16);

  at(index: number): number {
    return this.#values[index] ?? 0;
  }

  set(index: number, value: number): void {
    if (index >= this.#values.length) this.#grow(index);
    this.#values[index] = value;
  }

  add(index: number, value: number): void {
    if (index >= this.#values.length) this.#grow(index);
    this.#values[index]! += value;
  }

  /** All of them, with room up to a length, to be changed in place until there must be more. */
  reserve(length: number): Float64Array {
    if (length > this.#values.length) this.#grow(length - 1);
    return this.#values;
  }

  #grow(index: number): void {
    const larger = new Float64Array(Math.max(index + 1, 2 * this.#values.length));
    larger.set(this.#values);
    this.#values = larger;
  }
}
