import type { FeatureStream, OneFeature, ReadOptions, VectorTile } from '../feature-store.ts';
import type { AggregateQuery } from '../model/query/aggregate.ts';
import {
  type ChangesQuery,
  type ClusterQuery,
  type CountQuery,
  type FeatureFilter,
  type FeatureQuery,
  type FeatureView,
  NO_FILTER,
  type TileQuery,
  type TimeExtentQuery,
} from '../model/query/query.ts';
import type {
  CountResult,
  HistorySize,
  Located,
  Statistics,
  TimeExtent,
  VersionRange,
} from '../model/results.ts';
import type { FeatureSource, SpaceRef } from '../model/source.ts';
import type { Maybe } from '../read/effect.ts';
import type { OutboxEntry } from '../rules/activity/activity-log.ts';
import { asComposite, isComposite } from '../rules/composite/composite-source.ts';
import type {
  ContentState,
  DeleteRequest,
  DeleteResult,
  WriteRequest,
  WriteResult,
} from '../rules/write/write-request.ts';
import type { ReaderThreads } from './reader-threads.ts';
import type { WriterThreads } from './writer-threads.ts';

/** What every engine leaves to its threads in the same way. */
export abstract class ThreadedFeatures {
  protected readonly readers: ReaderThreads;
  protected readonly writers: WriterThreads;

  protected constructor(readers: ReaderThreads, writers: WriterThreads) {
    this.readers = readers;
    this.writers = writers;
  }

  defineIndexes(space: SpaceRef, paths: readonly (readonly string[])[]): Promise<void> {
    return this.writers.defineIndexes(space, paths);
  }

  create(space: SpaceRef, indexes: readonly (readonly string[])[], isVirtual = false): Promise<void> {
    return this.writers.create(space, indexes, isVirtual);
  }

  drop(space: SpaceRef): Promise<void> {
    return this.writers.drop(space);
  }

  write(space: SpaceRef, request: WriteRequest): Promise<WriteResult> {
    return this.writers.write(space, request);
  }

  delete(space: SpaceRef, request: DeleteRequest): Promise<DeleteResult> {
    return this.writers.delete(space, request);
  }

  abstract content(space: SpaceRef): Maybe<ContentState>;

  byId(source: FeatureSource, ids: readonly string[], view: FeatureView, version?: number): Maybe<string[]> {
    if (isComposite(source)) return this.readers.ask(source, { kind: 'byId', ids, view });
    return this.readers.call('byId', [source.storageKey, ids, view, version]);
  }

  one(space: SpaceRef, id: string, view: FeatureView, version?: number): Maybe<OneFeature | undefined> {
    return this.#one(space, id, view, version);
  }

  async #one(
    space: SpaceRef,
    id: string,
    view: FeatureView,
    version?: number,
  ): Promise<OneFeature | undefined> {
    const content = await this.content(space);
    const [text] = await this.byId(space, [id], view, version);
    return text === undefined ? undefined : { text, content };
  }

  /** Where it is with the features of a space. */
  outbox({ storageKey }: SpaceRef): Promise<OutboxEntry[]> {
    return this.readers.call('outbox', [storageKey]);
  }

  clearOutbox(space: SpaceRef, upTo: number): Promise<void> {
    return this.writers.clearOutbox(space, upTo);
  }

  stream(space: FeatureSource, query: FeatureQuery, options: ReadOptions): FeatureStream {
    return this.readers.stream(space, { kind: 'features', query }, options);
  }

  clusters(space: FeatureSource, query: ClusterQuery, options: ReadOptions): FeatureStream {
    return this.readers.stream(space, { kind: 'clusters', query }, options);
  }

  aggregate(space: FeatureSource, query: AggregateQuery, options: ReadOptions): FeatureStream {
    return this.readers.stream(space, { kind: 'aggregate', query }, options);
  }

  profile(space: FeatureSource, options: ReadOptions, version?: number): FeatureStream {
    const query = { filter: NO_FILTER, ...(version === undefined ? {} : { version }) };
    return this.readers.stream(space, { kind: 'profile', query }, options);
  }

  tile(space: FeatureSource, query: TileQuery, options: ReadOptions): Promise<VectorTile> {
    return this.readers.tile(space, { kind: 'tile', query }, options);
  }

  changes(space: SpaceRef, query: ChangesQuery, options: ReadOptions): FeatureStream {
    return this.readers.changes(space, query, options);
  }

  versions({ storageKey }: SpaceRef): Promise<VersionRange> {
    return this.readers.call('versions', [storageKey]);
  }

  versionAt({ storageKey }: SpaceRef, time: number): Promise<number | undefined> {
    return this.readers.call('versionAt', [storageKey, time]);
  }

  historySize({ storageKey }: SpaceRef): Promise<HistorySize> {
    return this.readers.call('historySize', [storageKey]);
  }

  async count(
    source: FeatureSource,
    filter: FeatureFilter,
    options: ReadOptions,
    version?: number,
  ): Promise<number> {
    const query = { filter, ...(version === undefined ? {} : { version }) };
    return (await this.#count(source, query, options)).count;
  }

  async countIfCheap(
    source: FeatureSource,
    query: CountQuery & { maxRows: number },
    options: ReadOptions,
  ): Promise<number | undefined> {
    const { count, isComplete } = await this.#count(source, query, options);
    return isComplete ? count : undefined;
  }

  #count(source: FeatureSource, query: CountQuery, options: ReadOptions): Promise<CountResult> {
    return isComposite(source)
      ? this.readers.ask(source, { kind: 'count', query }, options)
      : this.readers.count(source, query, options);
  }

  timeExtent(
    source: FeatureSource,
    query: TimeExtentQuery,
    options: ReadOptions,
  ): Promise<TimeExtent | undefined> {
    return isComposite(source)
      ? this.readers.ask(source, { kind: 'timeExtent', query }, options)
      : this.readers.timeExtent(source, query, options);
  }

  statistics(source: FeatureSource, options: ReadOptions, version?: number): Promise<Statistics> {
    if (isComposite(source)) return this.readers.ask(source, { kind: 'statistics' }, options);
    return this.readers.statistics(source, options, version);
  }

  locate(source: FeatureSource, ids: readonly string[]): Promise<number[][]> {
    return this.readers.ask(asComposite(source), { kind: 'locate', ids });
  }

  locateMatching(source: FeatureSource, filter: FeatureFilter): Promise<Located[]> {
    return this.readers.ask(asComposite(source), { kind: 'matches', filter });
  }

  async trouble(): Promise<string | undefined> {
    const [reading, writing] = await Promise.all([this.readers.trouble(), this.writers.trouble()]);
    return reading ?? writing;
  }

  async close(): Promise<void> {
    await this.readers.close();
    await this.writers.close();
  }
}
