import type { BBox } from '@meridian/geo';
import type { FeatureStore, OneFeature } from '../../feature-store.ts';
import type { Want } from '../../model/build-request.ts';
import type { FeatureView } from '../../model/query/query.ts';
import type { FeatureSource, SpaceRef } from '../../model/source.ts';
import type { OutboxEntry } from '../../rules/activity/activity-log.ts';
import { isComposite } from '../../rules/composite/composite-source.ts';
import { TouchedLogs } from '../../rules/touched/touched-logs.ts';
import type { ContentState } from '../../rules/write/write-request.ts';
import type { ReaderCalls, WriterCalls } from '../../thread/calls.ts';
import { ReaderThreads } from '../../thread/reader-threads.ts';
import { READER_WATCHDOG, startThreads } from '../../thread/rpc.ts';
import { columnCacheShare, type ThreadCounts } from '../../thread/thread-counts.ts';
import { ThreadedFeatures } from '../../thread/threaded-features.ts';
import { WriterThreads } from '../../thread/writer-threads.ts';
import type { SharedMemory } from './catalogue/shared-memory.ts';
import type { Address } from './connection.ts';
import type { Shares } from './connection-shares.ts';
import type { Database } from './database.ts';
import { isMissingTable } from './faults.ts';
import { Lookups } from './lookups.ts';
import { clearOutbox, readOutbox } from './outbox.ts';
import type { ReaderData } from './reader.thread.ts';
import type { ReplicaWatch } from './replica/replica-watch.ts';
import { ShortReads } from './short-reads.ts';
import { touchedUpTo } from './touched.ts';
import { usedBytes } from './used-bytes.ts';
import type { WriterData } from './writer.thread.ts';

const WRITER = new URL('./writer.thread.ts', import.meta.url);
const READER = new URL('./reader.thread.ts', import.meta.url);

/** So many features by id are read without leaving the calling thread. */
const SHORT_IDS = 1000;

/** Features in one table a space. Nothing of them is cached here: others may change them. */
export class PostgresFeatures extends ThreadedFeatures implements FeatureStore {
  readonly #database: Database;
  readonly #lookups: Lookups | undefined;
  readonly #short: ShortReads;
  readonly #hasCitus: boolean;
  readonly #touched = new TouchedLogs((storageKey, version) =>
    touchedUpTo(this.#database, storageKey, version),
  );

  constructor(
    database: Database,
    memory: SharedMemory,
    address: Address,
    threads: ThreadCounts,
    shares: Shares,
    replica?: ReplicaWatch,
  ) {
    const { hasCitus } = address;
    const readerData: ReaderData = {
      address,
      connections: shares.reader,
      columnCacheBytes: columnCacheShare(threads),
      replica: replica && { url: replica.url, state: replica.state.buffer },
    };
    const writerData: WriterData = { address, connections: shares.writer };
    const writers = new WriterThreads(startThreads<WriterCalls>(threads.writers, WRITER, writerData));
    // On Citus there is no density index: what is spread over its workers and what is not do not change in one transaction.
    const want: Want | undefined = hasCitus
      ? undefined
      : (space, buildRequest) => writers.want(space, buildRequest);
    super(
      new ReaderThreads(
        (onNotice) =>
          startThreads<ReaderCalls>(threads.readers, READER, readerData, {
            onNotice,
            watchdog: READER_WATCHDOG,
          }),
        want,
      ),
      writers,
    );
    this.#database = database;
    this.#lookups = shares.lookups > 0 ? new Lookups(address) : undefined;
    this.#short = new ShortReads(database, memory, this.#lookups);
    this.#hasCitus = hasCitus;
  }

  /** Goes on with what was being built of a space when that was broken off. */
  goOnBuilding(space: SpaceRef): Promise<void> {
    return this.writers.build(space);
  }

  content({ storageKey }: SpaceRef): Promise<ContentState> {
    return this.#short.content(storageKey);
  }

  async contentIn(space: SpaceRef, area: readonly BBox[]): Promise<ContentState> {
    return this.#touched.contentIn(space.storageKey, await this.content(space), area);
  }

  contents(spaces: readonly SpaceRef[]): Promise<ContentState[]> {
    return this.#short.contents(spaces.map(({ storageKey }) => storageKey));
  }

  usedBytes(spaces: readonly SpaceRef[]): Promise<number[]> {
    return usedBytes(
      this.#database,
      spaces.map(({ storageKey }) => storageKey),
    );
  }

  override async byId(
    source: FeatureSource,
    ids: readonly string[],
    view: FeatureView,
    version?: number,
  ): Promise<string[]> {
    if (isComposite(source) || (version !== undefined && this.#hasCitus))
      return super.byId(source, ids, view, version);
    const texts: string[] = [];
    for (let from = 0; from < ids.length || from === 0; from += SHORT_IDS) {
      const these = ids.slice(from, from + SHORT_IDS);
      if (version === undefined) texts.push(...(await this.#short.texts(source.storageKey, these, view)));
      else texts.push(...(await this.#allAt(source, these, view, version)).map(({ text }) => text));
    }
    return texts;
  }

  override async one(
    space: SpaceRef,
    id: string,
    view: FeatureView,
    version?: number,
  ): Promise<OneFeature | undefined> {
    // On Citus, what is spread over its workers and what is not can't be counted on to be read at one moment.
    if (this.#hasCitus) return super.one(space, id, view, version);
    if (version === undefined) return this.#short.one(space.storageKey, id, view);
    const [one] = await this.#allAt(space, [id], view, version);
    return one;
  }

  async #allAt(
    space: SpaceRef,
    ids: readonly string[],
    view: FeatureView,
    version: number,
  ): Promise<OneFeature[]> {
    try {
      return await this.#short.allAt(space.storageKey, ids, view, version);
    } catch (error) {
      if (!isMissingTable(error)) throw error;
      // There is none of old states before the first write with history.
      const content = await this.content(space);
      const texts = await super.byId(space, ids, view, version);
      return texts.map((text) => ({ text, content }));
    }
  }

  override async close(): Promise<void> {
    await this.#lookups?.close();
    await super.close();
  }

  override outbox({ storageKey }: SpaceRef): Promise<OutboxEntry[]> {
    return readOutbox(this.#database, storageKey);
  }

  override clearOutbox({ storageKey }: SpaceRef, upTo: number): Promise<void> {
    return clearOutbox(this.#database, storageKey, upTo);
  }
}
