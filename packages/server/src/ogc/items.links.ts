import type { StreamEnd } from '@meridian/hub';
import type { Context } from '../http/context.ts';
import type { DocumentFormat } from './format.ts';
import { type Addresses, type Link, selfLinks, TYPES } from './links.ts';
import { type Matched, nextCursor, type PageCursor, previousCursor, writeCursor } from './page-cursor.ts';

/** Set by links themselves. */
const OWN = ['cursor', 'f', 'access_token'];

/** The links of a page: they repeat what was asked for, but for where the page begins. */
export function pageLinks(
  context: Context,
  addresses: Addresses,
  format: DocumentFormat,
  cursor: PageCursor,
  end: StreamEnd,
  matched: Matched,
): Link[] {
  const { spaceId } = context;
  const asked = context.sentPairs.filter(([name]) => !OWN.includes(name));
  const at = (page: PageCursor, f: DocumentFormat) => {
    const isFirst = page.start === 0 && page.before.length === 0;
    const own = { f, cursor: isFirst ? undefined : writeCursor(page) };
    return addresses.collection(spaceId, '/items', own, asked);
  };
  const to = (rel: string, title: string, page: PageCursor | undefined): Link[] =>
    page
      ? [{ rel, type: format === 'json' ? TYPES.geojson : TYPES.html, title, href: at(page, format) }]
      : [];
  return [
    ...selfLinks(format, (f) => at(cursor, f), TYPES.geojson),
    ...to('next', 'The next page', nextCursor(cursor, end, matched)),
    ...to('prev', 'The page before', previousCursor(cursor, matched)),
    {
      rel: 'collection',
      type: TYPES.json,
      title: 'The collection of these features',
      href: addresses.collection(spaceId),
    },
  ];
}
