import {
  type ContentState,
  type DeleteAnswer,
  type DeleteRequest,
  Fault,
  type FeatureFilter,
  type FeatureQuery,
  type FeatureStream,
  type FeatureView,
  type ReadOptions,
  type SpaceRecord,
  type Statistics,
  type Store,
  type WriteAnswer,
  type WriteRequest,
  type WriteRights,
} from '@meridian/store';
import { type Caller, may, type Right, subjectOf } from './rights.ts';
import type { Spaces } from './spaces.ts';

/** A space that a caller was found to be allowed to read. */
export class ReadableSpace {
  readonly record: SpaceRecord;
  readonly #store: Store;

  constructor(record: SpaceRecord, store: Store) {
    this.record = record;
    this.#store = store;
  }

  /** Changes whenever an answer about this space may change. */
  content(): ContentState | Promise<ContentState> {
    return this.#store.features.content(this.record);
  }

  byId(ids: readonly string[], view: FeatureView): string[] | Promise<string[]> {
    return this.#store.features.byId(this.record, ids, view);
  }

  stream(query: FeatureQuery, options: ReadOptions): FeatureStream {
    return this.#store.features.stream(this.record, query, options);
  }

  count(filter: FeatureFilter, options: ReadOptions): Promise<number> {
    return this.#store.features.count(this.record, filter, options);
  }

  statistics(options: ReadOptions): Promise<Statistics> {
    return this.#store.features.statistics(this.record, options);
  }
}

/** A space that a caller was found to be allowed to change, with what exactly they may do there. */
export class WritableSpace {
  readonly record: SpaceRecord;
  readonly #store: Store;
  readonly #rights: WriteRights;

  constructor(record: SpaceRecord, store: Store, rights: WriteRights) {
    this.record = record;
    this.#store = store;
    this.#rights = rights;
  }

  write(request: Omit<WriteRequest, 'rights'>): Promise<WriteAnswer> {
    return this.#store.features.write(this.record, { ...request, rights: this.#rights });
  }

  delete(request: DeleteRequest): Promise<DeleteAnswer> {
    return this.#store.features.delete(this.record, request);
  }
}

/** The way to features leads through rights: a space is opened for a caller and a purpose, then used. */
export class Features {
  readonly #store: Store;
  readonly #spaces: Spaces;

  constructor(store: Store, spaces: Spaces) {
    this.#store = store;
    this.#spaces = spaces;
  }

  openForReading(caller: Caller, spaceId: string): ReadableSpace {
    const record = this.#spaces.record(spaceId);
    this.#spaces.require(caller, record, 'readFeatures');
    return new ReadableSpace(record, this.#store);
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
    return new WritableSpace(record, this.#store, {
      create: may(caller, 'createFeatures', subject),
      update: may(caller, 'updateFeatures', subject),
      delete: may(caller, 'deleteFeatures', subject),
    });
  }
}
