import { sampleRank } from '@meridian/geo';

/** Spaces of fewer features have no density index: they are looked at one by one. */
export const WORTH_IT = 20_000;

/** The parts that samples may have. */
export const PARTS = [1 / 4096, 1 / 1024, 1 / 128, 1 / 32, 1 / 8, 1 / 4, 1 / 3, 1];

/**
 * Where classes end: what ranks below one of these, and not below the one before, is a class. A read of a share looks at no more
 * than twice what it needs; down to the share that a tile of fifty million features has.
 */
const FINE = [...Array.from({ length: 15 }, (_, i) => 2 ** (i - 16)), 1 / 3, 1 / 2, 1];

/** By number of classes: an index has the classes that it was begun with until it is built again. The first had one for each part. */
const ENDS: ReadonlyMap<number, readonly number[]> = new Map(
  [PARTS, FINE].map((ends) => [ends.length, ends]),
);

/** How many classes an index has that is begun now. */
export const CLASSES = FINE.length;

/** An area that falls into more ranges of keys than this is looked up elsewhere, where all of it is wanted. */
export const MAX_RANGES = 256;

export function isSampledPart(part: number): boolean {
  return part < 1 && PARTS.includes(part);
}

/** Which part of the features an index has that is built up to a position, or has all (null). */
export function builtPart(builtTo: number | null, lastSeq: number): number {
  return builtTo === null ? 1 : Math.min(0.99, builtTo / Math.max(1, lastSeq));
}

/** The class that a feature is filed under, of so many. */
export function classOf(id: string, classes: number): number {
  const rank = sampleRank(id);
  return ENDS.get(classes)!.findIndex((end) => rank < end);
}

/** How many of so many classes, from the first, have all that ranks below a share; of a part of samples, nothing else. */
export function classesBelow(share: number, classes: number): number {
  return ENDS.get(classes)!.findIndex((end) => share <= end) + 1;
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
