import type { BBox } from '@meridian/geo';
import type { AggregateQuery } from './model/query/aggregate.ts';
import type {
  ChangesQuery,
  ClusterQuery,
  CountQuery,
  FeatureFilter,
  FeatureQuery,
  FeatureView,
  TileQuery,
  TimeExtentQuery,
} from './model/query/query.ts';
import type {
  HistorySize,
  Located,
  Statistics,
  StreamEnd,
  TimeExtent,
  VersionRange,
} from './model/results.ts';
import type { FeatureSource, SpaceRef } from './model/source.ts';
import type { OutboxEntry } from './rules/activity/activity-log.ts';
import type {
  ContentState,
  DeleteRequest,
  DeleteResult,
  WriteRequest,
  WriteResult,
} from './rules/write/write-request.ts';

/**
 * Feature texts joined by commas, as bytes that are ready to send, and belong to the receiver. Leaving the loop early
 * stops the query.
 */
export type FeatureStream = AsyncGenerator<Uint8Array, StreamEnd, void>;

/** No bytes if nothing is in it; `more`: not everything that matches is. */
export type VectorTile = { bytes: Uint8Array; more: boolean; building?: number };

/** A feature, and a state of the content that is not newer than it: what is marked with the one never hides the other. */
export type OneFeature = { text: string; content: ContentState };

/** How much work a read may cost, and who may call it off. */
export type ReadOptions = { timeLimitMs: number; signal: AbortSignal };

/** Where features live. All engines give the same results; `contract/` proves it. */
export interface FeatureStore {
  /** Makes room for a new space; a virtual one will never have features. */
  create(space: SpaceRef, indexes: readonly (readonly string[])[], isVirtual?: boolean): Promise<void>;
  /** Frees what a space held. */
  drop(space: SpaceRef): Promise<void>;
  /** Asks for indexes on these property paths and no others; they are built in the background. */
  defineIndexes(space: SpaceRef, paths: readonly (readonly string[])[]): Promise<void>;

  /** Resolves when the change is durable. */
  write(space: SpaceRef, request: WriteRequest): Promise<WriteResult>;
  delete(space: SpaceRef, request: DeleteRequest): Promise<DeleteResult>;

  /** Never older than any write that was acknowledged before the call. */
  content(space: SpaceRef): ContentState | Promise<ContentState>;
  /**
   * The same as far as it concerns features that meet these boxes: its version is the last one that may have changed something
   * there. It never moves back, but may be later than it was where nothing was changed.
   */
  contentIn(space: SpaceRef, area: readonly BBox[]): ContentState | Promise<ContentState>;
  contents(spaces: readonly SpaceRef[]): Promise<ContentState[]>;
  /** Bytes that each of these takes, features, history and derived data, as the engine knows them without reading them. */
  usedBytes(spaces: readonly SpaceRef[]): Promise<number[]>;
  /** The texts of those features that are there, in the order of the ids. */
  byId(
    space: FeatureSource,
    ids: readonly string[],
    view: FeatureView,
    version?: number,
  ): string[] | Promise<string[]>;
  /** Undefined where there is no such feature. */
  one(
    space: SpaceRef,
    id: string,
    view: FeatureView,
    version?: number,
  ): OneFeature | undefined | Promise<OneFeature | undefined>;
  stream(space: FeatureSource, query: FeatureQuery, options: ReadOptions): FeatureStream;
  tile(space: FeatureSource, query: TileQuery, options: ReadOptions): Promise<VectorTile>;
  /** The cells that hold what matches, as features. */
  clusters(space: FeatureSource, query: ClusterQuery, options: ReadOptions): FeatureStream;
  /** Groups of what matches, as JSON texts. */
  aggregate(space: FeatureSource, query: AggregateQuery, options: ReadOptions): FeatureStream;
  /** What features have below `properties`, name by name, as JSON texts; every feature is looked at. */
  profile(space: FeatureSource, options: ReadOptions, version?: number): FeatureStream;
  count(space: FeatureSource, filter: FeatureFilter, options: ReadOptions, version?: number): Promise<number>;
  /** The same at a bounded cost: undefined where more than `maxRows` features would have to be read. */
  countIfCheap(
    space: FeatureSource,
    query: CountQuery & { maxRows: number },
    options: ReadOptions,
  ): Promise<number | undefined>;
  /** From when to when its features are; undefined where too many of them would have to be read. */
  timeExtent(
    space: FeatureSource,
    query: TimeExtentQuery,
    options: ReadOptions,
  ): Promise<TimeExtent | undefined>;
  statistics(space: FeatureSource, options: ReadOptions, version?: number): Promise<Statistics>;

  /** The spaces that each id comes from, none where it is in none. */
  locate(space: FeatureSource, ids: readonly string[]): Promise<number[][]>;
  /** The same for the ids of all features that a filter lets pass. */
  locateMatching(space: FeatureSource, filter: FeatureFilter): Promise<Located[]>;

  /** Entries that wait to be written into logs, the oldest first: some of them, or none if there are none. */
  outbox(space: SpaceRef): Promise<OutboxEntry[]>;
  /** Forgets entries up to this one: they have been written. */
  clearOutbox(space: SpaceRef, upTo: number): Promise<void>;

  /** Why features can't be read or written at this moment; undefined where they can. */
  trouble(): Promise<string | undefined>;

  /** For a space that keeps its history: what of it can be read. Asking for another version is a fault (notFound). */
  versions(space: SpaceRef): Promise<VersionRange>;
  /** The version a space was at at a time in milliseconds; undefined where none can be named. */
  versionAt(space: SpaceRef, time: number): Promise<number | undefined>;
  /** How much of a history there is. */
  historySize(space: SpaceRef): Promise<HistorySize>;
  /** Changesets as ChangesetWriter writes them: pieces of a text that follow each other with nothing between. */
  changes(space: SpaceRef, query: ChangesQuery, options: ReadOptions): FeatureStream;
}
