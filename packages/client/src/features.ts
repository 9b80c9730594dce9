import { type BulkOptions, type BulkReport, type FeatureSource, writeInBulk } from './bulk/bulk-write.ts';
import { type Call, type CallOptions, type Connection, segment } from './connection.ts';
import { FeatureReader } from './features.read.ts';
import type { Filter, Tags } from './filter.ts';
import type { Feature, FeatureCollection, FeatureInput, JsonObject } from './geojson.ts';
import { batchesOf, writeFilter, writeParameters } from './query.ts';
import type { WriteResult } from './responses.ts';

const GEOJSON = 'application/geo+json';

export type TagChanges = { addTags?: readonly string[]; removeTags?: readonly string[] };

/** What happens to features that exist, that don't, and that changed meanwhile. */
export type WriteRule = {
  e?: 'patch' | 'replace' | 'merge' | 'delete' | 'retain' | 'error';
  ne?: 'create' | 'retain' | 'error';
  cr?: 'error' | 'retain' | 'replace';
};

export type PostOptions = TagChanges &
  WriteRule &
  CallOptions & {
    /** All features or none (the default); otherwise the bad ones are in `failed`. */
    transactional?: boolean;
    /** Put before every id. */
    prefixId?: string;
    /** `lists`: only what happened to which id, without the features. */
    returning?: 'lists';
  };

/** One step of a list of modifications. */
export type FeatureModification = {
  type: 'FeatureModification';
  featureData?: { type: 'FeatureCollection'; features: FeatureInput[] };
  featureIds?: string[];
  onFeatureExists?: NonNullable<WriteRule['e']>;
  onFeatureNotExists?: NonNullable<WriteRule['ne']>;
  onMergeConflict?: NonNullable<WriteRule['cr']>;
};

/** The features of one space. */
export class Features<Properties extends object = JsonObject> extends FeatureReader<Properties> {
  readonly #isNear: boolean;

  constructor(connection: Connection, space: string) {
    super(connection, space);
    this.#isNear = /^https?:\/\/(localhost|127\.|\[::1\])/.test(connection.url);
  }

  /** Creates or replaces one feature; without an id it is new and gets one. */
  async put(
    feature: FeatureInput,
    { addTags, removeTags, ...options }: TagChanges & CallOptions = {},
  ): Promise<Feature<Properties>> {
    const { id } = feature;
    const path = `/features/${id === undefined ? '' : segment(String(id))}`;
    const query = writeParameters({ addTags, removeTags });
    const response = await this.#write<Feature<Properties> | FeatureCollection<Properties>>(
      { method: 'PUT', path, query, body: feature, idempotent: id !== undefined },
      options,
    );
    // A hub that speaks the datahub dialect returns a new feature as a collection of one.
    return response.type === 'FeatureCollection' ? response.features[0]! : response;
  }

  /** Creates or replaces features, all or none, in one request. */
  putMany(
    features: readonly FeatureInput[],
    { addTags, removeTags, ...options }: TagChanges & CallOptions = {},
  ): Promise<WriteResult> {
    const query = writeParameters({ addTags, removeTags });
    const body = { type: 'FeatureCollection', features };
    const idempotent = features.every(({ id }) => id !== undefined && id !== null);
    return this.#write({ method: 'PUT', path: '/features', query, body, idempotent }, options);
  }

  /** Modifies features in one request: by default those that exist are patched, others created. */
  postMany(features: readonly FeatureInput[], postOptions: PostOptions = {}): Promise<WriteResult> {
    return this.#post({ type: 'FeatureCollection', features }, GEOJSON, postOptions);
  }

  /** Several steps in one request, each with a rule of its own. */
  modify(modifications: readonly FeatureModification[], options: PostOptions = {}): Promise<WriteResult> {
    const body = { type: 'FeatureModificationList', modifications };
    return this.#post(body, 'application/vnd.here.feature-modification-list', options);
  }

  /**
   * Creates or replaces any number of features: in chunks, some at a time, waiting where the hub is busy or unreachable.
   * Says of each feature what became of it.
   */
  writeAll(source: FeatureSource, options: BulkOptions = {}): Promise<BulkReport> {
    const { gzip = !this.#isNear } = options;
    return writeInBulk((call, callOptions) => this.#write(call, callOptions), source, { ...options, gzip });
  }

  /** Changes what is given: objects merge, `null` removes, all else replaces. */
  patch(
    id: string,
    changes: FeatureInput,
    { addTags, removeTags, ...options }: TagChanges & CallOptions = {},
  ): Promise<Feature<Properties>> {
    const query = writeParameters({ addTags, removeTags });
    return this.#write({ method: 'PATCH', path: `/features/${segment(id)}`, query, body: changes }, options);
  }

  async delete(id: string, options?: CallOptions): Promise<void> {
    await this.call({ method: 'DELETE', path: `/features/${segment(id)}` }, options);
  }

  /** Deletes by ids; ids that do not exist are ignored. Returns the ids of those deleted. */
  async deleteMany(ids: readonly string[], options?: CallOptions): Promise<string[]> {
    if (ids.includes('*'))
      throw new TypeError('In a list of ids * means every feature; use delete for the id *');
    const deleted: string[] = [];
    for (const id of batchesOf(ids))
      deleted.push(...(await this.#deleteWhere(writeParameters({ id }), options)));
    return deleted;
  }

  /**
   * Deletes every feature that passes: `deleteWhere({ filter: 'height < 0' })`. Returns the ids of those deleted. Without
   * any condition nothing is deleted: that is an error.
   */
  deleteWhere(conditions: Filter, options?: CallOptions): Promise<string[]> {
    return this.#deleteWhere(writeFilter(conditions), options);
  }

  /** Deletes every feature with these tags; the tag `*` stands for all features. Returns the ids of those deleted. */
  deleteByTags(tags: Tags, options?: CallOptions): Promise<string[]> {
    return this.#deleteWhere(writeFilter({ tags }), options);
  }

  async #deleteWhere(query: string[], options?: CallOptions): Promise<string[]> {
    // Asked for exactly this type, the hub lists what it deleted.
    const call: Call = { method: 'DELETE', path: '/features', query, accept: GEOJSON };
    const { deleted = [] } = await this.call<WriteResult>(call, options);
    return deleted;
  }

  #post(body: object, contentType: string, postOptions: PostOptions): Promise<WriteResult> {
    const { e, ne, cr, transactional, prefixId, addTags, removeTags, returning, ...options } = postOptions;
    const query = writeParameters({ e, ne, cr, transactional, prefixId, addTags, removeTags });
    const call: Call = { method: 'POST', path: '/features', query, body, contentType };
    return this.call(
      returning === 'lists' ? { ...call, headers: { Prefer: 'return=minimal' }, accept: GEOJSON } : call,
      options,
    );
  }

  #write<Body>(call: Call, options?: CallOptions): Promise<Body> {
    return this.call({ ...call, contentType: GEOJSON }, options);
  }
}
