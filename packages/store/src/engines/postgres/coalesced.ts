/** So many coalesced queries are under way at once; later ones wait to be part of the next. */
const MAX_PENDING = 2;
/** A second one is begun only if the first takes longer than this: most are back sooner, and what waited goes together. */
const HOLD_MS = 4;
/** So much is asked at once. */
const MAX_COALESCED = 500;

type Waiting<Q, A> = { question: Q; resolve: (result: A) => void; reject: (error: unknown) => void };

/**
 * Asks many small questions as few larger ones: those that come while others are under way go together. Each is asked
 * after it came, so no response is older than its question.
 */
export class Coalesced<Q, A> {
  readonly #ask: (questions: Q[]) => Promise<A[]>;
  #waiting: Waiting<Q, A>[] = [];
  /** When those under way were sent. */
  readonly #sent = new Set<{ at: number }>();
  #hold: NodeJS.Timeout | undefined;

  constructor(ask: (questions: Q[]) => Promise<A[]>) {
    this.#ask = ask;
  }

  ask(question: Q): Promise<A> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ question, resolve, reject });
      // Those of the same turn of the event loop go together too.
      if (this.#waiting.length === 1) queueMicrotask(() => this.#work());
    });
  }

  #work(): void {
    while (this.#waiting.length > 0 && this.#mayAsk())
      void this.#askFor(this.#waiting.splice(0, MAX_COALESCED));
    if (this.#waiting.length > 0 && this.#sent.size < MAX_PENDING)
      this.#hold ??= setTimeout(() => {
        this.#hold = undefined;
        this.#work();
      }, HOLD_MS);
  }

  #mayAsk(): boolean {
    const late = performance.now() - HOLD_MS;
    return this.#sent.size < MAX_PENDING && [...this.#sent].every(({ at }) => at <= late);
  }

  async #askFor(waiting: Waiting<Q, A>[]): Promise<void> {
    const sent = { at: performance.now() };
    this.#sent.add(sent);
    try {
      const results = await this.#ask(waiting.map(({ question }) => question));
      for (const [i, { resolve }] of waiting.entries()) resolve(results[i]!);
    } catch (error) {
      for (const { reject } of waiting) reject(error);
    } finally {
      this.#sent.delete(sent);
      this.#work();
    }
  }
}
