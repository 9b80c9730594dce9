import {
  type AggregateQuery,
  type Area,
  type ChangesQuery,
  type ClusterQuery,
  type ContentState,
  type CountQuery,
  type Explainable,
  explainRead,
  Fault,
  type FeatureFilter,
  type FeatureQuery,
  type FeatureSource,
  type FeatureStream,
  type FeatureView,
  type HistorySize,
  type OneFeature,
  type ReadOptions,
  type ReadPlan,
  type Statistics,
  type Store,
  type TileQuery,
  type TimeExtent,
  type TimeExtentQuery,
  type VectorTile,
  type VersionRange,
} from '@meridian/store';
import { confirmed } from './accounts/confirmed.ts';
import type { Caller } from './accounts/rights.ts';
import type { QueueTicket } from './load/fair-queue.ts';
import type { Load } from './load/load.ts';
import { observed } from './load/work-observer.ts';
import type { Space } from './spaces/space.ts';
import type { VersionTimes } from './version-times.ts';
import { combinedContent } from './virtual/content.ts';
import type { Resolved } from './virtual/upstreams.ts';

/** How much a read may cost, and whose it is. */
export type ReadTicket = ReadOptions & QueueTicket;

/** Reads of up to this many ids do not queue: queueing would cost more. */
const SHORT_READ_IDS = 16;

/** A space that a caller was found to be allowed to read: one with features of its own, or a virtual one. */
export class ReadableSpace {
  readonly info: Space;
  readonly #virtual: Resolved | undefined;
  readonly #source: FeatureSource;
  readonly #caller: Caller;
  readonly #store: Store;
  readonly #load: Load;
  readonly #versionTimes: VersionTimes;

  constructor(
    info: Space,
    virtual: Resolved | undefined,
    caller: Caller,
    store: Store,
    load: Load,
    versionTimes: VersionTimes,
  ) {
    this.#versionTimes = versionTimes;
    this.info = info;
    this.#caller = caller;
    this.#virtual = virtual;
    this.#source = virtual ? virtual.source : { id: info.id, storageKey: info.record.storageKey };
    this.#store = store;
    this.#load = load;
  }

  /** What is read, for reads of another space that refer to this one. */
  get source(): FeatureSource {
    return this.#source;
  }

