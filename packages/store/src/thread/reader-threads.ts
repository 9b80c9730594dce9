import type { FeatureStream, ReadOptions, VectorTile } from '../feature-store.ts';
import type { Want } from '../model/build-request.ts';
import { cancelled, Fault } from '../model/fault.ts';
import type { ChangesQuery, CountQuery, TimeExtentQuery } from '../model/query/query.ts';
import type { CountResult, Statistics, StreamEnd, TimeExtent } from '../model/results.ts';
import type { CompositeSource, FeatureSource, SpaceRef } from '../model/source.ts';
import type { AnyRead, Read } from '../read/row-read.ts';
import type { CompositeQuery, QuestionResults } from '../rules/composite/composite-query.ts';
import { isComposite, leavesOf } from '../rules/composite/composite-source.ts';
import type { Notice, Piece, ReaderCalls } from './calls.ts';
import type { Gives, Method, Takes, Thread } from './rpc.ts';
import { troubleOf } from './trouble.ts';

const MAX_NOTED = 10_000;

/** The threads that read, as the thread that serves sees them: a read goes to the one that has least to do. */
export class ReaderThreads {
  readonly #threads: Thread<ReaderCalls>[];
  readonly #want: Want | undefined;
  /** Spaces that were read lately, as those who build know them. */
  readonly #spaces = new Map<string, SpaceRef>();
  #nextStream = 1;

  /** `start` makes the threads; what they send without being asked goes to what it is given. */
  constructor(start: (onNotice: (notice: Notice) => void) => Thread<ReaderCalls>[], want?: Want) {
    this.#want = want;
    this.#threads = start((notice) => this.#onNotice(notice));
  }

  #onNotice({ storageKey, buildRequest }: Notice): void {
    const space = this.#spaces.get(storageKey);
    if (space) this.#want?.(space, buildRequest);
  }

  #note(source: FeatureSource): void {
    for (const space of leavesOf(source)) {
      this.#spaces.delete(space.storageKey);
      this.#spaces.set(space.storageKey, space);
      if (this.#spaces.size > MAX_NOTED) this.#spaces.delete(this.#spaces.keys().next().value!);
    }
  }

  call<M extends Method<ReaderCalls>>(
    method: M,
    args: Takes<ReaderCalls[M]>,
  ): Promise<Gives<ReaderCalls[M]>> {
    return this.#idle().call(method, args);
  }

  /** Tells each of them. */
  async callAll<M extends Method<ReaderCalls>>(method: M, args: Takes<ReaderCalls[M]>): Promise<void> {
    await Promise.all(this.#threads.map((thread) => thread.call(method, args)));
  }

  stream(source: FeatureSource, read: AnyRead, options: ReadOptions): FeatureStream {
    const asked = isComposite(source) ? source : source.storageKey;
    return this.#pieces(source, options, (reader, stream) =>
      reader.call('open', [stream, asked, read, options.timeLimitMs]),
    );
  }

  changes(space: SpaceRef, query: ChangesQuery, options: ReadOptions): FeatureStream {
    return this.#pieces(space, options, (reader, stream) =>
      reader.call('changes', [stream, space.storageKey, query, options.timeLimitMs]),
    );
  }

  async *#pieces(
    source: FeatureSource,
    { signal }: ReadOptions,
    begin: (reader: Thread<ReaderCalls>, stream: number) => Promise<Piece>,
  ): FeatureStream {
    if (signal.aborted) throw cancelled();
    this.#note(source);
    const reader = this.#idle();
    const stream = this.#nextStream++;
    const cancel = () => reader.notify('cancel', [stream]);
    signal.addEventListener('abort', cancel, { once: true });
    let isEnded = false;
    let coming = begin(reader, stream);
    try {
      for (;;) {
        const { chunk, end, buildRequest } = await coming.catch((error: unknown) => {
          throw signal.aborted ? error : unlessLost(error);
        });
        if (buildRequest && !isComposite(source)) this.#want?.(source, buildRequest);
        isEnded = end !== undefined;
        if (end && chunk) yield chunk;
        if (end) return end;
        // Asked for before this one is consumed, so that reading and sending overlap.
        coming = reader.call('next', [stream]);
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
    const stream = this.stream(space, read, options);
    let bytes = new Uint8Array(0) as Uint8Array;
    for (;;) {
      const { value, done } = await stream.next();
      if (done) return { bytes, more: value.more, ...partOf(value) };
      bytes = value;
    }
  }

  count(space: SpaceRef, query: CountQuery, options: ReadOptions): Promise<CountResult> {
    this.#note(space);
    return this.#whole(options, (reader, stream) =>
      reader.call('count', [stream, space.storageKey, query, options.timeLimitMs]),
    );
  }

  timeExtent(
    { storageKey }: SpaceRef,
    query: TimeExtentQuery,
    options: ReadOptions,
  ): Promise<TimeExtent | undefined> {
    return this.#whole(options, (reader, stream) =>
      reader.call('timeExtent', [stream, storageKey, query, options.timeLimitMs]),
    );
  }

  statistics(
    { storageKey }: SpaceRef,
    options: ReadOptions,
    version: number | undefined,
  ): Promise<Statistics> {
    return this.#whole(options, (reader, stream) =>
      reader.call('statistics', [stream, storageKey, version, options.timeLimitMs]),
    );
  }

  /** What several spaces as one are asked; without options by writes, which have no limit. */
  async ask<K extends CompositeQuery['kind']>(
    composite: CompositeSource,
    question: Extract<CompositeQuery, { kind: K }> & { kind: K },
    options: Partial<ReadOptions> = {},
  ): Promise<QuestionResults[K]> {
    const { timeLimitMs = Infinity } = options;
    this.#note(composite);
    const results = await this.#whole(options, (reader, stream) =>
      reader.call('combined', [stream, composite, question, timeLimitMs]),
    );
    return results[question.kind]!;
  }

  /** A read in steps whose result is one piece. */
  async #whole<T>(
    { signal }: Partial<ReadOptions>,
    begin: (reader: Thread<ReaderCalls>, stream: number) => Promise<T>,
  ): Promise<T> {
    if (signal?.aborted) throw cancelled();
    const reader = this.#idle();
    const stream = this.#nextStream++;
    const cancel = () => reader.notify('cancel', [stream]);
    signal?.addEventListener('abort', cancel, { once: true });
    try {
      const result = await begin(reader, stream);
      // It was done before the cancellation arrived: nobody waits for it all the same.
      signal?.throwIfAborted();
      return result;
    } catch (error) {
      throw signal?.aborted ? cancelled() : error;
    } finally {
      signal?.removeEventListener('abort', cancel);
    }
  }

  /** Why reads may fail; undefined where none of the threads is in trouble. */
  trouble(): Promise<string | undefined> {
    return troubleOf('reader', this.#threads);
  }

  #idle(): Thread<ReaderCalls> {
    return this.#threads.reduce((best, thread) => (thread.load < best.load ? thread : best));
  }

  async close(): Promise<void> {
    await Promise.all(this.#threads.map((thread) => thread.close()));
  }
}

/** What is known of a tile that shows a part of its features. */
function partOf({ building }: StreamEnd): { building?: number } {
  return building === undefined ? {} : { building };
}

/** A thread that knows nothing of a stream took the place of the one that had begun it: its client has not gone. */
function unlessLost(error: unknown): unknown {
  const isLost = error instanceof Fault && error.kind === 'cancelled';
  return isLost
    ? new Fault('unavailable', 'the storage thread was restarted while it read; try again', 1)
    : error;
}
