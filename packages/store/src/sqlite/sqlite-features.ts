import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import type {
  FeatureStore,
  FeatureStream,
  ReadOptions,
  SpacePlace,
  Statistics,
  VectorTile,
  VersionRange,
} from '../feature-store.ts';
import type {
  ChangesQuery,
  ClusterQuery,
  FeatureFilter,
  FeatureQuery,
  FeatureView,
  TileQuery,
} from '../query/query.ts';
import { Thread } from '../thread/rpc.ts';
import type {
  ContentState,
  DeleteAnswer,
  DeleteRequest,
  WriteAnswer,
  WriteRequest,
} from '../write/write-request.ts';
import { LocalReaders } from './local-readers.ts';
import type { Piece } from './reader.thread.ts';
import { spacePath } from './space-files.ts';
import type { Read } from './walk.ts';

const WRITER = new URL('./writer.thread.ts', import.meta.url);
const READER = new URL('./reader.thread.ts', import.meta.url);

/** So many features by id are read without leaving the calling thread: a few microseconds each. */
const LOCAL_IDS = 16;

export type ThreadCounts = { readers: number; writers: number };

export function defaultThreads(): ThreadCounts {
  const cores = availableParallelism();
  return { readers: Math.min(8, Math.max(2, cores - 1)), writers: Math.min(4, Math.max(1, cores >> 1)) };
}

/** Features in one SQLite file a space. This side only passes messages; threads do the work. */
export class SqliteFeatures implements FeatureStore {
  readonly #folder: string;
  readonly #readers: Thread[];
  readonly #writers: Thread[];
  readonly #local: LocalReaders;
  #nextStream = 1;

  constructor(folder: string, threads: ThreadCounts) {
    this.#folder = folder;
    this.#readers = Array.from({ length: threads.readers }, () => new Thread(READER, { folder }));
    this.#writers = Array.from({ length: threads.writers }, () => new Thread(WRITER, { folder }));
    this.#local = new LocalReaders(folder);
  }

  create(space: SpacePlace, indexes: readonly (readonly string[])[]): Promise<void> {
    return this.#writerOf(space).call('create', [space, indexes]);
  }

  async drop(space: SpacePlace): Promise<void> {
    this.#local.forget(space.place);
    await Promise.all(this.#readers.map((reader) => reader.call('forget', [space.place])));
    await this.#writerOf(space).call('drop', [space]);
  }

  defineIndexes(space: SpacePlace, paths: readonly (readonly string[])[]): Promise<void> {
    return this.#writerOf(space).call('defineIndexes', [space, paths]);
  }

  async write(space: SpacePlace, request: WriteRequest): Promise<WriteAnswer> {
    const answer = await this.#writerOf(space).call<WriteAnswer>(
      'write',
      [space, request],
      [request.body.bytes.buffer],
    );
    this.#local.committed(space.place, answer.content);
    return answer;
  }

  async delete(space: SpacePlace, request: DeleteRequest): Promise<DeleteAnswer> {
    const answer = await this.#writerOf(space).call<DeleteAnswer>('delete', [space, request]);
    this.#local.committed(space.place, answer.content);
    return answer;
  }

  content(space: SpacePlace): ContentState {
    return this.#local.content(space.place);
  }

  /** Files that were not opened yet are opened elsewhere: there may be thousands. */
  contents(spaces: readonly SpacePlace[]): Promise<ContentState[]> {
    return Promise.all(spaces.map(async ({ place }) => this.#local.known(place) ?? this.#loadContent(place)));
  }

  async #loadContent(place: string): Promise<ContentState> {
    // A file that was lost must not hide the other spaces from a list; whoever reads the space hears of it.
    if (!existsSync(spacePath(this.#folder, place))) return { version: 0, updatedAt: 0 };
    const content = await this.#idleReader().call<ContentState>('content', [place]);
    return this.#local.learn(place, content);
  }

  byId(
    { place }: SpacePlace,
    ids: readonly string[],
    view: FeatureView,
    version?: number,
  ): string[] | Promise<string[]> {
    if (ids.length > LOCAL_IDS) return this.#idleReader().call('byId', [place, ids, view, version]);
    if (version !== undefined) return this.#local.textsOfVersion(place, ids, view, version);
    return this.#local.texts(place, ids, view);
  }

  stream(space: SpacePlace, query: FeatureQuery, options: ReadOptions): FeatureStream {
    return this.#stream('open', space, { kind: 'features', query }, options);
  }

  clusters(space: SpacePlace, query: ClusterQuery, options: ReadOptions): FeatureStream {
    return this.#stream('open', space, { kind: 'clusters', query }, options);
  }

  async tile(space: SpacePlace, query: TileQuery, options: ReadOptions): Promise<VectorTile> {
    const stream = this.#stream('open', space, { kind: 'tile', query }, options);
    let bytes = new Uint8Array(0) as Uint8Array;
    for (;;) {
      const { value, done } = await stream.next();
      if (done) return { bytes, more: value.more };
      bytes = value;
    }
  }

  changes(space: SpacePlace, query: ChangesQuery, options: ReadOptions): FeatureStream {
    return this.#stream('changes', space, query, options);
  }

  versions({ place }: SpacePlace): Promise<VersionRange> {
    return this.#idleReader().call('versions', [place]);
  }

  async *#stream(
    method: 'open' | 'changes',
    space: SpacePlace,
    query: Read | ChangesQuery,
    { timeLimitMs, signal }: ReadOptions,
  ): FeatureStream {
    if (signal.aborted) return { more: false, last: 0 };
    const reader = this.#idleReader();
    const stream = this.#nextStream++;
    const cancel = () => reader.tell('cancel', [stream]);
    signal.addEventListener('abort', cancel, { once: true });
    let coming = reader.call<Piece>(method, [stream, space.place, query, timeLimitMs]);
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

  async count(
    space: SpacePlace,
    filter: FeatureFilter,
    { timeLimitMs, signal }: ReadOptions,
  ): Promise<number> {
    const reader = this.#idleReader();
    const stream = this.#nextStream++;
    const cancel = () => reader.tell('cancel', [stream]);
    signal.addEventListener('abort', cancel, { once: true });
    try {
      return await reader.call<number>('count', [stream, space.place, filter, timeLimitMs]);
    } finally {
      signal.removeEventListener('abort', cancel);
    }
  }

  statistics(space: SpacePlace): Promise<Statistics> {
    return this.#idleReader().call('statistics', [space.place]);
  }

  /** A space keeps its writer, so that its writes keep their order. */
  #writerOf({ place }: SpacePlace): Thread {
    let hash = 0;
    for (let i = 0; i < place.length; i++) hash = (hash * 31 + place.charCodeAt(i)) | 0;
    return this.#writers[Math.abs(hash % this.#writers.length)]!;
  }

  #idleReader(): Thread {
    return this.#readers.reduce((best, reader) => (reader.load < best.load ? reader : best));
  }

  async close(): Promise<void> {
    this.#local.close();
    await Promise.all(this.#readers.map((reader) => reader.close()));
    await Promise.all(this.#writers.map((writer) => writer.close()));
  }
}
