import type {
  FeatureStore,
  FeatureStream,
  OneFeature,
  ReadOptions,
  VectorTile,
} from '../../feature-store.ts';
import { Fault } from '../../model/fault.ts';
import type {
  ChangesQuery,
  ClusterQuery,
  FeatureFilter,
  FeatureQuery,
  FeatureView,
  TileQuery,
} from '../../model/query/query.ts';
import type { Located, Statistics, VersionRange } from '../../model/results.ts';
import type { FeatureSource, SpacePlace } from '../../model/source.ts';
import type { OutboxEntry } from '../../rules/activity/activity-log.ts';
import { asCombination, isCombination } from '../../rules/composite/combination.ts';
import type {
  ContentState,
  DeleteAnswer,
  DeleteRequest,
  WriteAnswer,
  WriteRequest,
} from '../../rules/write/write-request.ts';
import { ReaderThreads } from '../../thread/reader-threads.ts';
import type { ThreadCounts } from '../../thread/thread-counts.ts';
import { WriterThreads } from '../../thread/writer-threads.ts';
import { LocalReaders } from './local-readers.ts';

const WRITER = new URL('./writer.thread.ts', import.meta.url);
const READER = new URL('./reader.thread.ts', import.meta.url);

/** So many features by id are read without leaving the calling thread: a few microseconds each. */
const LOCAL_IDS = 16;

/** Features in one SQLite file a space. This side only passes messages; threads do the work. */
export class SqliteFeatures implements FeatureStore {
  readonly #readers: ReaderThreads;
  readonly #writers: WriterThreads;
  readonly #local: LocalReaders;

  constructor(folder: string, threads: ThreadCounts) {
    this.#writers = new WriterThreads(WRITER, { folder }, threads.writers);
    this.#readers = new ReaderThreads(READER, { folder }, threads.readers, (space, wish) =>
      this.#writers.want(space, wish),
    );
    this.#local = new LocalReaders(folder);
  }

  create(space: SpacePlace, indexes: readonly (readonly string[])[]): Promise<void> {
    return this.#writers.create(space, indexes);
  }

  async drop(space: SpacePlace): Promise<void> {
    this.#local.forget(space.place);
    await this.#readers.callAll('forget', [space.place]);
    await this.#writers.drop(space);
  }

  defineIndexes(space: SpacePlace, paths: readonly (readonly string[])[]): Promise<void> {
    return this.#writers.defineIndexes(space, paths);
  }

  async write(space: SpacePlace, request: WriteRequest): Promise<WriteAnswer> {
    const answer = await this.#writers.write(space, request);
    this.#local.committed(space.place, answer.content);
    return answer;
  }

  async delete(space: SpacePlace, request: DeleteRequest): Promise<DeleteAnswer> {
    const answer = await this.#writers.delete(space, request);
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
    try {
      const content = await this.#readers.call('content', [place]);
      return this.#local.learn(place, content);
    } catch (error) {
      // A file that was lost or damaged must not hide the other spaces from a list; whoever reads the space hears of it.
      if (error instanceof Fault && error.kind === 'damaged') return { version: 0, updatedAt: 0 };
      throw error;
    }
  }

  byId(
    source: FeatureSource,
    ids: readonly string[],
    view: FeatureView,
    version?: number,
  ): string[] | Promise<string[]> {
    if (isCombination(source)) return this.#readers.answer(source, { kind: 'byId', ids, view });
    const { place } = source;
    if (ids.length > LOCAL_IDS) return this.#readers.call('byId', [place, ids, view, version]);
    return this.#localTexts(place, ids, view, version);
  }

  one(space: SpacePlace, id: string, view: FeatureView, version?: number): OneFeature | undefined {
    const content = this.content(space);
    const [text] = this.#localTexts(space.place, [id], view, version);
    return text === undefined ? undefined : { text, content };
  }

  #localTexts(place: string, ids: readonly string[], view: FeatureView, version?: number): string[] {
    return version === undefined
      ? this.#local.texts(place, ids, view)
      : this.#local.textsOfVersion(place, ids, view, version);
  }

  stream(space: FeatureSource, query: FeatureQuery, options: ReadOptions): FeatureStream {
    return this.#readers.stream(space, { kind: 'features', query }, options);
  }

  clusters(space: FeatureSource, query: ClusterQuery, options: ReadOptions): FeatureStream {
    return this.#readers.stream(space, { kind: 'clusters', query }, options);
  }

  tile(space: FeatureSource, query: TileQuery, options: ReadOptions): Promise<VectorTile> {
    return this.#readers.tile(space, { kind: 'tile', query }, options);
  }

  changes(space: SpacePlace, query: ChangesQuery, options: ReadOptions): FeatureStream {
    return this.#readers.changes(space, query, options);
  }

  versions({ place }: SpacePlace): Promise<VersionRange> {
    return this.#readers.call('versions', [place]);
  }

  count(source: FeatureSource, filter: FeatureFilter, options: ReadOptions): Promise<number> {
    if (isCombination(source)) return this.#readers.answer(source, { kind: 'count', filter }, options);
    return this.#readers.count(source, filter, options);
  }

  statistics(source: FeatureSource, options: ReadOptions): Promise<Statistics> {
    if (isCombination(source)) return this.#readers.answer(source, { kind: 'statistics' }, options);
    return this.#readers.statistics(source, options);
  }

  locate(source: FeatureSource, ids: readonly string[]): Promise<number[][]> {
    return this.#readers.answer(asCombination(source), { kind: 'locate', ids });
  }

  locateMatching(source: FeatureSource, filter: FeatureFilter): Promise<Located[]> {
    return this.#readers.answer(asCombination(source), { kind: 'matches', filter });
  }

  outbox({ place }: SpacePlace): Promise<OutboxEntry[]> {
    return this.#readers.call('outbox', [place]);
  }

  clearOutbox(space: SpacePlace, upTo: number): Promise<void> {
    return this.#writers.clearOutbox(space, upTo);
  }

  async trouble(): Promise<string | undefined> {
    const [reading, writing] = await Promise.all([this.#readers.trouble(), this.#writers.trouble()]);
    return reading ?? writing;
  }

  async close(): Promise<void> {
    this.#local.close();
    await this.#readers.close();
    await this.#writers.close();
  }
}
