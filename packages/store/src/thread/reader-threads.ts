import type { FeatureStream, ReadOptions, SpacePlace, StreamEnd, VectorTile } from '../feature-store.ts';
import type { ChangesQuery, FeatureFilter } from '../query/query.ts';
import type { Read } from '../read/row-read.ts';
import type { Chunk } from '../read/row-work.ts';
import { Thread } from './rpc.ts';

/** A piece of a stream: some features, or its end. */
export type Piece = { chunk?: Chunk; end?: StreamEnd };

/** The threads that read, as the thread that serves sees them: a read goes to the one that has least to do. */
export class ReaderThreads {
  readonly #threads: Thread[];
  #nextStream = 1;

  constructor(script: URL, data: unknown, count: number) {
    this.#threads = Array.from({ length: count }, () => new Thread(script, data));
  }

  call<T>(method: string, args: unknown[]): Promise<T> {
    return this.#idle().call(method, args);
  }

  /** Tells each of them. */
  async callAll(method: string, args: unknown[]): Promise<void> {
    await Promise.all(this.#threads.map((thread) => thread.call(method, args)));
  }

  async *stream(
    method: 'open' | 'changes',
    { place }: SpacePlace,
    query: Read | ChangesQuery,
    { timeLimitMs, signal }: ReadOptions,
  ): FeatureStream {
    if (signal.aborted) return { more: false, last: 0 };
    const reader = this.#idle();
    const stream = this.#nextStream++;
    const cancel = () => reader.tell('cancel', [stream]);
    signal.addEventListener('abort', cancel, { once: true });
    let coming = reader.call<Piece>(method, [stream, place, query, timeLimitMs]);
    try {
      for (;;) {
        const { chunk, end } = await coming;
        if (end) return end;
        // Asked for before this one is consumed, so that reading and sending overlap.
        coming = reader.call<Piece>('next', [stream]);
        if (chunk) yield chunk;
      }
    } finally {
      signal.removeEventListener('abort', cancel);
      cancel();
      await coming.catch(() => undefined);
    }
  }

  /** A stream of which the whole is one piece. */
  async tile(space: SpacePlace, read: Read, options: ReadOptions): Promise<VectorTile> {
    const stream = this.stream('open', space, read, options);
    let bytes = new Uint8Array(0) as Uint8Array;
    for (;;) {
      const { value, done } = await stream.next();
      if (done) return { bytes, more: value.more };
      bytes = value;
    }
  }

  async count(
    { place }: SpacePlace,
    filter: FeatureFilter,
    { timeLimitMs, signal }: ReadOptions,
  ): Promise<number> {
    const reader = this.#idle();
    const stream = this.#nextStream++;
    const cancel = () => reader.tell('cancel', [stream]);
    signal.addEventListener('abort', cancel, { once: true });
    try {
      return await reader.call<number>('count', [stream, place, filter, timeLimitMs]);
    } finally {
      signal.removeEventListener('abort', cancel);
    }
  }

  #idle(): Thread {
    return this.#threads.reduce((best, thread) => (thread.load < best.load ? thread : best));
  }

  async close(): Promise<void> {
    await Promise.all(this.#threads.map((thread) => thread.close()));
  }
}
