import { type Aggregate, type AggregateOptions, aggregateCall } from './aggregate.ts';
import {
  type AreaOptions,
  type Box,
  type BoxOptions,
  type Centre,
  type ExportFormat,
  type ExportOptions,
  type SearchOptions,
  type SpatialOptions,
  type TileId,
  type TileOptions,
  type TileScheme,
  tilePath,
  writeArea,
  writeBox,
  writeSearch,
  writeTile,
} from './area.ts';
import { type Call, type CallOptions, type Connection, segment } from './connection.ts';
import { Exports } from './exports.ts';
import type { Filter } from './filter.ts';
import type { Feature, FeatureCollection, Geometry, JsonObject } from './geojson.ts';
import { batchesOf, type Past, type View, writeFilter, writeParameters, writePast } from './query.ts';
import type { Count, FeaturePage, Statistics } from './responses.ts';
import {
  type Changeset,
  type ChangesetOptions,
  type ChangesetPage,
  type VersionChanges,
  wholeVersions,
} from './versions.ts';

/** `version` and `at` ask for the feature as it was, in a space with history. */
export type FeatureOptions = View & CallOptions & Past;

export type IterateOptions = CallOptions &
  Filter &
  Past &
  View & {
    /** Features per request. */
    pageSize?: number;
    /** `p.name:desc`; insertion order without. */
    sort?: readonly string[];
    /** The i-th of n parts, counted from 1: so several can share the work. */
    part?: readonly [index: number, count: number];
    /** The handle of a page, to go on behind it. */
    handle?: string | undefined;
  };

/** Reads the features of one space. `Properties` is what the caller knows them to carry. */
export class FeatureReader<Properties extends object = JsonObject> {
  readonly #connection: Connection;
  readonly #path: string;

  /** Files that the hub writes in the background. */
  readonly exports: Exports;

  constructor(connection: Connection, space: string) {
    this.#connection = connection;
    this.#path = `/hub/spaces/${segment(space)}`;
    this.exports = new Exports(connection, space);
  }

  get(id: string, { selection, force2D, ...options }: FeatureOptions = {}): Promise<Feature<Properties>> {
    const query = [...writeParameters({ selection, force2D }), ...writePast(options)];
    return this.call({ path: `/features/${segment(id)}`, query }, options);
  }

  /** In the order of the ids; those that do not exist are absent. */
  async getMany(
    ids: readonly string[],
    { selection, force2D, ...options }: FeatureOptions = {},
  ): Promise<Feature<Properties>[]> {
    const features: Feature<Properties>[] = [];
    for (const id of batchesOf([...new Set(ids)])) {
      const query = [...writeParameters({ id, selection, force2D }), ...writePast(options)];
      const response = await this.call<FeatureCollection<Properties>>({ path: '/features', query }, options);
      features.push(...response.features);
    }
    return features;
  }

  /** The first matches, 30 000 unless `limit` says otherwise; `partial` is set if there are more. */
  search(options: SearchOptions = {}): Promise<FeatureCollection<Properties>> {
    return this.#find({ path: '/search', query: writeSearch(options) }, options);
  }

  /** Every match, however many: `for await (const feature of features.searchAll({ where })) …` */
  searchAll(options: FeatureOptions & Filter & { pageSize?: number } = {}) {
    return this.iterate(options);
  }

  /** What meets a box. */
  bbox(box: Box, options: BoxOptions = {}): Promise<FeatureCollection<Properties>> {
    const query = [...writeBox(box), ...writeTile(options)];
    return this.#find({ path: '/bbox', query }, options);
  }

  tile(scheme: TileScheme, tile: TileId, options: TileOptions = {}): Promise<FeatureCollection<Properties>> {
    return this.#find({ path: tilePath(scheme, tile), query: writeTile(options) }, options);
  }

  /** A Mapbox vector tile. `flat` gives nested properties dotted names instead of JSON text. */
  vectorTile(
    scheme: TileScheme,
    tile: TileId,
    { flat = false, ...options }: TileOptions & { flat?: boolean } = {},
  ): Promise<Uint8Array<ArrayBuffer>> {
    const path = `${this.#path}${tilePath(scheme, tile)}.${flat ? 'mvtf' : 'mvt'}`;
    const accept = 'application/vnd.mapbox-vector-tile';
    return this.#connection.bytes({ path, query: writeTile(options), accept }, options);
  }

  /** Describes the tiles of this space to map libraries (TileJSON 3). */
  tileJson(options?: CallOptions): Promise<JsonObject> {
    return this.call({ path: '/tile/web.json' }, options);
  }

