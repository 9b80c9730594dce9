import { missing } from '../../model/fault.ts';

/** Requests that come late come within seconds: of so many spaces that were dropped last it is known. */
const MAX_DROPPED = 10_000;

/** Connections by file name; the one unused for longest is closed when there are too many. */
export class OpenFiles<T extends { close(): void }> {
  readonly #limit: number;
  readonly #open = new Map<string, T>();
  /** The one used last: most reads are of the same file as the one before, and change no order. */
  #latest: { file: string; open: T } | undefined;
  /** Names are never used again, so a request that comes late for a dropped space can be refused. */
  readonly #dropped = new Set<string>();
  readonly #held = new Map<string, number>();

  constructor(limit: number) {
    this.#limit = limit;
  }

  get(file: string, open: () => T): T {
    if (this.#latest?.file === file) return this.#latest.open;
    const found = this.#open.get(file) ?? this.#make(file, open);
    this.#open.delete(file);
    this.#open.set(file, found);
    this.#latest = { file, open: found };
    if (this.#open.size > this.#limit) this.#closeOldest(file);
    return found;
  }

  #make(file: string, open: () => T): T {
    if (this.#dropped.has(file)) throw missing();
    return open();
  }

  /** Keeps a file open until it is let go as often as it was held: something is reading it step by step. */
  hold(file: string): void {
    this.#held.set(file, (this.#held.get(file) ?? 0) + 1);
  }

  letGo(file: string): void {
    const holders = (this.#held.get(file) ?? 1) - 1;
    if (holders > 0) this.#held.set(file, holders);
    else {
      this.#held.delete(file);
      if (this.#dropped.has(file)) this.close(file);
    }
  }

  #closeOldest(newest: string): void {
    for (const file of this.#open.keys())
      if (file !== newest && !this.#held.has(file)) return this.close(file);
  }

  entries(): [file: string, open: T][] {
    return [...this.#open];
  }

  values(): T[] {
    return [...this.#open.values()];
  }

  close(file: string): void {
    const open = this.#open.get(file);
    this.#open.delete(file);
    if (this.#latest?.file === file) this.#latest = undefined;
    open?.close();
  }

  /** Closes for good: the file is about to go. */
  drop(file: string): void {
    this.#dropped.add(file);
    if (this.#dropped.size > MAX_DROPPED) this.#dropped.delete(this.#dropped.values().next().value!);
    if (!this.#held.has(file)) this.close(file);
  }

  closeAll(): void {
    for (const file of [...this.#open.keys()]) this.close(file);
  }
}
