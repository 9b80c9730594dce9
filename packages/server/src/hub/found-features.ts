import type { FeatureQuery, ReadableSpace } from '@meridian/hub';
import { type Answer, geojson } from '../http/answer.ts';
import type { Context } from '../http/context.ts';
import { cacheControlOf, etagOf, unlessKnown } from '../http/etag.ts';
import { keptOrMade } from '../http/kept.ts';

/** The answer of every search: the first features that match, and whether there are more. */
export async function foundFeatures(
  context: Context,
  space: ReadableSpace,
  search: Omit<FeatureQuery, 'after' | 'sort'>,
): Promise<Answer> {
  const { version } = search;
  const at = version === undefined ? undefined : { version };
  const etag = etagOf(context, space.record, await space.content(), at);
  const find = () =>
    geojson({
      head: '{"type":"FeatureCollection","features":[',
      stream: space.stream({ ...search, after: 0, sort: [] }, context.readOptions),
      tail: ({ more }) => (more ? '],"partial":true}' : ']}'),
    });
  return unlessKnown(context, etag, () => keptOrMade(context, etag, find), cacheControlOf(space.record));
}