  /** What lies within a radius of a position, a feature or an H3 cell. */
  near(centre: Centre, { radius, ...options }: SpatialOptions = {}): Promise<FeatureCollection<Properties>> {
    const query = [...writeParameters({ ...centre, radius }), ...writeArea(options)];
    return this.#find({ path: '/spatial', query }, options);
  }

  /** What meets a geometry, which `radius` widens. */
  intersecting(
    geometry: Geometry,
    { radius, ...options }: SpatialOptions = {},
  ): Promise<FeatureCollection<Properties>> {
    const query = [...writeParameters({ radius }), ...writeArea(options)];
    const call: Call = { method: 'POST', path: '/spatial', query, body: geometry, idempotent: true };
    return this.#find(call, options);
  }

  /** Every feature, page by page: `for await (const feature of features.iterate()) …` */
  async *iterate(options: IterateOptions = {}): AsyncGenerator<Feature<Properties>, void, undefined> {
    for await (const { features } of this.pages(options)) yield* features;
  }

  /** The pages themselves. The next one is asked for only when it is wanted. */
  async *pages(pageOptions: IterateOptions = {}): AsyncGenerator<FeaturePage<Properties>, void, undefined> {
    const { pageSize: limit, selection, force2D, sort, part, ...options } = pageOptions;
    const filter = [...writePast(options), ...writeFilter(options)];
    const parts = part && [`part=${part.join(',')}`];
    let { handle } = options;
    do {
      const view = writeParameters({ limit, handle, selection, force2D, sort });
      const query = [...view, ...(parts ?? []), ...filter];
      const page: FeaturePage<Properties> = await this.call({ path: '/iterate', query }, options);
      yield page;
      handle = page.handle;
    } while (handle !== undefined);
  }

  /** The space, or what is chosen of it, as a file: `body` of what is given is a stream of its bytes. */
  exportFile(
    format: ExportFormat,
    { bbox, formulas, csvGeometry, width, ...options }: ExportOptions = {},
  ): Promise<Response> {
    const box = bbox ? writeBox(bbox) : [];
    const query = [
      ...writeParameters({ format, formulas, csvGeometry, width }),
      ...box,
      ...writeSearch(options),
    ];
    const call = { path: `${this.#path}/export`, query, accept: '*/*' };
    return this.#connection.read(call, async (response) => response, options);
  }

  async count(options: Filter & Past & CallOptions = {}): Promise<number> {
    const query = [...writePast(options), ...writeFilter(options)];
    const response = await this.call<Count>({ path: '/count', query }, options);
    return response.count;
  }

  /** A page of groups, with what is computed of each: `{ groupBy: ['country'], measures: ['sum(population)'] }`. */
  aggregate(options: AggregateOptions = {}): Promise<Aggregate> {
    return this.call(aggregateCall(options), options);
  }

  /** With `properties: 'full'` types, different values, limits and frequent values of each; that looks at every feature. */
  statistics({
    properties,
    ...options
  }: CallOptions & Past & { properties?: 'full' } = {}): Promise<Statistics> {
    const query = [...writeParameters({ properties }), ...writePast(options)];
    return this.call({ path: '/statistics', query }, options);
  }

  /** What each write changed, oldest first, in a space with history: each version once, and whole. */
  changesets(options: ChangesetOptions = {}): AsyncGenerator<VersionChanges, void, undefined> {
    return wholeVersions(this.changesetPages(options));
  }

  /** The pages they come in. A large version continues on the next page. */
  async *changesetPages(pageOptions: ChangesetOptions = {}): AsyncGenerator<ChangesetPage, void, undefined> {
    const {
      startVersion,
      endVersion,
      pageSize: limit,
      selection,
      force2D,
      isOldPath,
      ...options
    } = pageOptions;
    const path = isOldPath ? '/history' : '/changesets';
    const accept = 'application/vnd.here.changeset-collection';
    let pageToken: string | undefined;
    do {
      const query = writeParameters({ startVersion, endVersion, limit, selection, force2D, pageToken });
      const page: ChangesetPage = await this.call(
        isOldPath ? { path, query, accept } : { path, query },
        options,
      );
      yield page;
      pageToken = page.nextPageToken;
    } while (pageToken !== undefined);
  }

  changeset(
    version: number,
    { selection, force2D, ...options }: View & CallOptions = {},
  ): Promise<Changeset> {
    const query = writeParameters({ selection, force2D });
    return this.call({ path: `/changesets/${version}`, query }, options);
  }

  #find(call: Call, options: AreaOptions): Promise<FeatureCollection<Properties>> {
    return this.call(call, options);
  }

  /** A call below the path of the space. */
  protected call<Body>(call: Call, options?: CallOptions): Promise<Body> {
    return this.#connection.call({ ...call, path: this.#path + call.path }, options);
  }
}
