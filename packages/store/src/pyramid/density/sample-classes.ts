import { sampleRank } from '@meridian/geo';

/** Spaces of fewer features have no density index: they are looked at one by one. */
export const WORTH_IT = 20_000;

/** The parts that reads may ask for. What ranks below one of them, and not below the one before, is a class. */
export const PARTS = [1 / 4096, 1 / 1024, 1 / 128, 1 / 32, 1 / 8, 1 / 4, 1 / 3, 1];

/** An area that falls into more ranges of keys than this is looked up elsewhere, where all of it is wanted. */
export const MAX_RANGES = 64;

export function isSampledPart(part: number): boolean {
  return part < 1 && PARTS.includes(part);
}

/** The smallest part that has all of what ranks below a share. */
export function partAbove(share: number): number {
  return PARTS.find((part) => part >= share) ?? 1;
}

/** Which part of the features an index has that is built up to a position, or has all (null). */
export function builtPart(builtTo: number | null, lastSeq: number): number {
  return builtTo === null ? 1 : Math.min(0.99, builtTo / Math.max(1, lastSeq));
}

/** The class that a feature is filed under. */
export function classOf(id: string): number {
  const rank = sampleRank(id);
  return PARTS.findIndex((part) => rank < part);
}

/** How many classes, from the first, make a part. */
export function classesOf(part: number): number {
  return PARTS.indexOf(part) + 1;
}

/**
 * What is near an area: numbers of features, and where more is known of each. Nothing else is held of them, since they can
 * be many: objects that live as long as the read would be most of the work of collecting garbage.
 */
export class Nearby {
  /** By number: some features are filed under several cells. */
  readonly #offsets = new Map<number, number>();

  get size(): number {
    return this.#offsets.size;
  }

  add(seq: number, offset: number): void {
    this.#offsets.set(seq, offset);
  }

  /** In any order. */
  get offsets(): ReadonlyMap<number, number> {
    return this.#offsets;
  }

  /** In insertion order. */
  seqs(): Float64Array {
    const seqs = new Float64Array(this.#offsets.size);
    let filled = 0;
    for (const seq of this.#offsets.keys()) seqs[filled++] = seq;
    return seqs.sort();
  }

  /** What is known of so many at a time, in insertion order. */
  *steps<T>(step: number, known: (offset: number) => T): Generator<T[], void, void> {
    const seqs = this.seqs();
    for (let from = 0; from < seqs.length; from += step)
      yield Array.from(seqs.subarray(from, from + step), (seq) => known(this.#offsets.get(seq)!));
  }
}
