import type { Crumb } from '../html/layout.ts';
import { type Addresses, type Link, TYPES } from '../links.ts';

/** The media type that is registered for what is now called MapLibre style. */
export const STYLE_TYPE = 'application/vnd.mapbox.style+json';
export const STYLES_REL = 'http://www.opengis.net/def/rel/ogc/1.0/styles';

export type StyleEntry = { id: string; title: string; links: Link[] };

export function stylesCrumb(addresses: Addresses): Crumb {
  return { title: 'Styles', href: addresses.of('/styles', { f: 'html' }) };
}

/** A style in a list. */
export function styleEntry(addresses: Addresses, id: string, title: string): StyleEntry {
  return { id, title, links: [stylesheetLink(addresses, id), metadataLink(addresses, id)] };
}

export function stylesheetLink(addresses: Addresses, id: string): Link {
  return {
    rel: 'stylesheet',
    type: STYLE_TYPE,
    title: 'Data and look, for MapLibre and others',
    href: addresses.of(`/styles/${encodeURIComponent(id)}`),
  };
}

export function metadataLink(addresses: Addresses, id: string): Link {
  return {
    rel: 'describedby',
    type: TYPES.json,
    title: 'What the style is about',
    href: addresses.of(`/styles/${encodeURIComponent(id)}/metadata`),
  };
}
