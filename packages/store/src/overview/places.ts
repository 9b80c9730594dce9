import { sampleRank } from '@meridian/geo';
import type { Candidate, LightRows } from './light-rows.ts';

/** Spaces of fewer features have no overview: they are looked at one by one. */
export const WORTH_IT = 20_000;

/** The parts that reads may ask for. What ranks below one of them, and not below the one before, is a class. */
export const PARTS = [1 / 4096, 1 / 1024, 1 / 128, 1 / 32, 1 / 8, 1 / 4, 1 / 3, 1];

/** An area that falls into more ranges of keys than this is looked up elsewhere, where all of it is wanted. */
export const MOST_RANGES = 64;

export function isSampledPart(part: number): boolean {
  return part < 1 && PARTS.includes(part);
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

/** Candidates that are near indeed, by their numbers: some are filed in several places. */
export class Nearby {
  readonly #light: LightRows;
  readonly #bySeq = new Map<number, Candidate>();

  constructor(light: LightRows) {
    this.#light = light;
  }

  get size(): number {
    return this.#bySeq.size;
  }

  take(candidates: Iterable<Candidate>): void {
    for (const candidate of candidates)
      if (this.#light.isNear(candidate)) this.#bySeq.set(candidate[0], candidate);
  }

  /** In insertion order. */
  seqs(): Float64Array {
    const seqs = new Float64Array(this.#bySeq.size);
    let filled = 0;
    for (const seq of this.#bySeq.keys()) seqs[filled++] = seq;
    return seqs.sort();
  }

  /** So many at a time, in insertion order. */
  *steps(step: number): Generator<Candidate[], void, void> {
    const seqs = this.seqs();
    for (let from = 0; from < seqs.length; from += step)
      yield Array.from(seqs.subarray(from, from + step), (seq) => this.#bySeq.get(seq)!);
  }
}
