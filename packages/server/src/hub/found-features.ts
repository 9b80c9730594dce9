import type { ContentState, FeatureQuery, FeatureStream, ReadableSpace, ReadTicket } from '@meridian/hub';
import { cachedOrComputed } from '../http/cached-response.ts';
import type { Context } from '../http/context.ts';
import { cacheControlOf, type EtagParts, etagOf, unlessKnown } from '../http/etag.ts';
import { geojson, type Response } from '../http/response/response.ts';
import { refs } from '../openapi/components.ts';

/** The result of a read, or with `explain` its plan. */
export const foundContent = {
  'application/geo+json': refs.featureCollection,
  'application/json': refs.readPlan,
};

/** Whether a cached response will do; `content`: the state that it depends on, where that is less than the whole space. */
export type Caching = { skipCache: boolean; content?: ContentState };

/** The response of every search: the first features that match, and whether there are more. */
export function foundFeatures(
  context: Context,
  space: ReadableSpace,
  search: Omit<FeatureQuery, 'after' | 'sort'>,
  caching: Caching,
): Promise<Response> {
  const { version } = search;
  return streamedFeatures(
    context,
    space,
    (options) => space.stream({ ...search, after: 0, sort: [] }, options),
    caching,
    version === undefined ? undefined : { version },
  );
}

/** The same for what `read` finds. `at` has what it depends on besides the space as it is. */
export async function streamedFeatures(
  context: Context,
  space: ReadableSpace,
  read: (options: ReadTicket) => FeatureStream,
  { skipCache, content }: Caching,
  at?: EtagParts,
): Promise<Response> {
  const etag = etagOf(context, space.info, content ?? (await space.content()), at);
  const find = (options: ReadTicket) => collection(read(options));
  const respond = () => cachedOrComputed(context, etag, find, skipCache);
  return unlessKnown(context, etag, respond, cacheControlOf(space.info));
}

export function collection(stream: FeatureStream): Response {
  return geojson({
    head: '{"type":"FeatureCollection","features":[',
    stream,
    tail: ({ more }) => (more ? '],"partial":true}' : ']}'),
  });
}
