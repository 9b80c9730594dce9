const HOLDS_MS = 1000;
const CHECK_TIMEOUT_MS = 2000;

const UNREACHABLE = 'the database can not be reached';

/** Whether the storage serves. It is asked once a second at most, and nobody waits long for it. */
export class StorageCheck {
  readonly #ask: () => Promise<string | undefined>;
  #checking: Promise<string | undefined> | undefined;
  #known: { trouble: string | undefined; at: number } | undefined;

  /** `ask` says what is wrong, if it knows, and fails where the storage can't be reached. */
  constructor(ask: () => Promise<string | undefined>) {
    this.#ask = ask;
  }

  /** Why requests can't be served; undefined where they can. */
  async trouble(): Promise<string | undefined> {
    if (this.#known && performance.now() - this.#known.at < HOLDS_MS) return this.#known.trouble;
    this.#checking ??= this.#check();
    return this.#checking;
  }

  async #check(): Promise<string | undefined> {
    const trouble = await this.#inTime();
    this.#known = { trouble, at: performance.now() };
    this.#checking = undefined;
    return trouble;
  }

  #inTime(): Promise<string | undefined> {
    return new Promise((resolve) => {
      const late = setTimeout(() => resolve(UNREACHABLE), CHECK_TIMEOUT_MS);
      const settle = (trouble: string | undefined) => {
        clearTimeout(late);
        resolve(trouble);
      };
      this.#ask().then(settle, () => settle(UNREACHABLE));
    });
  }
}
