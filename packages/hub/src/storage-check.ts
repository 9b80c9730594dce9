const HOLDS_MS = 1000;
const ANSWERS_WITHIN_MS = 2000;

/** Whether the storage answers. It is asked once a second at most, and nobody waits long for it. */
export class StorageCheck {
  readonly #ask: () => Promise<void>;
  #checking: Promise<boolean> | undefined;
  #known: { answers: boolean; at: number } | undefined;

  constructor(ask: () => Promise<void>) {
    this.#ask = ask;
  }

  async answers(): Promise<boolean> {
    if (this.#known && performance.now() - this.#known.at < HOLDS_MS) return this.#known.answers;
    this.#checking ??= this.#check();
    return this.#checking;
  }

  async #check(): Promise<boolean> {
    const answers = await this.#inTime();
    this.#known = { answers, at: performance.now() };
    this.#checking = undefined;
    return answers;
  }

  #inTime(): Promise<boolean> {
    return new Promise((resolve) => {
      const late = setTimeout(() => resolve(false), ANSWERS_WITHIN_MS);
      const told = (answers: boolean) => () => {
        clearTimeout(late);
        resolve(answers);
      };
      this.#ask().then(told(true), told(false));
    });
  }
}
