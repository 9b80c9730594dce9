import type { BBox } from '@meridian/geo';
import type { FeatureStore, OneFeature } from '../../feature-store.ts';
import type { Want } from '../../model/build-request.ts';
import { Fault } from '../../model/fault.ts';
import type { FeatureView } from '../../model/query/query.ts';
import type { FeatureSource, SpaceRef } from '../../model/source.ts';
import type { Maybe } from '../../read/effect.ts';
import { isComposite } from '../../rules/composite/composite-source.ts';
import { TouchedLogs } from '../../rules/touched/touched-logs.ts';
import type {
  ContentState,
  DeleteRequest,
  DeleteResult,
  WriteRequest,
  WriteResult,
} from '../../rules/write/write-request.ts';
import type { ReaderCalls, WriterCalls } from '../../thread/calls.ts';
import { ReaderThreads } from '../../thread/reader-threads.ts';
import { READER_WATCHDOG, startThreads } from '../../thread/rpc.ts';
import { columnCacheShare, type ThreadCounts } from '../../thread/thread-counts.ts';
import { ThreadedFeatures } from '../../thread/threaded-features.ts';
import { WriterThreads } from '../../thread/writer-threads.ts';
import { FreshReaders } from './fresh-readers.ts';
import { LocalReaders } from './local-readers.ts';
import type { ReaderData } from './reader.thread.ts';

const WRITER = new URL('./writer.thread.ts', import.meta.url);
const READER = new URL('./reader.thread.ts', import.meta.url);

/** So many features by id are read without leaving the calling thread: a few microseconds each. */
const LOCAL_IDS = 16;

/** What is special where several processes serve one folder. */
export type SharedFolder = {
  /** Of the process that writes: the others are to open this file no more. */
  beforeDrop?(storageKey: string): Promise<void>;
  /** Of a process that only reads: what it would have the writer build. */
  want?: Want;
};

/** Features in one SQLite file a space. This side only passes messages; threads do the work. */
export class SqliteFeatures extends ThreadedFeatures implements FeatureStore {
  readonly #local: LocalReaders | FreshReaders;
  readonly #touched = new TouchedLogs((storageKey, version) => this.#local.touchedUpTo(storageKey, version));
  readonly #beforeDrop: SharedFolder['beforeDrop'];
  /** Has something built for reads to come, where there is room for it. */
  readonly want: Want;

  constructor(
    folder: string,
    threads: ThreadCounts,
    mayBuild: () => boolean = () => true,
    { beforeDrop, want: wantElsewhere }: SharedFolder = {},
  ) {
    const writers = new WriterThreads(startThreads<WriterCalls>(threads.writers, WRITER, { folder }));
    const want: Want =
      wantElsewhere ??
      ((space, buildRequest) => {
        if (mayBuild()) writers.want(space, buildRequest);
      });
    super(
      new ReaderThreads(
        (onNotice) =>
          startThreads<ReaderCalls>(
            threads.readers,
            READER,
            { folder, columnCacheBytes: columnCacheShare(threads) } satisfies ReaderData,
            { onNotice, watchdog: READER_WATCHDOG },
          ),
        want,
      ),
      writers,
    );
    this.want = want;
    this.#beforeDrop = beforeDrop;
    this.#local = wantElsewhere ? new FreshReaders(folder) : new LocalReaders(folder);
  }

  override async drop(space: SpaceRef): Promise<void> {
    await Promise.all([this.#beforeDrop?.(space.storageKey), this.forget(space.storageKey)]);
    await this.writers.drop(space);
  }

  /** Opens the file of a space no more: it is about to go. */
  async forget(storageKey: string): Promise<void> {
    this.#local.forget(storageKey);
    await this.readers.callAll('forget', [storageKey]);
  }

  override async write(space: SpaceRef, request: WriteRequest): Promise<WriteResult> {
    const result = await this.writers.write(space, request);
    this.#local.committed(space.storageKey, result.content);
    return result;
  }

  override async delete(space: SpaceRef, request: DeleteRequest): Promise<DeleteResult> {
    const result = await this.writers.delete(space, request);
    this.#local.committed(space.storageKey, result.content);
    return result;
  }

  content(space: SpaceRef): ContentState {
    return this.#local.content(space.storageKey);
  }

  contentIn(space: SpaceRef, area: readonly BBox[]): Maybe<ContentState> {
    return this.#touched.contentIn(space.storageKey, this.content(space), area);
  }

  /** Files that were not opened yet are opened elsewhere: there may be thousands. */
  contents(spaces: readonly SpaceRef[]): Promise<ContentState[]> {
    return Promise.all(
      spaces.map(async ({ storageKey }) => this.#local.known(storageKey) ?? this.#loadContent(storageKey)),
    );
  }

  async usedBytes(spaces: readonly SpaceRef[]): Promise<number[]> {
    return Promise.all(
      spaces.map(({ storageKey }) =>
        this.readers.call('usedBytes', [storageKey]).catch((error: unknown) => {
          // The size of a damaged file is unknown, and must not keep its owner from all other spaces.
          if (error instanceof Fault && error.kind === 'damaged') return 0;
          throw error;
        }),
      ),
    );
  }

  async #loadContent(storageKey: string): Promise<ContentState> {
    try {
      const content = await this.readers.call('content', [storageKey]);
      return this.#local.learn(storageKey, content);
    } catch (error) {
      // A file that was lost or damaged must not hide the other spaces from a list; reads of that space fail with the reason.
      if (error instanceof Fault && error.kind === 'damaged') return { version: 0, updatedAt: 0 };
      throw error;
    }
  }

  override byId(
    source: FeatureSource,
    ids: readonly string[],
    view: FeatureView,
    version?: number,
  ): string[] | Promise<string[]> {
    if (isComposite(source) || ids.length > LOCAL_IDS) return super.byId(source, ids, view, version);
    return this.#localTexts(source.storageKey, ids, view, version);
  }

  override one(space: SpaceRef, id: string, view: FeatureView, version?: number): OneFeature | undefined {
    const content = this.content(space);
    const [text] = this.#localTexts(space.storageKey, [id], view, version);
    return text === undefined ? undefined : { text, content };
  }

  #localTexts(storageKey: string, ids: readonly string[], view: FeatureView, version?: number): string[] {
    return version === undefined
      ? this.#local.texts(storageKey, ids, view)
      : this.#local.textsOfVersion(storageKey, ids, view, version);
  }

  override async close(): Promise<void> {
    this.#local.close();
    await super.close();
  }
}
