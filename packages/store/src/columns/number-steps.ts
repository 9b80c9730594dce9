import type { NumberRange } from './number-ranges.ts';

/** Numbers of the rows that have one, in their order: that of an entry is `(base + entry) / scale`. They take less room. */
export type NumberSteps = { base: number; scale: number; entries: Uint8Array | Uint16Array | Uint32Array };

export function largestEntry({ entries }: NumberSteps): number {
  let largest = 0;
  for (let i = 0; i < entries.length; i++) if (entries[i]! > largest) largest = entries[i]!;
  return largest;
}

/** The entries of the numbers that lie in a range, both included; `last` is before `first` where there can be none. */
export function entriesIn(steps: NumberSteps, { low, high }: NumberRange): { first: number; last: number } {
  return {
    first: firstEntry(steps, (number) => number >= low),
    last: firstEntry(steps, (number) => !(number <= high)) - 1,
  };
}

/** The least entry that a condition is true of which is true of all numbers behind one; that behind the last if there is none. */
function firstEntry({ base, scale, entries }: NumberSteps, isBehind: (number: number) => boolean): number {
  let low = 0;
  let high = 2 ** (8 * entries.BYTES_PER_ELEMENT);
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (isBehind((base + middle) / scale)) high = middle;
    else low = middle + 1;
  }
  return low;
}
