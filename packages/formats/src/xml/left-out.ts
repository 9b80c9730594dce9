/** Counts elements that stand for features and are not read, by themselves or within a feature. */
export class LeftOut {
  readonly #words: Record<string, string>;
  readonly #within: [name: string, pattern: RegExp][];
  readonly #counts = new Map<string, number>();

  constructor(words: Record<string, string>) {
    this.#words = words;
    this.#within = Object.keys(words).map((name) => [name, new RegExp(`<(?:[\\w.-]+:)?${name}[\\s>/]`)]);
  }

  isOne(name: string): boolean {
    if (!Object.hasOwn(this.#words, name)) return false;
    this.#add(name);
    return true;
  }

  /** @param text of a feature */
  look(text: string | undefined): void {
    if (text === undefined) return;
    for (const [name, pattern] of this.#within) if (pattern.test(text)) this.#add(name);
  }

  get told(): string[] {
    return [...this.#counts].map(([name, count]) => `${this.#words[name]!}, left out: ${count}`);
  }

  #add(name: string): void {
    this.#counts.set(name, (this.#counts.get(name) ?? 0) + 1);
  }
}