  /** Changes whenever a response about this space may change. A read that begins with it confirms the caller. */
  content(): ContentState | Promise<ContentState> {
    const { features } = this.#store;
    const combined = this.#virtual && combinedContent(this.info, this.#virtual, features);
    return confirmed(this.#caller, combined ?? features.content(this.info.record));
  }

  /** The same for what is read of an area: it stays as it is where others are written to. */
  contentIn(area: Area): ContentState | Promise<ContentState> {
    // What is written into one of several spaces may hide what another has, wherever that is.
    if (this.#virtual || !('boxes' in area)) return this.content();
    return confirmed(this.#caller, this.#store.features.contentIn(this.info.record, area.boxes));
  }

  byId(
    ids: readonly string[],
    view: FeatureView,
    ticket: QueueTicket,
    version?: number,
  ): string[] | Promise<string[]> {
    const read = () => this.#store.features.byId(this.#source, ids, view, version);
    return ids.length <= SHORT_READ_IDS
      ? observed('reads', read)
      : this.#load.read(ticket, async () => read());
  }

  one(
    id: string,
    view: FeatureView,
    ticket: QueueTicket,
    version?: number,
  ): OneFeature | undefined | Promise<OneFeature | undefined> {
    if (this.#virtual) return this.#virtualOne(id, view, ticket);
    const read = () => this.#store.features.one(this.info.record, id, view, version);
    return confirmed(this.#caller, observed('reads', read));
  }

  /** The state first, so that it is not newer than the feature. */
  async #virtualOne(id: string, view: FeatureView, ticket: QueueTicket): Promise<OneFeature | undefined> {
    const content = await this.content();
    const [text] = await this.byId([id], view, ticket);
    return text === undefined ? undefined : { text, content };
  }

  stream(query: FeatureQuery, ticket: ReadTicket): FeatureStream {
    return this.#load.stream(ticket, () => this.#store.features.stream(this.#source, query, ticket));
  }

  tile(query: TileQuery, ticket: ReadTicket): Promise<VectorTile> {
    return this.#load.read(ticket, () => this.#store.features.tile(this.#source, query, ticket));
  }

  clusters(query: ClusterQuery, ticket: ReadTicket): FeatureStream {
    return this.#load.stream(ticket, () => this.#store.features.clusters(this.#source, query, ticket));
  }

  aggregate(query: AggregateQuery, ticket: ReadTicket): FeatureStream {
    return this.#load.stream(ticket, () => this.#store.features.aggregate(this.#source, query, ticket));
  }

  profile(ticket: ReadTicket, version?: number): FeatureStream {
    return this.#load.stream(ticket, () => this.#store.features.profile(this.#source, ticket, version));
  }

  count(filter: FeatureFilter, ticket: ReadTicket, version?: number): Promise<number> {
    return this.#load.read(ticket, () => this.#store.features.count(this.#source, filter, ticket, version));
  }

  /** Undefined where more than `maxRows` features would have to be read for it. */
  countIfCheap(query: CountQuery & { maxRows: number }, ticket: ReadTicket): Promise<number | undefined> {
    return this.#load.read(ticket, () => this.#store.features.countIfCheap(this.#source, query, ticket));
  }

  /** From when to when its features are; undefined where more than `maxRows` would have to be read. */
  timeExtent(query: TimeExtentQuery, ticket: ReadTicket): Promise<TimeExtent | undefined> {
    return this.#load.read(ticket, () => this.#store.features.timeExtent(this.#source, query, ticket));
  }

  statistics(ticket: ReadTicket, version?: number): Promise<Statistics> {
    return this.#load.read(ticket, () => this.#store.features.statistics(this.#source, ticket, version));
  }

  /** How a read would be carried out; of a virtual space, in each of so many that it is made of. */
  explain(read: Explainable): ReadPlan & { spaces?: number } {
    const spaces = this.#virtual ? this.#virtual.leaves : [this.info];
    const plan = explainRead(
      read,
      spaces.some(({ hasTextIndex }) => hasTextIndex),
    );
    return { ...plan, ...(this.#virtual ? { spaces: spaces.length } : {}) };
  }

  /** The spaces that its features are stored in, each by the key that no other has. */
  get storedIn(): string[] {
    const spaces = this.#virtual ? this.#virtual.leaves : [this.info];
    return spaces.map(({ record }) => record.storageKey);
  }

  get isVirtual(): boolean {
    return this.#virtual !== undefined;
  }

  /** Whether versions can be asked for. */
  get keepsHistory(): boolean {
    return this.info.versioning?.versionsToKeep !== undefined;
  }

  versions(ticket: QueueTicket): Promise<VersionRange> {
    return this.#load.read(ticket, () => this.#store.features.versions(this.info.record));
  }

  /** The version that the space was at at a time in milliseconds; a fault where none can be named. */
  async versionAt(time: number, ticket: QueueTicket): Promise<number> {
    const { version, updatedAt } = await this.content();
    if (version > 0 && time >= updatedAt) return version;
    const found = await this.#versionTimes.find(this.info.record.storageKey, version, time, () =>
      this.#load.read(ticket, () => this.#store.features.versionAt(this.info.record, time)),
    );
    if (found !== undefined) return found;
    const when = new Date(time).toISOString();
    throw new Fault(
      'notFound',
      `at: no version of the space is known at ${when}: there was none, it has expired, or its time was not noted`,
    );
  }

  historySize(ticket: QueueTicket): Promise<HistorySize> {
    return this.#load.read(ticket, () => this.#store.features.historySize(this.info.record));
  }

  changes(query: ChangesQuery, ticket: ReadTicket): FeatureStream {
    return this.#load.stream(ticket, () => this.#store.features.changes(this.info.record, query, ticket));
  }
}
