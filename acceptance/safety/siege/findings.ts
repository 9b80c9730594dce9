/** Something that a hub must not do, with the first request that made it do so. */
export type Finding = { what: string; index: number; request: string; response?: string };

export type Counted = Finding & { times: number };

/** One of each kind, and how often it was seen. */
export class Findings {
  readonly #kinds = new Map<string, Counted>();

  /** Says whether it is the first of its kind. */
  add(finding: Finding): boolean {
    const kind = finding.what.replace(/\d+/g, 'N');
    const known = this.#kinds.get(kind);
    if (known) known.times++;
    else this.#kinds.set(kind, { ...finding, times: 1 });
    return !known;
  }

  get size(): number {
    return this.#kinds.size;
  }

  get all(): readonly Counted[] {
    return [...this.#kinds.values()];
  }
}
