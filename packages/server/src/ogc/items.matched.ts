import type { ReadableSpace, ReadTicket, StreamEnd } from '@meridian/hub';
import { MAX_ITEMS } from './items.limits.ts';
import type { ItemsQuery } from './items.query.ts';
import { filterNowhere } from './items.stream.ts';
import type { Matched } from './page-cursor.ts';

/**
 * How much matches. The first page finds it out, if that takes no more than reading the largest page, and hands it on: all
 * pages say the same, at no further cost, until something is written.
 */
export async function matchedBy(
  space: ReadableSpace,
  { cursor, read: { filter, area }, nowhere }: ItemsQuery,
  etag: string,
  ticket: ReadTicket,
): Promise<Matched> {
  if (cursor.matched?.etag === etag) return cursor.matched;
  const query = { filter, ...(area ? { area } : {}), maxRows: MAX_ITEMS };
  const count = await space.countIfCheap(query, ticket);
  if (!nowhere || count === undefined) return { count, etag };
  const others = await space.countIfCheap({ filter: filterNowhere(filter), maxRows: MAX_ITEMS }, ticket);
  return { count: others === undefined ? undefined : count + others, etag };
}

/** The number of a page: known before, or because the one page has everything. */
export function numberMatchedOf(
  { cursor }: ItemsQuery,
  { count }: Matched,
  { more, shown }: StreamEnd,
): { numberMatched?: number } {
  const numberMatched = count ?? (cursor.start === 0 && !more ? shown : undefined);
  return numberMatched === undefined ? {} : { numberMatched };
}
