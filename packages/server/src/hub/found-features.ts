import type { FeatureQuery, FeatureStream, ReadableSpace, ReadTicket } from '@meridian/hub';
import { cachedOrComputed } from '../http/cached-response.ts';
import type { Context } from '../http/context.ts';
import { cacheControlOf, type EtagParts, etagOf, unlessKnown } from '../http/etag.ts';
import { geojson, type Response } from '../http/response/response.ts';

/** The response of every search: the first features that match, and whether there are more. */
export function foundFeatures(
  context: Context,
  space: ReadableSpace,
  search: Omit<FeatureQuery, 'after' | 'sort'>,
): Promise<Response> {
  const { version } = search;
  return streamedFeatures(
    context,
    space,
    (options) => space.stream({ ...search, after: 0, sort: [] }, options),
    version === undefined ? undefined : { version },
  );
}

/** The same for what `read` finds. `at` has what it depends on besides the space as it is. */
export async function streamedFeatures(
  context: Context,
  space: ReadableSpace,
  read: (options: ReadTicket) => FeatureStream,
  at?: EtagParts,
): Promise<Response> {
  const etag = etagOf(context, space.info, await space.content(), at);
  const find = (options: ReadTicket) => collection(read(options));
  return unlessKnown(context, etag, () => cachedOrComputed(context, etag, find), cacheControlOf(space.info));
}

export function collection(stream: FeatureStream): Response {
  return geojson({
    head: '{"type":"FeatureCollection","features":[',
    stream,
    tail: ({ more }) => (more ? '],"partial":true}' : ']}'),
  });
}
