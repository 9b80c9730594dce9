/** Runs tasks of one key one after the other, and tasks of different keys side by side. */
export class KeyedMutex {
  readonly #last = new Map<string, Promise<unknown>>();

  async run<T>(key: string, task: () => Promise<T>): Promise<T> {
    const before = this.#last.get(key);
    const running = (async () => {
      // The caller of that task gets its error; this one only waits.
      await before?.catch(() => undefined);
      return task();
    })();
    this.#last.set(key, running);
    try {
      return await running;
    } finally {
      if (this.#last.get(key) === running) this.#last.delete(key);
    }
  }
}
