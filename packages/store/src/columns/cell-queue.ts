import type { CellsRequest } from '../model/build-request.ts';

/** A block whose cells are to be stored. */
export type CellsJob = { request: CellsRequest; block: number };

/** Requests that wait; what is more is asked for again by the next read. */
const MAX_REQUESTS = 8;

/** Cells that reads have asked for, of all blocks of a space. Nothing is lost with it: who reads without them asks again. */
export class CellQueue {
  readonly #left = new Map<CellsRequest, number[]>();

  get isEmpty(): boolean {
    return this.#left.size === 0;
  }

  add(request: CellsRequest, blocks: readonly number[]): void {
    if (blocks.length === 0 || this.#left.has(request) || this.#left.size >= MAX_REQUESTS) return;
    this.#left.set(request, [...blocks]);
  }

  take(): CellsJob | undefined {
    for (const [request, blocks] of this.#left) {
      const block = blocks.shift()!;
      if (blocks.length === 0) this.#left.delete(request);
      return { request, block };
    }
    return undefined;
  }

  clear(): void {
    this.#left.clear();
  }
}
