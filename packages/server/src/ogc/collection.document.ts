import { CRS84, KNOWN_CRSS, type Space, type Statistics, type TimeExtent } from '@meridian/hub';
import type { DocumentFormat } from './format.ts';
import { type Addresses, type Link, selfLinks, TYPES } from './links.ts';
import { STYLES_REL } from './styles/style.links.ts';

const GREGORIAN = 'http://www.opengis.net/def/uom/ISO-8601/0/Gregorian';
const REL = 'http://www.opengis.net/def/rel/ogc/1.0';

export type CollectionDocument = {
  id: string;
  title: string;
  description?: string;
  attribution?: string;
  extent?: {
    spatial?: { bbox: number[][]; crs: string };
    temporal?: { interval: (string | null)[][]; trs: string };
  };
  itemType: 'feature';
  crs: string[];
  storageCrs: string;
  links: Link[];
};

/** A space as the standard describes a collection of features. `crs`: the systems, or where they are listed. */
export function collectionDocument(
  addresses: Addresses,
  format: DocumentFormat,
  info: Space,
  statistics: Statistics,
  time: TimeExtent | undefined,
  crs: readonly string[] = KNOWN_CRSS,
): CollectionDocument {
  const { id, title, description, credits } = info;
  const extent = extentOf(statistics, time);
  return {
    id,
    title: title === '' ? id : title,
    ...(description === undefined ? {} : { description }),
    ...(credits.length === 0 ? {} : { attribution: credits.join(', ') }),
    ...(extent ? { extent } : {}),
    itemType: 'feature',
    crs: [...crs],
    storageCrs: CRS84.uri,
    links: [
      ...selfLinks(format, (f) => addresses.collection(id, '', { f })),
      items(addresses, id, 'json'),
      items(addresses, id, 'html'),
      describing(addresses, id, `${REL}/queryables`, '/queryables', 'What filters can ask for'),
      describing(addresses, id, `${REL}/schema`, '/schema', 'The schema of the features'),
      describing(addresses, id, `${REL}/sortables`, '/sortables', 'What can be sorted by'),
      {
        rel: `${REL}/tilesets-vector`,
        type: TYPES.json,
        title: 'The vector tiles',
        href: addresses.collection(id, '/tiles'),
      },
      {
        rel: STYLES_REL,
        type: TYPES.json,
        title: 'The style for map libraries',
        href: addresses.collection(id, '/styles'),
      },
      { rel: 'collection', type: TYPES.json, title: 'All collections', href: addresses.of('/collections') },
      { rel: 'root', type: TYPES.json, title: 'The landing page', href: addresses.of('') },
    ],
  };
}

function items(addresses: Addresses, id: string, f: DocumentFormat): Link {
  const isJson = f === 'json';
  return {
    rel: 'items',
    type: isJson ? TYPES.geojson : TYPES.html,
    title: `The features as ${isJson ? 'GeoJSON' : 'a page'}`,
    href: addresses.collection(id, '/items', { f }),
  };
}

function describing(addresses: Addresses, id: string, rel: string, below: string, title: string): Link {
  return { rel, type: TYPES.schema, title, href: addresses.collection(id, below) };
}

function extentOf({ extent }: Statistics, time: TimeExtent | undefined): CollectionDocument['extent'] {
  if (!extent && !time) return undefined;
  return {
    ...(extent ? { spatial: spatialExtent(extent) } : {}),
    temporal: { interval: [[timeText(time?.from), timeText(time?.to)]], trs: GREGORIAN },
  };
}

function spatialExtent({ bbox: { west, south, east, north } }: NonNullable<Statistics['extent']>) {
  return { bbox: [[west, south, east, north]], crs: CRS84.uri };
}

/** The largest that a date can be: numbers of features can be anything. */
const MAX_MS = 8.64e15;

function timeText(ms: number | undefined): string | null {
  if (ms === undefined || Math.abs(ms) > MAX_MS) return null;
  const date = new Date(ms);
  const year = date.getUTCFullYear();
  // RFC 3339 has four digits for a year.
  return year < 0 || year > 9999 ? null : date.toISOString().replace('.000Z', 'Z');
}
