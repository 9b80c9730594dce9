import type { StoredBlock } from '../../../pyramid/tile-blocks/draw-blocks.ts';

/** Tile blocks that were read lately, by what they are of and when they were made; those read least lately go first. */
export class TileBlockCache {
  readonly #maxBytes: number;
  readonly #blocks = new Map<string, StoredBlock>();
  #bytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  get(name: string): StoredBlock | undefined {
    const block = this.#blocks.get(name);
    if (!block) return undefined;
    this.#blocks.delete(name);
    this.#blocks.set(name, block);
    return block;
  }

  keep(name: string, block: StoredBlock): void {
    if (this.#blocks.has(name)) return;
    this.#blocks.set(name, block);
    this.#bytes += block.bytes.length;
    for (const [oldest, { bytes }] of this.#blocks) {
      if (this.#bytes <= this.#maxBytes) return;
      this.#blocks.delete(oldest);
      this.#bytes -= bytes.length;
    }
  }
}
