import { FormatFault } from '../fault.ts';
import { parameterOf, shownAddress, withParameters } from './address.ts';
import { jsonOf } from './json-response.ts';
import type { Pages } from './paged-reader.ts';
import type { WebClient } from './web-client.ts';

type Link = { rel?: unknown; href?: unknown; type?: unknown };
type PageDocument = { type?: unknown; links?: unknown; numberMatched?: unknown };

const PAGE_FEATURES = '1000';
const GEOJSON = 'application/geo+json';

/** Items of a collection of OGC API Features, page by page along the links that the server gives. */
export async function* ogcApiPages(web: WebClient, address: URL, maxBytes: number): Pages {
  const items = new URL(address);
  items.pathname = items.pathname.replace(/\/$/, '').replace(/(\/collections\/[^/]+)$/, '$1/items');
  let next: URL | undefined = withParameters(items, {
    f: undefined,
    limit: parameterOf(items, 'limit') ?? PAGE_FEATURES,
  });
  let matched: number | undefined;
  let read = 0;
  const seen = new Set<string>();
  while (next !== undefined) {
    const { bytes, document }: { bytes: Uint8Array; document: PageDocument } = await jsonOf(
      web,
      next,
      maxBytes,
      `${GEOJSON}, application/json;q=0.9`,
    );
    if (document.type !== 'FeatureCollection')
      throw new FormatFault('malformed', shownAddress(next), 'is no page of GeoJSON features');
    if (typeof document.numberMatched === 'number') matched ??= document.numberMatched;
    read += yield { bytes, format: 'geojson' };
    seen.add(next.href);
    next = linkToNext(document, next);
    if (next !== undefined && seen.has(next.href))
      throw new FormatFault('malformed', shownAddress(next), 'is a next page that was read before');
  }
  if (matched !== undefined && read < matched)
    throw new FormatFault(
      'truncated',
      shownAddress(address),
      `has ${matched} features, but its pages had ${read}`,
    );
}

function linkToNext({ links }: PageDocument, at: URL): URL | undefined {
  const found = (Array.isArray(links) ? (links as (Link | null)[]) : []).filter(
    (link) => link?.rel === 'next',
  );
  const link = found.find((one) => one?.type === GEOJSON || one?.type === 'application/json') ?? found[0];
  return typeof link?.href === 'string' && URL.canParse(link.href, at) ? new URL(link.href, at) : undefined;
}
