import type { FeatureStream, ReadOptions, VectorTile } from '../feature-store.ts';
import { cancelled } from '../model/fault.ts';
import type { ChangesQuery, FeatureFilter } from '../model/query/query.ts';
import type { Statistics, StreamEnd } from '../model/results.ts';
import type { Combination, FeatureSource, SpacePlace } from '../model/source.ts';
import type { Chunk } from '../read/chunk.ts';
import type { Read } from '../read/row-read.ts';
import { isCombination } from '../rules/composite/combination.ts';
import type { Question } from '../rules/composite/question.ts';
import { Thread } from './rpc.ts';
import { troubleOf } from './trouble.ts';

/** What reads of a space would be cheaper with, if its writer made it. */
export type Wish = 'overview' | 'sheets';

export type Want = (space: SpacePlace, wish: Wish) => void;

/** A piece of a stream: some features, or its end, or a wish. */
export type Piece = { chunk?: Chunk; end?: StreamEnd; wish?: Wish };

/** The threads that read, as the thread that serves sees them: a read goes to the one that has least to do. */
export class ReaderThreads {
  readonly #threads: Thread[];
  readonly #want: Want | undefined;
  #nextStream = 1;

  constructor(script: URL, data: unknown, count: number, want?: Want) {
    this.#want = want;
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
    source: FeatureSource,
    query: Read | ChangesQuery,
    { timeLimitMs, signal }: ReadOptions,
  ): FeatureStream {
    if (signal.aborted) throw cancelled();
    const reader = this.#idle();
    const stream = this.#nextStream++;
    const cancel = () => reader.tell('cancel', [stream]);
    signal.addEventListener('abort', cancel, { once: true });
    const asked = isCombination(source) ? source : source.place;
    let isEnded = false;
    let coming = reader.call<Piece>(method, [stream, asked, query, timeLimitMs]);
    try {
      for (;;) {
        const { chunk, end, wish } = await coming;
        if (wish && !isCombination(source)) this.#want?.(source, wish);
        isEnded = end !== undefined;
        if (end && chunk) yield chunk;
        if (end) return end;
        // Asked for before this one is consumed, so that reading and sending overlap.
        coming = reader.call<Piece>('next', [stream]);
        // Should it fail before it is waited for, that is heard then; until then nobody has left it unhandled.
        coming.catch(() => undefined);
        if (chunk) yield chunk;
      }
    } finally {
      signal.removeEventListener('abort', cancel);
      if (!isEnded) cancel();
      await coming.catch(() => undefined);
    }
  }

  /** A stream of which the whole is one piece. */
  async tile(space: FeatureSource, read: Read, options: ReadOptions): Promise<VectorTile> {
    const stream = this.stream('open', space, read, options);
    let bytes = new Uint8Array(0) as Uint8Array;
    for (;;) {
      const { value, done } = await stream.next();
      if (done) return { bytes, more: value.more };
      bytes = value;
    }
  }

  count({ place }: SpacePlace, filter: FeatureFilter, options: ReadOptions): Promise<number> {
    return this.#whole('count', [place, filter], options);
  }

  statistics({ place }: SpacePlace, options: ReadOptions): Promise<Statistics> {
    return this.#whole('statistics', [place], options);
  }

  /** What several spaces as one are asked; without options by writes, which have no limit. */
  answer<T>(combination: Combination, question: Question, options: Partial<ReadOptions> = {}): Promise<T> {
    return this.#whole('combined', [combination, question], { timeLimitMs: Infinity, ...options });
  }

  /** A read in steps that is answered in one piece. */
  async #whole<T>(method: string, args: unknown[], options: Partial<ReadOptions>): Promise<T> {
    const { timeLimitMs, signal } = options;
    if (signal?.aborted) throw cancelled();
    const reader = this.#idle();
    const stream = this.#nextStream++;
    const cancel = () => reader.tell('cancel', [stream]);
    signal?.addEventListener('abort', cancel, { once: true });
    try {
      return await reader.call<T>(method, [stream, ...args, timeLimitMs]);
    } finally {
      signal?.removeEventListener('abort', cancel);
    }
  }

  /** Why reads may fail; undefined where none of the threads is in trouble. */
  trouble(): Promise<string | undefined> {
    return troubleOf('reader', this.#threads);
  }

  #idle(): Thread {
    return this.#threads.reduce((best, thread) => (thread.load < best.load ? thread : best));
  }

  async close(): Promise<void> {
    await Promise.all(this.#threads.map((thread) => thread.close()));
  }
}
