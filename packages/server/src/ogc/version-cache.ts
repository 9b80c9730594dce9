import type { ReadableSpace } from '@meridian/hub';

type Cached<T> = { version: number; key: string; value: Promise<T> };

/** By the serial number of the space: the latest only. */
const MAX_SPACES = 1000;

/** What was read of spaces at their present version. */
export class VersionCache<T> {
  readonly #cached = new Map<number, Cached<T>>();

  /** `key`: what else it depends on. */
  async of(space: ReadableSpace, key: string, read: () => Promise<T>): Promise<T> {
    const { version } = await space.content();
    const { serial } = space.info;
    const known = this.#cached.get(serial);
    if (known?.version === version && known.key === key) return known.value;
    const value = read();
    this.#cached.delete(serial);
    this.#cached.set(serial, { version, key, value });
    if (this.#cached.size > MAX_SPACES) this.#cached.delete(this.#cached.keys().next().value!);
    const forget = () => {
      if (this.#cached.get(serial)?.value === value) this.#cached.delete(serial);
    };
    // One that failed is no reason for the next one to fail, and what is not known yet may be known soon.
    value.then((found) => found === undefined && forget(), forget);
    return value;
  }
}
