import type { Count, FeaturePage, Statistics, WriteAnswer } from './answers.ts';
import { type Call, type CallOptions, type Connection, segment } from './connection.ts';
import type { Filter, Tags } from './filter.ts';
import type { Feature, FeatureCollection, FeatureInput, JsonObject } from './geojson.ts';
import { batchesOf, type View, writeFilter, writeParameters } from './query.ts';

const GEOJSON = 'application/geo+json';

export type SearchOptions = CallOptions & Filter & View & { limit?: number };

export type IterateOptions = CallOptions &
  Filter &
  View & {
    /** Features per request. */
    pageSize?: number;
    /** `p.name:desc`; insertion order without. */
    sort?: readonly string[];
  };

export type TagChanges = { addTags?: readonly string[]; removeTags?: readonly string[] };

/** The features of one space. `Properties` is what the caller knows them to carry. */
export class Features<Properties extends object = JsonObject> {
  readonly #connection: Connection;
  readonly #path: string;

  constructor(connection: Connection, space: string) {
    this.#connection = connection;
    this.#path = `/hub/spaces/${segment(space)}`;
  }

  get(id: string, { selection, force2D, ...options }: View & CallOptions = {}): Promise<Feature<Properties>> {
    const query = writeParameters({ selection, force2D });
    return this.#call({ path: `/features/${segment(id)}`, query }, options);
  }

  /** In the order of the ids; those that do not exist are absent. */
  async getMany(
    ids: readonly string[],
    { selection, force2D, ...options }: View & CallOptions = {},
  ): Promise<Feature<Properties>[]> {
    const features: Feature<Properties>[] = [];
    for (const id of batchesOf([...new Set(ids)])) {
      const query = writeParameters({ id, selection, force2D });
      const answer = await this.#call<FeatureCollection<Properties>>({ path: '/features', query }, options);
      features.push(...answer.features);
    }
    return features;
  }

  /** Creates or replaces one feature; without an id it is new and gets one. */
  async put(
    feature: FeatureInput,
    { addTags, removeTags, ...options }: TagChanges & CallOptions = {},
  ): Promise<Feature<Properties>> {
    const { id } = feature;
    const path = `/features/${id === undefined ? '' : segment(String(id))}`;
    const query = writeParameters({ addTags, removeTags });
    const answer = await this.#write<Feature<Properties> | FeatureCollection<Properties>>(
      { method: 'PUT', path, query, body: feature },
      options,
    );
    // A hub that speaks the datahub dialect answers a new feature as a collection of one.
    return answer.type === 'FeatureCollection' ? answer.features[0]! : answer;
  }

  /** Creates or replaces features, all or none. */
  putMany(
    features: readonly FeatureInput[],
    { addTags, removeTags, ...options }: TagChanges & CallOptions = {},
  ): Promise<WriteAnswer> {
    const query = writeParameters({ addTags, removeTags });
    const body = { type: 'FeatureCollection', features };
    return this.#write({ method: 'PUT', path: '/features', query, body }, options);
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
    await this.#call({ method: 'DELETE', path: `/features/${segment(id)}` }, options);
  }

  /** Deletes by ids; ids that do not exist are ignored. Says which are gone. */
  async deleteMany(ids: readonly string[], options?: CallOptions): Promise<string[]> {
    if (ids.includes('*'))
      throw new TypeError('In a list of ids * means every feature; use delete for the id *');
    const deleted: string[] = [];
    for (const id of batchesOf(ids))
      deleted.push(...(await this.#deleteWhere(writeParameters({ id }), options)));
    return deleted;
  }

  /** Deletes every feature with these tags; the tag `*` stands for all features. Says which are gone. */
  deleteByTags(tags: Tags, options?: CallOptions): Promise<string[]> {
    return this.#deleteWhere(writeFilter({ tags }), options);
  }

  search({
    tags,
    where,
    limit,
    selection,
    force2D,
    ...options
  }: SearchOptions = {}): Promise<FeatureCollection<Properties>> {
    const query = [...writeParameters({ limit, selection, force2D }), ...writeFilter({ tags, where })];
    return this.#call({ path: '/search', query }, options);
  }

  /** Every feature, page by page: `for await (const feature of features.iterate()) …` */
  async *iterate(iterateOptions: IterateOptions = {}): AsyncGenerator<Feature<Properties>, void, undefined> {
    const { tags, where, pageSize: limit, selection, force2D, sort, ...options } = iterateOptions;
    const filter = writeFilter({ tags, where });
    let handle: string | undefined;
    do {
      const query = [...writeParameters({ limit, handle, selection, force2D, sort }), ...filter];
      const page: FeaturePage<Properties> = await this.#call({ path: '/iterate', query }, options);
      yield* page.features;
      handle = page.handle;
    } while (handle !== undefined);
  }

  async count({ tags, where, ...options }: Filter & CallOptions = {}): Promise<number> {
    const answer = await this.#call<Count>({ path: '/count', query: writeFilter({ tags, where }) }, options);
    return answer.count;
  }

  statistics(options?: CallOptions): Promise<Statistics> {
    return this.#call({ path: '/statistics' }, options);
  }

  async #deleteWhere(query: string[], options?: CallOptions): Promise<string[]> {
    // Asked for exactly this type, the hub lists what it deleted.
    const call: Call = { method: 'DELETE', path: '/features', query, accept: GEOJSON };
    const { deleted = [] } = await this.#call<WriteAnswer>(call, options);
    return deleted;
  }

  #write<Answer>(call: Call, options?: CallOptions): Promise<Answer> {
    return this.#call({ ...call, contentType: GEOJSON }, options);
  }

  #call<Answer>(call: Call, options?: CallOptions): Promise<Answer> {
    return this.#connection.call({ ...call, path: this.#path + call.path }, options);
  }
}
