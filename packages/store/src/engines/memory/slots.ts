import { firstIndex } from '../../model/first-index.ts';
import type { Slot } from './rows.ts';

/** So many empty positions are left where they are. */
const MIN_EMPTY = 1000;

/** All positions of a space in the order of insertion. Those that are empty are removed many at a time. */
export class Slots {
  #slots: Slot[] = [];

  append(seq: number): Slot {
    const slot: Slot = { seq, row: undefined, past: [] };
    this.#slots.push(slot);
    return slot;
  }

  at(seq: number): Slot | undefined {
    const slot = this.#slots[this.#indexBehind(seq - 1)];
    return slot?.seq === seq ? slot : undefined;
  }

  /** Those behind a position, in their order. Nothing may be appended or removed meanwhile. */
  *after(seq: number, upTo = Infinity): Generator<Slot, void, void> {
    for (let i = this.#indexBehind(seq); i < this.#slots.length; i++) {
      const slot = this.#slots[i]!;
      if (slot.seq > upTo) return;
      yield slot;
    }
  }

  /** Removes empty positions where they are more than the others, of which there are no more than `used`. */
  compact(used: number): void {
    if (this.#slots.length < MIN_EMPTY + 2 * used) return;
    this.#slots = this.#slots.filter(({ row, past }) => row || past.length > 0);
  }

  /** The index of the first position behind this one. */
  #indexBehind(seq: number): number {
    return firstIndex(0, this.#slots.length, (index) => this.#slots[index]!.seq > seq);
  }
}
