import { type Condition, type Filter, writeFilter } from '@meridian/client';
import { hubFilter, type LayerFilter, quotedProperty } from '../../filter/layer-filter.ts';
import { classCondition } from '../../map-style/class-condition.ts';
import {
  type CellMeasure,
  type ClassMethod,
  type MapLayer,
  shownProperties,
} from '../../map-style/document.ts';
import { type Limits, timeConditions } from '../../map-style/time.ts';
import type { Rank } from '../../space-settings/rank.ts';
import type { HubRequest } from '../api/call.ts';
import { measuredBy } from './cells.ts';
import { circleRing } from './circle.ts';

export type Bounds = { west: number; south: number; east: number; north: number };

const spacePath = (space: string) => `/hub/spaces/${encodeURIComponent(space)}`;
/** Where the tiles of a space are. */
export const tilePath = (space: string) => `${spacePath(space)}/tile/web`;

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

/** Of features without any property. */
const NO_PROPERTIES = ['selection=f.id'];

/**
 * The tiles of a layer. They carry no property but those that decide what is shown and how, and are made for maps: a tile
 * of a million features is no larger than one of a few thousand.
 */
export function tilesOf(layer: MapLayer, brushed?: string, limits: Limits = {}): string {
  const { space, filter, style } = layer;
  const shown = new Set([...shownProperties(style), ...(brushed === undefined ? [] : [brushed])]);
  const selected = selection([...shown]);
  const query = [
    ...(style.view === 'clusters'
      ? ['mode=cluster']
      : ['mode=auto', ...(selected.length > 0 ? selected : NO_PROPERTIES)]),
    ...writeFilter(hubFilter(filter, ...countedWithin(layer, limits))),
  ];
  return withQuery(`${tilePath(space)}/{z}/{x}/{y}.mvt`, query);
}

/** Of features that are counted only those within limits of time are asked for; of others the map chooses. */
function countedWithin({ style: { view, time } }: MapLayer, limits: Limits): string[] {
  return view !== 'features' && time ? timeConditions(time, limits) : [];
}

/** Where rows of a table are: in a box, in an area that was drawn, or anywhere. */
export type RowArea = Bounds | SearchArea | undefined;

export type RowOptions = {
  limit: number;
  properties: readonly string[];
  /** `p.name:desc` */
  sort?: string | undefined;
  /** Where to go on. */
  handle?: string | undefined;
  /** Only these of them. */
  ids?: readonly string[];
};

/** Rows of a table, page by page: all of them, in the order that the hub makes. */
export function rowsRequest(
  { space, filter }: Pick<MapLayer, 'space' | 'filter'>,
  area: RowArea,
  { limit, properties, sort, handle, ids }: RowOptions,
): HubRequest {
  const query = [
    `limit=${limit}`,
    // A name with a dot may be that of one property, which no list can name.
    ...(properties.some((name) => name.includes('.')) ? [] : selection(properties)),
    ...(sort === undefined ? [] : [`sort=${encodeURIComponent(sort)}`]),
    ...(handle === undefined ? [] : [`handle=${encodeURIComponent(handle)}`]),
    ...writeFilter(hubFilter(filter, ...inArea(area), ...(ids ? [['f.id', '=', ids] as const] : []))),
  ];
  return { path: withQuery(`${spacePath(space)}/iterate`, query) };
}

type FindOptions = Pick<RowOptions, 'limit' | 'properties'>;

/** What words find, the best matches first. */
export function findRequest(
  { space, filter }: Pick<MapLayer, 'space' | 'filter'>,
  text: string,
  { limit, properties }: FindOptions,
): HubRequest {
  const query = [
    `limit=${limit}`,
    ...selection(properties),
    ...writeFilter(hubFilter({ ...filter, text: joined(filter.text, text) })),
  ];
  return { path: withQuery(`${spacePath(space)}/search`, query) };
}

/** What is called by words, the most important first. */
export function findRankedRequest(
  { space, filter }: Pick<MapLayer, 'space' | 'filter'>,
  text: string,
  { limit, properties, title, rank }: FindOptions & { title: string; rank: Rank },
): HubRequest {
  const query = [
    `limit=${limit}`,
    ...selection(properties),
    `sort=${encodeURIComponent(`p.${rank.property}:${rank.order === 'ascending' ? 'asc' : 'desc'}`)}`,
    ...writeFilter({
      ...hubFilter({ ...filter, text: joined(filter.text, text) }),
      // The words of the layer's own filter may be anywhere.
      ...(filter.text ? {} : { qProperties: [title] }),
    }),
  ];
  return { path: withQuery(`${spacePath(space)}/iterate`, query) };
}

function joined(...texts: (string | undefined)[]): string {
  return texts.filter(Boolean).join(' ');
}

/** The lowest and the highest number of a property: not of its texts, which `min` and `max` would compare, too. */
export function rangeRequest(space: string, property: string): HubRequest {
  const { min, max } = measureTerms(property);
  const query = [`measures=${encodeURIComponent(`${min},${max}`)}`];
  return { path: withQuery(`${spacePath(space)}/aggregate`, query) };
}

/** The first and the last value of a property, by their order: of texts that are times, the earliest and the latest. */
export function extremesRequest(space: string, property: string): HubRequest {
  const name = quotedProperty(property);
  const query = [`measures=${encodeURIComponent(`min(${name}),max(${name})`)}`];
  return { path: withQuery(`${spacePath(space)}/aggregate`, query) };
}

/** The hub's terms for what is made of the numbers of a property: `min` and `max` would compare its texts, too. */
export function measureTerms(property: string): Record<CellMeasure, string> {
  const name = quotedProperty(property);
  return {
    sum: `sum(${name})`,
    mean: `mean(${name})`,
    min: `quantile(${name},0)`,
    max: `quantile(${name},1)`,
  };
}

