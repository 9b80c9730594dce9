/** Lets changes of one thing happen one after the other, and changes of different things side by side. */
export class Turns {
  readonly #last = new Map<string, Promise<unknown>>();

  async take<T>(name: string, work: () => Promise<T>): Promise<T> {
    const before = this.#last.get(name);
    const turn = (async () => {
      // Whoever waited there hears of a failure; the next in line only waits.
      await before?.catch(() => undefined);
      return work();
    })();
    this.#last.set(name, turn);
    try {
      return await turn;
    } finally {
      if (this.#last.get(name) === turn) this.#last.delete(name);
    }
  }
}
