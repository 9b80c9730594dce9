import { type DirectoryEntry, encodeDirectory } from './directory.ts';

/** Entries of a directory below the root: one that is read at once, in some 20 kB. */
const LEAF_ENTRIES = 8192;

/**
 * The directories of an archive. Entries are encoded as they come: what is held are encoded directories, about three
 * bytes per tile.
 */
export class DirectoryTree {
  readonly #maxRootBytes: number;
  #open: DirectoryEntry[] = [];
  #leaves: DirectoryEntry[] = [];
  #chunks: Uint8Array[] = [];
  #bytes = 0;
  #count = 0;

  constructor(maxRootBytes: number) {
    this.#maxRootBytes = maxRootBytes;
  }

  /** The last entry; its run may still grow. */
  get last(): DirectoryEntry | undefined {
    return this.#open.at(-1);
  }

  get count(): number {
    return this.#count;
  }

  add(entry: DirectoryEntry): void {
    // Before, not after: a run goes on in the last entry.
    if (this.#open.length === LEAF_ENTRIES) this.#close();
    this.#open.push(entry);
    this.#count++;
  }

  /** The root, and all directories below it one after another. */
  finish(): { root: Uint8Array; leaves: readonly Uint8Array[] } {
    if (this.#leaves.length === 0) {
      const root = encodeDirectory(this.#open);
      if (root.length <= this.#maxRootBytes) return { root, leaves: [] };
    }
    if (this.#open.length > 0) this.#close();
    for (;;) {
      const root = encodeDirectory(this.#leaves);
      if (root.length <= this.#maxRootBytes) return { root, leaves: this.#chunks };
      this.#addLevel();
    }
  }

  #close(): void {
    this.#leaves.push(this.#store(this.#open));
    this.#open = [];
  }

  #addLevel(): void {
    const below = this.#leaves;
    this.#leaves = [];
    for (let i = 0; i < below.length; i += LEAF_ENTRIES)
      this.#leaves.push(this.#store(below.slice(i, i + LEAF_ENTRIES)));
  }

  #store(entries: readonly DirectoryEntry[]): DirectoryEntry {
    const chunk = encodeDirectory(entries);
    const pointer = {
      tileId: entries[0]!.tileId,
      offset: this.#bytes,
      length: chunk.length,
      runLength: 0,
    };
    this.#chunks.push(chunk);
    this.#bytes += chunk.length;
    return pointer;
  }
}
