import type { Crumb } from '../html/layout.ts';
import { type Addresses, type Link, TYPES } from '../links.ts';

/** The media type that is registered for what is now called MapLibre style. */
export const STYLE_TYPE = 'application/vnd.mapbox.style+json';
export const STYLES_REL = 'http://www.opengis.net/def/rel/ogc/1.0/styles';

export type StyleEntry = { id: string; title: string; links: Link[] };

export function stylesCrumb(addresses: Addresses): Crumb {
  return { title: 'Styles', href: addresses.of('/styles', { f: 'html' }) };
}

export function stylePath(id: string): string {
  return `/styles/${encodeURIComponent(id)}`;
}

/** The style of a collection has the collection's id. */
export function collectionStylePath(id: string): string {
  return `/collections/${encodeURIComponent(id)}/styles/${encodeURIComponent(id)}`;
}

/** A style in a list; `path`: where it is below `/ogc`. */
export function styleEntry(
  addresses: Addresses,
  id: string,
  title: string,
  path = stylePath(id),
): StyleEntry {
  return { id, title, links: [...stylesheetLinks(addresses, path), metadataLink(addresses, id)] };
}

/** For programs and to look at. */
export function stylesheetLinks(addresses: Addresses, path: string): Link[] {
  return [
    stylesheetLink(addresses, path),
    { rel: 'alternate', type: TYPES.html, title: 'To look at', href: addresses.of(path, { f: 'html' }) },
  ];
}

export function stylesheetLink(addresses: Addresses, path: string): Link {
  return {
    rel: 'stylesheet',
    type: STYLE_TYPE,
    title: 'Data and look, for MapLibre and others',
    href: addresses.of(path),
  };
}

export function metadataLink(addresses: Addresses, id: string): Link {
  return {
    rel: 'describedby',
    type: TYPES.json,
    title: 'What the style is about',
    href: addresses.of(`${stylePath(id)}/metadata`),
  };
}
