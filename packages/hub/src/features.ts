import type { Geometry } from '@meridian/geo';
import {
  type ChangesQuery,
  type ClusterQuery,
  type ContentState,
  type DeleteAnswer,
  type DeleteRequest,
  Fault,
  type FeatureFilter,
  type FeatureQuery,
  type FeatureStream,
  type FeatureView,
  invalid,
  parseStored,
  type ReadOptions,
  type SpaceRecord,
  type Statistics,
  type Store,
  type TileQuery,
  type VectorTile,
  type Versioning,
  type VersionRange,
  type WriteAnswer,
  type WriteRequest,
  type WriteRights,
} from '@meridian/store';
import type { Turn } from './load/fair-queue.ts';
import type { Load } from './load/load.ts';
import { processingOf } from './processing.ts';
import { type Caller, may, type Right, subjectOf } from './rights.ts';
import type { Spaces } from './spaces.ts';
import { versioningOf } from './versioning.ts';

/** How much a read may cost, and whose it is. */
export type ReadTurn = ReadOptions & Turn;

/** So few features by id are read at once: waiting for a turn would cost more. */
const SHORT_READ_IDS = 16;

/** A space that a caller was found to be allowed to read. */
export class ReadableSpace {
  readonly record: SpaceRecord;
  readonly #store: Store;
  readonly #load: Load;

  constructor(record: SpaceRecord, store: Store, load: Load) {
    this.record = record;
    this.#store = store;
    this.#load = load;
  }

  /** Changes whenever an answer about this space may change. */
  content(): ContentState | Promise<ContentState> {
    return this.#store.features.content(this.record);
  }

  byId(
    ids: readonly string[],
    view: FeatureView,
    turn: Turn,
    version?: number,
  ): string[] | Promise<string[]> {
    const read = () => this.#store.features.byId(this.record, ids, view, version);
    return ids.length <= SHORT_READ_IDS ? read() : this.#load.read(turn, async () => read());
  }

  stream(query: FeatureQuery, turn: ReadTurn): FeatureStream {
    return this.#load.stream(turn, () => this.#store.features.stream(this.record, query, turn));
  }

  tile(query: TileQuery, turn: ReadTurn): Promise<VectorTile> {
    return this.#load.read(turn, () => this.#store.features.tile(this.record, query, turn));
  }

  clusters(query: ClusterQuery, turn: ReadTurn): FeatureStream {
    return this.#load.stream(turn, () => this.#store.features.clusters(this.record, query, turn));
  }

  count(filter: FeatureFilter, turn: ReadTurn): Promise<number> {
    return this.#load.read(turn, () => this.#store.features.count(this.record, filter, turn));
  }

  statistics(turn: ReadTurn): Promise<Statistics> {
    return this.#load.read(turn, () => this.#store.features.statistics(this.record, turn));
  }

  /** Whether versions can be asked for. */
  get keepsHistory(): boolean {
    return versioningOf(this.record.definition)?.versionsToKeep !== undefined;
  }

  versions(turn: Turn): Promise<VersionRange> {
    return this.#load.read(turn, () => this.#store.features.versions(this.record));
  }

  changes(query: ChangesQuery, turn: ReadTurn): FeatureStream {
    return this.#load.stream(turn, () => this.#store.features.changes(this.record, query, turn));
  }
}

/** A space that a caller was found to be allowed to change, with what exactly they may do there. */
export class WritableSpace {
  readonly record: SpaceRecord;
  readonly #store: Store;
  readonly #spaces: Spaces;
  readonly #rights: WriteRights;
  readonly #mostFeatures: number | undefined;
  readonly #load: Load;

  constructor(
    record: SpaceRecord,
    store: Store,
    spaces: Spaces,
    rights: WriteRights,
    mostFeatures: number | undefined,
    load: Load,
  ) {
    this.record = record;
    this.#store = store;
    this.#spaces = spaces;
    this.#load = load;
    this.#rights = rights;
    this.#mostFeatures = mostFeatures;
  }

  write(request: Omit<WriteRequest, 'rights'>, turn: Turn): Promise<WriteAnswer> {
    const quota = this.#mostFeatures === undefined ? {} : { maxFeaturesInSpace: this.#mostFeatures };
    const processing = processingOf(this.record.definition);
    const complete = {
      ...request,
      limits: { ...request.limits, ...quota },
      rights: this.#rights,
      ...(processing ? { processing } : {}),
    };
    const write = () => this.#store.features.write(this.record, this.#versioned(complete));
    return this.#load.write(turn, request.body.bytes.byteLength, write);
  }

  delete(request: DeleteRequest, turn: Turn): Promise<DeleteAnswer> {
    return this.#load.write(turn, 0, () =>
      this.#store.features.delete(this.record, this.#versioned(request)),
    );
  }

  /**
   * As the definition has it when the write is handed over, not when it came: one that waited must not end a history
   * that was begun meanwhile.
   */
  #versioned<T extends { versioning?: Versioning | undefined }>(request: T): T {
    const versioning = versioningOf(this.#spaces.record(this.record.id).definition);
    return versioning ? { ...request, versioning } : request;
  }
}

/** The way to features leads through rights: a space is opened for a caller and a purpose, then used. */
export class Features {
  readonly #store: Store;
  readonly #spaces: Spaces;
  readonly #load: Load;

  constructor(store: Store, spaces: Spaces, load: Load) {
    this.#store = store;
    this.#spaces = spaces;
    this.#load = load;
  }

  openForReading(caller: Caller, spaceId: string): ReadableSpace {
    const record = this.#spaces.record(spaceId);
    this.#spaces.require(caller, record, 'readFeatures');
    return new ReadableSpace(record, this.#store, this.#load);
  }

  /** The geometry of a feature that others are searched by. Who names it must be allowed to read it. */
  async reference(caller: Caller, spaceId: string, featureId: string, turn: Turn): Promise<Geometry> {
    const name = `feature ${JSON.stringify(featureId)} of space ${JSON.stringify(spaceId)}`;
    if (!this.#spaces.has(spaceId))
      throw new Fault('notFound', `the reference space ${JSON.stringify(spaceId)} does not exist`);
    const space = this.openForReading(caller, spaceId);
    const [text] = await space.byId([featureId], { selection: [] }, turn);
    if (text === undefined) throw new Fault('notFound', `the reference ${name} does not exist`);
    const { geometry } = parseStored(text) as { geometry: Geometry | null };
    if (geometry === null) throw invalid(`refFeatureId: ${name} has no geometry`);
    return geometry;
  }

  /** `rights`: those the call could need, one of which the caller must have. */
  openForWriting(caller: Caller, spaceId: string, ...rights: Right[]): WritableSpace {
    const record = this.#spaces.record(spaceId);
    this.#spaces.require(caller, record, ...rights);
    if (record.definition.readOnly === true)
      throw new Fault(
        'readOnly',
        `space ${JSON.stringify(spaceId)} is read-only: its features can't be changed`,
      );
    const subject = subjectOf(record);
    const allowed = {
      create: may(caller, 'createFeatures', subject),
      update: may(caller, 'updateFeatures', subject),
      delete: may(caller, 'deleteFeatures', subject),
    };
    return new WritableSpace(
      record,
      this.#store,
      this.#spaces,
      allowed,
      caller.token.limits?.maxFeaturesPerSpace,
      this.#load,
    );
  }
}
