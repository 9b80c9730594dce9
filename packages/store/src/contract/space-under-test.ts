import assert from 'node:assert/strict';
import type { Store } from '../catalogue.ts';
import type { FeatureStream, VectorTile } from '../feature-store.ts';
import { parseStored } from '../model/json/exact-json.ts';
import type { JsonObject } from '../model/json/own.ts';
import type { AggregateQuery } from '../model/query/aggregate.ts';
import {
  type ClusterQuery,
  type FeatureFilter,
  type FeatureQuery,
  type FeatureView,
  NO_FILTER,
  type TileQuery,
} from '../model/query/query.ts';
import type { Statistics, StreamEnd } from '../model/results.ts';
import type { FeatureSource, SpaceRef } from '../model/source.ts';
import type { ContentState, DeleteRequest, WriteRequest } from '../rules/write/write-request.ts';
import { collectionOf, writeRequest } from './write-request.ts';

/** No test is meant to run into these. */
export const UNHURRIED = { timeLimitMs: 60_000, signal: new AbortController().signal };

export type Page = { texts: string[]; ids: string[]; end: StreamEnd };

/** One space of a store, with the calls of FeatureStore in the shape tests like best. */
export class SpaceUnderTest {
  readonly store: Store;
  readonly ref: SpaceRef;
  /** What is read: the space itself, unless told otherwise. */
  readonly source: FeatureSource;

  constructor(store: Store, ref: SpaceRef, source: FeatureSource = ref) {
    this.store = store;
    this.ref = ref;
    this.source = source;
  }

  static async create(store: Store, id: string, indexes: string[][] = []): Promise<SpaceUnderTest> {
    const ref = await store.catalogue.spaces.reserve(id);
    await store.features.create(ref, indexes);
    return new SpaceUnderTest(store, ref);
  }

  /** Writes features and gives the response, parsed. */
  async put(features: readonly unknown[], changes: Partial<WriteRequest> = {}): Promise<JsonObject> {
    return this.send(collectionOf(features), changes);
  }

  async send(body: unknown, changes: Partial<WriteRequest> = {}): Promise<JsonObject> {
    const result = await this.store.features.write(this.ref, writeRequest(body, changes));
    return result.body ? JSON.parse(Buffer.from(result.body).toString()) : {};
  }

  async delete(request: Partial<DeleteRequest>): Promise<string[]> {
    const complete = { ids: undefined, tags: undefined, returning: true, ...request };
    return (await this.store.features.delete(this.ref, complete)).ids;
  }

  async content(): Promise<ContentState> {
    return this.store.features.content(this.ref);
  }

  async byId(ids: string[], view: FeatureView = {}): Promise<JsonObject[]> {
    return (await this.store.features.byId(this.source, ids, view)).map((text) => JSON.parse(text));
  }

  async page(query: Partial<FeatureQuery> = {}, options = UNHURRIED): Promise<Page> {
    const { chunks, end } = await this.chunks(query, options);
    return { ...splitFeatures(Buffer.concat(joined(chunks)).toString()), end };
  }

  chunks(query: Partial<FeatureQuery> = {}, options = UNHURRIED) {
    return chunksOf(this.store.features.stream(this.source, walkOf(query), options));
  }

  tile(query: TileQuery, options = UNHURRIED): Promise<VectorTile> {
    return this.store.features.tile(this.source, query, options);
  }

  async clusters(query: Omit<ClusterQuery, 'filter' | 'limit'> & Partial<ClusterQuery>, options = UNHURRIED) {
    const whole = { filter: NO_FILTER, limit: 1_000_000, ...query };
    const { chunks, end } = await chunksOf(this.store.features.clusters(this.source, whole, options));
    const cells = JSON.parse(`[${Buffer.concat(joined(chunks))}]`) as JsonObject[];
    return { cells, more: end.more };
  }

  /** Groups as they come, with the digits of their numbers. */
  async aggregate(query: Partial<AggregateQuery>, options = UNHURRIED) {
    const whole = { filter: NO_FILTER, groupBy: [], measures: [], order: [], limit: 1_000_000, ...query };
    const { chunks, end } = await chunksOf(this.store.features.aggregate(this.source, whole, options));
    const text = Buffer.concat(joined(chunks)).toString();
    return { groups: parseStored(`[${text}]`) as JsonObject[], end: end.aggregate! };
  }

  /** Follows the handles to the end; `between` is called after each page. */
  async pages(query: Partial<FeatureQuery>, between: (page: Page) => unknown = () => {}): Promise<Page[]> {
    const pages: Page[] = [];
    for (let cursor: Partial<FeatureQuery> = {}; ; ) {
      const page = await this.page({ ...query, ...cursor });
      pages.push(page);
      const { more, last, lastSorted } = page.end;
      if (!more) return pages;
      assert.ok(pages.length < 1000, 'pages come to an end');
      cursor = lastSorted ? { afterSorted: lastSorted } : { after: last };
      await between(page);
    }
  }

  count(filter: Partial<FeatureFilter> = {}, options = UNHURRIED): Promise<number> {
    return this.store.features.count(this.source, { ...NO_FILTER, ...filter }, options);
  }

  statistics(): Promise<Statistics> {
    return this.store.features.statistics(this.source, UNHURRIED);
  }
}

export function walkOf(query: Partial<FeatureQuery>): FeatureQuery {
  return { filter: NO_FILTER, view: {}, limit: 1_000_000, after: 0, sort: [], ...query };
}

async function chunksOf(stream: FeatureStream) {
  const chunks: Uint8Array[] = [];
  for (;;) {
    const { value, done } = await stream.next();
    if (done) return { chunks, end: value };
    chunks.push(value);
  }
}

function joined(chunks: Uint8Array[]): Uint8Array[] {
  const comma = Buffer.from(',');
  return chunks.flatMap((chunk, i) => (i === 0 ? [chunk] : [comma, chunk]));
}

/** Feature texts out of `{…},{…}`, with their ids: each begins the same way, which no string inside of one can. */
function splitFeatures(text: string): { texts: string[]; ids: string[] } {
  if (text === '') return { texts: [], ids: [] };
  const texts = text.split(/,(?=\{"type":"Feature","id":)/);
  const ids = (JSON.parse(`[${text}]`) as { id: string }[]).map(({ id }) => id);
  assert.equal(ids.length, texts.length);
  return { texts, ids };
}
