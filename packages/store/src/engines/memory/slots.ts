import type { Slot } from './rows.ts';

/** So many empty positions are left where they are. */
const MIN_EMPTY = 1000;

/** All positions of a space in the order of insertion. Those that are of no more use are removed many at a time. */
export class Slots {
  #slots: Slot[] = [];
  #empty = 0;

  append(seq: number): Slot {
    const slot: Slot = { seq, row: undefined, past: undefined };
    this.#slots.push(slot);
    return slot;
  }

  at(seq: number): Slot | undefined {
    const slot = this.#slots[this.#indexBehind(seq - 1)];
    return slot?.seq === seq ? slot : undefined;
  }

  /** Those behind a position, in their order. Nothing may be appended or removed meanwhile. */
  *after(seq: number): Generator<Slot, void, void> {
    for (let i = this.#indexBehind(seq); i < this.#slots.length; i++) yield this.#slots[i]!;
  }

  /** Removes positions behind one, of a write that is undone. */
  cut(lastSeq: number): void {
    this.#slots.length = this.#indexBehind(lastSeq);
  }

  /** Told that so many positions have become empty. */
  emptied(count: number): void {
    this.#empty += count;
    if (this.#empty < MIN_EMPTY || this.#empty < this.#slots.length / 2) return;
    this.#slots = this.#slots.filter(({ row, past }) => row || past);
    this.#empty = 0;
  }

  /** The index of the first position behind this one. */
  #indexBehind(seq: number): number {
    let [low, high] = [0, this.#slots.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#slots[middle]!.seq <= seq) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
