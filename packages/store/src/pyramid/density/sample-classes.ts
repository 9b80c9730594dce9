import { sampleRank } from '@meridian/geo';

/** Spaces of fewer features have no density index: they are looked at one by one. */
export const WORTH_IT = 20_000;

/** The parts that samples may have. */
export const PARTS = [1 / 4096, 1 / 1024, 1 / 128, 1 / 32, 1 / 8, 1 / 4, 1 / 3, 1];

/**
 * Where classes end: what ranks below one of these, and not below the one before, is a class. A read of a share looks at no more
 * than twice what it needs; down to the share that a tile of fifty million features has.
 */
const ENDS = [...Array.from({ length: 15 }, (_, i) => 2 ** (i - 16)), 1 / 3, 1 / 2, 1];

/** How many classes there are. */
export const CLASSES = ENDS.length;

/** An area that falls into more ranges of keys than this is looked up elsewhere, where all of it is wanted. */
export const MAX_RANGES = 256;

export function isSampledPart(part: number): boolean {
  return part < 1 && PARTS.includes(part);
}

/** Which part of the features an index has that is built up to a position, or has all (null); below 0 it is to be emptied first. */
export function builtPart(builtTo: number | null, lastSeq: number): number {
  return builtTo === null ? 1 : Math.min(0.99, Math.max(0, builtTo) / Math.max(1, lastSeq));
}

/** The class that a feature is filed under. */
export function classOf(id: string): number {
  const rank = sampleRank(id);
  return ENDS.findIndex((end) => rank < end);
}

/** The classes that have all that ranks below a share; of a part of samples, nothing else. */
export function classesBelow(share: number): number[] {
  return Array.from({ length: ENDS.findIndex((end) => share <= end) + 1 }, (_, rankClass) => rankClass);
}

/**
 * What is near an area: numbers of features, and where more is known of each. Nothing else is held of them, since they can
 * be many: objects that live as long as the read would be most of the work of collecting garbage.
 */
export class Nearby {
  #seqs = new Float64Array(1024);
  #offsets = new Float64Array(1024);
  #count = 0;
  #isOrdered = true;

  /** Some features are filed under several cells: one that is added again is there once. */
  add(seq: number, offset: number): void {
    if (this.#count === this.#seqs.length) this.#grow();
    this.#seqs[this.#count] = seq;
    this.#offsets[this.#count++] = offset;
    this.#isOrdered = false;
  }

  get size(): number {
    return this.seqs.length;
  }

  /** In insertion order. */
  get seqs(): Float64Array {
    this.#order();
    return this.#seqs.subarray(0, this.#count);
  }

  /** Of the same features. */
  get offsets(): Float64Array {
    this.#order();
    return this.#offsets.subarray(0, this.#count);
  }

  #order(): void {
    if (this.#isOrdered) return;
    const [seqs, offsets] = [this.#seqs, this.#offsets];
    const positions = orderOf(seqs, this.#count);
    this.#seqs = new Float64Array(positions.length);
    this.#offsets = new Float64Array(positions.length);
    let count = 0;
    for (let i = 0; i < positions.length; i++) {
      const at = positions[i]!;
      if (count > 0 && this.#seqs[count - 1] === seqs[at]) continue;
      this.#seqs[count] = seqs[at]!;
      this.#offsets[count++] = offsets[at]!;
    }
    this.#count = count;
    this.#isOrdered = true;
  }

  #grow(): void {
    const larger = (values: Float64Array) => {
      const grown = new Float64Array(Math.max(1024, values.length * 2));
      grown.set(values);
      return grown;
    };
    this.#seqs = larger(this.#seqs);
    this.#offsets = larger(this.#offsets);
  }
}

/** Numbers from here on are not ordered digit by digit. */
const END_OF_DIGITS = 2 ** 32;
const DIGIT_BITS = 11;
const DIGITS = 2 ** DIGIT_BITS;

/** Where the values are, the least first, equal ones as they come: a radix sort, which takes a fraction of the time of comparing. */
function orderOf(values: Float64Array, count: number): Uint32Array {
  let positions = new Uint32Array(count);
  let greatest = 0;
  for (let at = 0; at < count; at++) {
    positions[at] = at;
    if (values[at]! > greatest) greatest = values[at]!;
  }
  if (greatest >= END_OF_DIGITS) return positions.sort((a, b) => values[a]! - values[b]! || a - b);
  let ordered = new Uint32Array(count);
  const starts = new Uint32Array(DIGITS);
  for (let shift = 0; 2 ** shift <= greatest; shift += DIGIT_BITS) {
    starts.fill(0);
    for (let i = 0; i < count; i++) starts[(values[i]! >>> shift) % DIGITS]!++;
    for (let digit = 0, start = 0; digit < DIGITS; digit++) {
      const those = starts[digit]!;
      starts[digit] = start;
      start += those;
    }
    for (let i = 0; i < count; i++) {
      const at = positions[i]!;
      ordered[starts[(values[at]! >>> shift) % DIGITS]!++] = at;
    }
    [positions, ordered] = [ordered, positions];
  }
  return positions;
}
