/** So many coalesced queries are under way at once; later ones wait to be part of the next. */
const MAX_PENDING = 2;
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
  #underWay = 0;

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
    while (this.#waiting.length > 0 && this.#underWay < MAX_PENDING)
      void this.#askFor(this.#waiting.splice(0, MAX_COALESCED));
  }

  async #askFor(waiting: Waiting<Q, A>[]): Promise<void> {
    this.#underWay++;
    try {
      const results = await this.#ask(waiting.map(({ question }) => question));
      for (const [i, { resolve }] of waiting.entries()) resolve(results[i]!);
    } catch (error) {
      for (const { reject } of waiting) reject(error);
    } finally {
      this.#underWay--;
      this.#work();
    }
  }
}
