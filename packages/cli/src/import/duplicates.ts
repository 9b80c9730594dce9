import { SeenIds } from '@meridian/formats/node';
import type { DuplicateMode } from './duplicate-modes.ts';

/** The id to write a feature under, that it is left out, or why it is refused. */
export type Verdict = { id: string } | { isSkipped: true } | { reason: string };

/** So many different ids are remembered; a JavaScript Map holds hardly more. */
const MAX_IDS = 15_000_000;

/** Decides on each feature by the ids before it. */
export class Duplicates {
  readonly #mode: DuplicateMode;
  /** Where the later one wins only their number is of interest. */
  readonly #seen = new SeenIds();
  /** Elsewhere a mistake would lose a feature: ids and how often each came. */
  readonly #times = new Map<string, number>();
  #repeats = 0;

  constructor(mode: DuplicateMode) {
    this.#mode = mode;
  }

  /** Features whose id came before. */
  get repeats(): number {
    return this.#mode === 'last' ? this.#seen.repeats : this.#repeats;
  }

  /** Whether some were not noticed: there were too many different ids. */
  get isIncomplete(): boolean {
    return this.#seen.isFull;
  }

  judge(id: string): Verdict {
    if (this.#mode === 'last') {
      this.#seen.add(id);
      return { id };
    }
    const before = this.#times.get(id) ?? 0;
    this.#remember(id, before + 1);
    if (before === 0) return { id };
    this.#repeats++;
    switch (this.#mode) {
      case 'first':
        return { isSkipped: true };
      case 'error':
        return { reason: `has the id ${JSON.stringify(id)}, which occurred before in the file` };
      case 'number':
        return { id: this.#numbered(id, before + 1) };
    }
  }

  /** `a-2`, or the next that no feature before has. */
  #numbered(id: string, from: number): string {
    let n = from;
    while (this.#times.has(`${id}-${n}`)) n++;
    this.#remember(id, n);
    this.#remember(`${id}-${n}`, 1);
    return `${id}-${n}`;
  }

  #remember(id: string, times: number): void {
    this.#times.set(id, times);
    if (this.#times.size > MAX_IDS)
      throw new RangeError(
        `--on-duplicate ${this.#mode} takes up to ${MAX_IDS} different ids: use --on-duplicate last`,
      );
  }
}
