import type { FeatureQuery, ReadableSpace } from '@meridian/hub';
import { type Answer, geojson } from '../http/answer.ts';
import type { Context } from '../http/context.ts';
import { etagOf, unlessKnown } from '../http/etag.ts';

/** The answer of every search: the first features that match, and whether there are more. */
export async function foundFeatures(
  context: Context,
  space: ReadableSpace,
  search: Omit<FeatureQuery, 'after' | 'sort'>,
): Promise<Answer> {
  return unlessKnown(context, etagOf(context, space.record, await space.content()), () =>
    geojson({
      head: '{"type":"FeatureCollection","features":[',
      stream: space.stream({ ...search, after: 0, sort: [] }, context.readOptions),
      tail: ({ more }) => (more ? '],"partial":true}' : ']}'),
    }),
  );
}
