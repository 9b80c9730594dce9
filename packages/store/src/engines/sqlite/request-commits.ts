/** What became of a request. */
export type Attempted<T> = { result: T } | { error: unknown };

/** After a request has failed, others of its kind are likely to follow: so many commits are guarded. */
const GUARDED_AFTER_FAILURE = 64;

/**
 * Requests that share a commit. A savepoint costs a copy of every page that is changed under it, and few requests fail:
 * they are carried out without savepoints, and if one fails all of them again with one each.
 */
export class RequestCommits {
  readonly #batch: (steps: (() => void)[]) => void;
  #isGuarded = true;
  #guardedCommits = 0;

  /** `batch`: carries out steps in one durable transaction. */
  constructor(batch: (steps: (() => void)[]) => void) {
    this.#batch = batch;
  }

  /** Whether a request that fails must be undone by itself: it does not take its whole commit with it. */
  get isGuarded(): boolean {
    return this.#isGuarded;
  }

  commit<T>(requests: readonly (() => T)[]): Attempted<T>[] {
    if (this.#guardedCommits === 0)
      try {
        return this.#commitUnguarded(requests);
      } catch {
        // It fails again below, where it is known whose failure it is.
        this.#guardedCommits = GUARDED_AFTER_FAILURE;
      }
    else this.#guardedCommits--;
    const outcomes: Attempted<T>[] = [];
    this.#batch(requests.map((request) => () => void outcomes.push(attempt(request))));
    return outcomes;
  }

  #commitUnguarded<T>(requests: readonly (() => T)[]): Attempted<T>[] {
    const outcomes: Attempted<T>[] = [];
    this.#isGuarded = false;
    try {
      this.#batch(requests.map((request) => () => void outcomes.push({ result: request() })));
    } finally {
      this.#isGuarded = true;
    }
    return outcomes;
  }
}

function attempt<T>(request: () => T): Attempted<T> {
  try {
    return { result: request() };
  } catch (error) {
    return { error };
  }
}
