const MAX_KNOWN = 1000;

/**
 * Versions that were found by a time, the one used last at the end. Which version a time means, and whether it has expired, changes
 * with writes only: it holds as long as the space is at the same version. Whoever looks at a map of a time asks for many tiles of it.
 */
export class VersionTimes {
  readonly #known = new Map<string, number>();

  /** `present`: the version that the space is at. */
  async find(
    storageKey: string,
    present: number,
    time: number,
    search: () => Promise<number | undefined>,
  ): Promise<number | undefined> {
    const key = `${storageKey} ${present} ${time}`;
    const found = this.#known.get(key) ?? (await search());
    if (found === undefined) return undefined;
    this.#known.delete(key);
    this.#known.set(key, found);
    if (this.#known.size > MAX_KNOWN) this.#known.delete(this.#known.keys().next().value!);
    return found;
  }
}
