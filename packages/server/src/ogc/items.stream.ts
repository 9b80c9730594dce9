import type { FeatureFilter, FeatureQuery, FeatureStream, ReadableSpace, ReadTicket } from '@meridian/hub';
import type { ItemsQuery } from './items.query.ts';
import { startNowhere } from './page-cursor.ts';

/**
 * The features of a page. The standard has `bbox` select features without a geometry, too: where a space has some they come
 * behind those in the box, so that the index finds these as fast as ever.
 */
export async function* itemsStream(
  space: ReadableSpace,
  { read, nowhere }: Pick<ItemsQuery, 'read' | 'nowhere'>,
  ticket: ReadTicket,
): FeatureStream {
  if (!nowhere) return yield* space.stream(read, ticket);
  let shown = 0;
  if (nowhere.after === undefined) {
    const end = yield* space.stream(read, ticket);
    if (end.more) return end;
    shown = end.shown ?? 0;
    if (shown === read.limit) return { more: true, last: startNowhere(0), shown };
  }
  const { area: _, ...rest } = read;
  const query: FeatureQuery = {
    ...rest,
    filter: filterNowhere(read.filter),
    after: nowhere.after ?? 0,
    limit: read.limit - shown,
  };
  const end = yield* space.stream(query, ticket);
  return { more: end.more, last: startNowhere(end.last), shown: shown + (end.shown ?? 0) };
}

/** The same conditions, on features without a geometry. */
export function filterNowhere({ tags, tests }: FeatureFilter): FeatureFilter {
  const test = { root: 'feature', path: ['geometry', 'type'], comparison: '=', operands: [null] } as const;
  return { tags, tests: [...tests, test] };
}
