import { type Condition, type Operand, writeFilter } from '@meridian/client';
import type { LayerFilter, MapLayer } from '../../map-style/document.ts';
import type { HubRequest } from '../api/call.ts';

export type Bounds = { west: number; south: number; east: number; north: number };

const spacePath = (space: string) => `/hub/spaces/${encodeURIComponent(space)}`;

function withQuery(path: string, query: readonly string[]): string {
  return query.length === 0 ? path : `${path}?${query.join('&')}`;
}

/** A list of names as a parameter; those with a comma cannot be part of one. */
function selection(properties: readonly string[]): string[] {
  const names = properties.filter((name) => !name.includes(','));
  return names.length === 0
    ? []
    : [`selection=${names.map((name) => `p.${encodeURIComponent(name)}`).join(',')}`];
}

/**
 * The tiles of a layer. They carry no property but the one that decides the colour, and are made for the eye: a tile
 * of a million features is no larger than one of a few thousand.
 */
export function tilesOf({ space, filter, style }: MapLayer, version: number): string {
  const shown = style.shading !== 'plain' && style.property !== undefined ? [style.property] : [];
  const query = ['mode=viz', ...selection(shown), ...writeFilter(filter), `v=${version}`];
  return withQuery(`${spacePath(space)}/tile/web/{z}/{x}/{y}.mvtf`, query);
}

export function boxRequest(
  { space, filter }: Pick<MapLayer, 'space' | 'filter'>,
  bounds: Bounds,
  options: { limit: number; properties: readonly string[] },
): HubRequest {
  const query = [
    ...boxQuery(bounds),
    `limit=${options.limit}`,
    ...selection(options.properties),
    ...writeFilter(filter),
  ];
  return { path: withQuery(`${spacePath(space)}/bbox`, query) };
}

/** Features counted in hexagons; as points for heat. */
export function hexbinRequest(
  { space, filter, style }: MapLayer,
  bounds: Bounds,
  resolution: number,
): HubRequest {
  const query = [
    ...boxQuery(bounds),
    'clustering=hexbin',
    `clustering.absoluteResolution=${resolution}`,
    ...(style.view === 'heat' ? ['clustering.pointmode=true'] : []),
    ...writeFilter(filter),
  ];
  return { path: withQuery(`${spacePath(space)}/bbox`, query) };
}

export function countRequest(space: string, filter: LayerFilter): HubRequest {
  return { path: withQuery(`${spacePath(space)}/count`, writeFilter(filter)) };
}

export function sampleRequest(space: string, properties: readonly string[], limit: number): HubRequest {
  return { path: withQuery(`${spacePath(space)}/search`, [`limit=${limit}`, ...selection(properties)]) };
}

/** A property as something to group by. */
function term(property: string): string {
  return `"properties.${property.replaceAll('"', '""')}"`;
}

function aggregateRequest(space: string, groupBy: string, limit: number, filter?: LayerFilter): HubRequest {
  const query = [
    `groupBy=${encodeURIComponent(groupBy)}`,
    `limit=${limit}`,
    ...(filter ? writeFilter(filter) : []),
  ];
  return { path: withQuery(`${spacePath(space)}/aggregate`, query) };
}

/** The values of a property, the most frequent first, or classes of its numbers with as many features in each. */
export function classesRequest(space: string, property: string, classes: number | undefined): HubRequest {
  return classes === undefined
    ? aggregateRequest(space, term(property), MAX_VALUES)
    : aggregateRequest(space, `bins(${term(property)},${classes},quantile)`, classes + 1);
}

/** How many features of a layer are in each of its classes. */
export function classCountsRequest({ space, filter, style }: MapLayer): HubRequest | undefined {
  const { shading, property, classes } = style;
  if (shading === 'plain' || property === undefined || classes.length === 0) return undefined;
  if (shading === 'categories') {
    const shown: Condition = [`p.${property}`, '=', classes.flatMap(({ from }) => spelt(String(from)))];
    return aggregateRequest(space, term(property), MAX_VALUES, {
      ...filter,
      where: [...filter.where, shown],
    });
  }
  const limits = classes.map(({ from }) => from).join(',');
  return aggregateRequest(space, `limits(${term(property)},${limits})`, classes.length + 2, filter);
}

/** What a category may be in the data: classes are kept as texts. */
function spelt(text: string): Operand[] {
  if (text === 'true' || text === 'false') return [text, text === 'true'];
  const number = Number(text);
  return text !== '' && String(number) === text ? [text, number] : [text];
}

/** More values than are shown: some may be alike as text, and what is no text or number is among them. */
const MAX_VALUES = 50;

export type SearchArea =
  | { kind: 'radius'; center: [number, number]; radius: number }
  | { kind: 'polygon'; ring: [number, number][] };

/** What is near a position, or within an area that was drawn. */
export function areaRequest(
  { space, filter }: Pick<MapLayer, 'space' | 'filter'>,
  area: SearchArea,
  options: { limit: number; properties: readonly string[] },
): HubRequest {
  const query = [`limit=${options.limit}`, ...selection(options.properties), ...writeFilter(filter)];
  const path = `${spacePath(space)}/spatial`;
  if (area.kind === 'polygon')
    return {
      method: 'POST',
      path: withQuery(path, query),
      body: { type: 'Polygon', coordinates: [[...area.ring, area.ring[0]!]] },
      contentType: 'application/geo+json',
    };
  const [longitude, latitude] = area.center;
  const areaQuery = [
    `lat=${rounded(latitude)}`,
    `lon=${rounded(longitude)}`,
    `radius=${Math.round(area.radius)}`,
  ];
  return { path: withQuery(path, [...areaQuery, ...query]) };
}

function boxQuery({ west, south, east, north }: Bounds): string[] {
  return Object.entries({ west, south, east, north }).map(([name, value]) => `${name}=${rounded(value)}`);
}

/** About 10 cm: no screen shows less. */
function rounded(degrees: number): number {
  return Math.round(degrees * 1e6) / 1e6;
}

/** What a map shows, as a box that the hub takes: a view of more than the world is the world. */
export function toBounds(west: number, south: number, east: number, north: number): Bounds {
  const wide = east - west >= 360;
  return {
    west: wide ? -180 : wrapped(west),
    east: wide ? 180 : wrapped(east),
    south: Math.max(-90, south),
    north: Math.min(90, north),
  };
}

function wrapped(longitude: number): number {
  return longitude >= -180 && longitude <= 180 ? longitude : ((((longitude + 180) % 360) + 360) % 360) - 180;
}
