export type Loss = { what: string; count: number };

/** Counts what a format has no room for, by kind: `texts cut to 254 bytes`. */
export class Losses {
  readonly #counts = new Map<string, number>();

  add(what: string, count = 1): void {
    if (count > 0) this.#counts.set(what, (this.#counts.get(what) ?? 0) + count);
  }

  get list(): Loss[] {
    return [...this.#counts].map(([what, count]) => ({ what, count }));
  }
}
