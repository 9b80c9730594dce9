/** Insertion numbers above `after`, up to `to`. */
export type SeqRange = { after: number; to: number };

/** The widest range where little is found: each shard sends at most a step's rows of it. */
const MAX_STEPS = 16;

/**
 * The ranges in which a write goes through all rows of a space, at most `step` rows at a time. Where rows are spread over
 * shards each range is bounded from above: of a page that is bounded by its length alone every shard would send a whole
 * one. On one machine a single range does, since the database finds its end by itself.
 */
export class SeqRanges {
  readonly #lastSeq: number;
  readonly #step: number;
  readonly #isDistributed: boolean;

  constructor(lastSeq: number, step: number, isDistributed: boolean) {
    this.#lastSeq = lastSeq;
    this.#step = step;
    this.#isDistributed = isDistributed;
  }

  /** Undefined where there is nothing to go through. */
  first(): SeqRange | undefined {
    return this.#from(0, this.#step);
  }

  /** What comes after a range in which so many rows were found, `lastFound` being the number of the last of them. */
  next({ after, to }: SeqRange, found: number, lastFound: number | undefined): SeqRange | undefined {
    if (found >= this.#step) return this.#from(lastFound!, this.#step);
    const width = found > this.#step / 2 ? to - after : 2 * (to - after);
    return this.#from(to, Math.min(width, MAX_STEPS * this.#step));
  }

  #from(after: number, width: number): SeqRange | undefined {
    if (after >= this.#lastSeq) return undefined;
    return { after, to: this.#isDistributed ? Math.min(after + width, this.#lastSeq) : this.#lastSeq };
  }
}