/** How many features of a layer are within a box, and within limits of time, and what is made of a property of theirs. */
export function figuresRequest(
  { space, filter, style: { time } }: MapLayer,
  bounds: Bounds,
  property: string | undefined,
  limits: Limits = {},
): HubRequest {
  const measures = property === undefined ? [] : Object.values(measureTerms(property));
  const query = [
    ...boxQuery(bounds),
    ...(measures.length > 0 ? [`measures=${encodeURIComponent(measures.join(','))}`] : []),
    ...writeFilter(hubFilter(filter, ...(time ? timeConditions(time, limits) : []))),
  ];
  return { path: withQuery(`${spacePath(space)}/aggregate`, query) };
}

/** Features counted in hexagons; as points for heat. */
export function hexbinRequest(
  layer: MapLayer,
  bounds: Bounds,
  resolution: number,
  limits: Limits = {},
): HubRequest {
  const { space, filter, style } = layer;
  const measured = measuredBy(style);
  const query = [
    ...boxQuery(bounds),
    'clustering=hexbin',
    `clustering.absoluteResolution=${resolution}`,
    ...(style.view === 'heat' ? ['clustering.pointmode=true'] : []),
    ...(measured ? [`clustering.property=${encodeURIComponent(measured.property)}`] : []),
    ...writeFilter(hubFilter(filter, ...countedWithin(layer, limits))),
  ];
  return { path: withQuery(`${spacePath(space)}/bbox`, query) };
}

export function countRequest(space: string, filter: LayerFilter, area?: RowArea): HubRequest {
  return { path: withQuery(`${spacePath(space)}/count`, writeFilter(hubFilter(filter, ...inArea(area)))) };
}

export function sampleRequest(space: string, properties: readonly string[], limit: number): HubRequest {
  return { path: withQuery(`${spacePath(space)}/search`, [`limit=${limit}`, ...selection(properties)]) };
}

function aggregateRequest(
  space: string,
  groupBy: string,
  limit: number,
  filter?: LayerFilter,
  ...further: Condition[]
): HubRequest {
  const query = [
    `groupBy=${encodeURIComponent(groupBy)}`,
    `limit=${limit}`,
    ...(filter ? writeFilter(hubFilter(filter, ...further)) : []),
  ];
  return { path: withQuery(`${spacePath(space)}/aggregate`, query) };
}

/** The values of a property, the most frequent first. */
export function valuesRequest(space: string, property: string, filter?: LayerFilter): HubRequest {
  return aggregateRequest(space, quotedProperty(property), MAX_VALUES, filter);
}

/** Classes of the numbers of a property. */
export function classesRequest(
  space: string,
  property: string,
  { method, classCount }: { method: ClassMethod; classCount: number },
  filter?: LayerFilter,
): HubRequest {
  const how = method === 'quantile' || method === 'natural' ? `,${method}` : '';
  const bins = `bins(${quotedProperty(property)},${classCount}${how})`;
  // About so many: limits are round. One group more has no number.
  return aggregateRequest(space, bins, 2 * classCount + 2, filter);
}

/** How many features of a layer are in each of its classes. */
export function classCountsRequest({ space, filter, style }: MapLayer): HubRequest | undefined {
  const { shading, property, classes } = style;
  const shown = classCondition(style);
  if (property === undefined || shown === undefined) return undefined;
  if (shading === 'categories')
    return aggregateRequest(space, quotedProperty(property), MAX_VALUES, filter, shown);
  const limits = classes.map(({ from }) => from).join(',');
  return aggregateRequest(space, `limits(${quotedProperty(property)},${limits})`, classes.length + 2, filter);
}

/** More values than are shown: some may be alike as text, and what is no text or number is among them. */
const MAX_VALUES = 50;

export type SearchArea =
  | { kind: 'radius'; center: [number, number]; radius: number }
  | { kind: 'polygon'; ring: [number, number][] };

/** What a table shows, as the hub filters it. */
export function rowsFilter(filter: LayerFilter, area: RowArea): Filter {
  return hubFilter(filter, ...inArea(area));
}

/** An area as a condition in CQL2. */
function inArea(area: RowArea): string[] {
  if (area === undefined) return [];
  if (!('kind' in area)) return [inBox(area)];
  if (area.kind === 'polygon') {
    const ring = [...area.ring, area.ring[0]!].map(writePosition).join(',');
    return [`S_INTERSECTS(geometry,POLYGON((${ring})))`];
  }
  const { center, radius } = area;
  const near = `distance(geometry,POINT(${writePosition(center)})) <= ${Math.round(radius)}`;
  const around = boxAround(center, radius);
  return around ? [inBox(around), near] : [near];
}

function inBox({ west, south, east, north }: Bounds): string {
  return `S_INTERSECTS(geometry,BBOX(${[west, south, east, north].map(rounded).join(',')}))`;
}

/** Little more than a circle, for the spatial index; undefined where it would reach a pole. */
function boxAround(center: [number, number], radius: number): Bounds | undefined {
  const ring = circleRing(center, radius * 1.02);
  const [xs, ys] = [ring.map(([x]) => x), ring.map(([, y]) => y)];
  const [south, north] = [Math.min(...ys), Math.max(...ys)];
  return south < -80 || north > 80 ? undefined : toBounds(Math.min(...xs), south, Math.max(...xs), north);
}

function writePosition([longitude, latitude]: readonly [number, number]): string {
  return `${rounded(longitude)} ${rounded(latitude)}`;
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
