import type { LayerFilter } from '../filter/layer-filter.ts';
import { readMatch, readMembers } from './condition.ts';
import { CATEGORY_COLORS } from './palette.ts';
import { type Popup, readPopup } from './popup.ts';
import { RAMP_NAMES, type RampName } from './ramp.ts';
import { readSign, type SignName } from './signs.ts';
import { readTimeBy, type TimeBy } from './time.ts';

/** How the features of a layer are shown: each for itself, or counted. */
export const VIEWS = ['features', 'clusters', 'hexbin', 'heat'] as const;
export type LayerView = (typeof VIEWS)[number];

/** Whether a view is made of cells that the page asks for, and not of tiles. */
export function isOfCells(view: LayerView): boolean {
  return view === 'hexbin' || view === 'heat';
}

/** A value, or the lowest number, from which on a colour is used. */
export type StyleClass = {
  from: string | number;
  color: string;
  /** On points of a category. */
  sign?: SignName | undefined;
};

export const SHADINGS = ['plain', 'categories', 'graduated'] as const;
export type Shading = (typeof SHADINGS)[number];

/** How numbers are put into classes. */
export const METHODS = ['quantile', 'equal', 'natural', 'manual'] as const;
export type ClassMethod = (typeof METHODS)[number];

/** As many as the hub counts at once, some of them as texts and as numbers. */
export const MAX_CATEGORIES = 25;
export const MIN_CLASSES = 2;
export const MAX_CLASSES = 9;

export type LayerStyle = {
  view: LayerView;
  shading: Shading;
  color: string;
  /** The property that decides the colour. */
  property?: string;
  classes: StyleClass[];
  /** Of numbers. */
  method: ClassMethod;
  /** How many classes of numbers are asked for; there are fewer where values repeat. */
  classCount: number;
  /** Colours of numbers, and of counts in cells. */
  ramp: RampName;
  /** Radius of points, width of lines: pixels. */
  size: number;
  /** From 0 to 1. */
  opacity: number;
  /** The border of areas and points. */
  outlineColor: string;
  /** 1 for a fine line, 0 for none. */
  outlineWidth: number;
  /** The property that features are labelled with. */
  label?: string | undefined;
  /** The property whose numbers decide the size, from its lowest to its highest. */
  sizeBy?: SizeBy | undefined;
  /** The property whose numbers raise areas, and how many metres one is. */
  heightBy?: HeightBy | undefined;
  /** On points. */
  sign?: SignName | undefined;
  /** What is shown of a feature; without it all properties are. */
  popup?: Popup | undefined;
  /** What hexagons show instead of how many features they have. */
  cellBy?: CellBy | undefined;
  /** The property whose sum is the weight of heat, instead of how many features there are. */
  heatBy?: string | undefined;
  /** The property with the time of features, for the slider. */
  time?: TimeBy | undefined;
};

export type SizeBy = { property: string; low: number; high: number };
export type HeightBy = { property: string; factor: number };

/** What is made of the numbers of a property within a hexagon. */
export const CELL_MEASURES = ['sum', 'mean', 'min', 'max'] as const;
export type CellMeasure = (typeof CELL_MEASURES)[number];
/** The hub's words for them. */
export const CELL_MEASURE_NAMES: Record<CellMeasure, string> = {
  sum: 'sum',
  mean: 'avg',
  min: 'min',
  max: 'max',
};
/** With the lowest and the highest number of all features, for styles, which cannot know what is in view. */
export type CellBy = { property: string; measure: CellMeasure; low?: number; high?: number };

/** A space on the map. */
export type MapLayer = {
  space: string;
  isVisible: boolean;
  style: LayerStyle;
  filter: LayerFilter;
  /** The name of the group that it belongs to; layers of a group follow each other. */
  group?: string | undefined;
};

export const LONGEST_GROUP = 60;

export type MapPosition = {
  center: [longitude: number, latitude: number];
  zoom: number;
  /** What was to be seen, so that a window of another size shows it too: west, south, east, north. */
  bounds?: [number, number, number, number];
};

/** What is on the map: all that a project keeps. */
export type MapDocument = {
  layers: MapLayer[];
  position?: MapPosition;
  /** The address of the style below the layers, where it is not the hub's own. */
  base?: string;
  /** Whether the world is shown as a globe. */
  isGlobe?: boolean;
};

export function newLayer(space: string, index: number): MapLayer {
  return {
    space,
    isVisible: true,
    style: {
      view: 'features',
      shading: 'plain',
      color: CATEGORY_COLORS[index % CATEGORY_COLORS.length]!,
      classes: [],
      method: 'quantile',
      classCount: 5,
      ramp: 'teal',
      size: 5,
      opacity: 0.85,
      outlineColor: '#ffffff',
      outlineWidth: 1,
    },
    filter: { tags: [], where: [] },
  };
}

/** Reads a stored map; invalid parts of it are left out. */
export function readMap(layers: unknown, settings: unknown): MapDocument {
  const list = Array.isArray(layers) ? layers : [];
  const read = list.map(readLayer).filter((layer) => layer !== undefined);
  const at = readPosition(settings);
  const { base: address, isGlobe } = asObject(settings);
  const base = readAddress(address);
  return {
    layers: read,
    ...(at ? { position: at } : {}),
    ...(base ? { base } : {}),
    ...(isGlobe === true ? { isGlobe } : {}),
  };
}

/** How a space looks by its own definition; undefined where that says nothing. */
export function styleOfSpace(space: string, client: unknown): LayerStyle | undefined {
  const { style } = asObject(asObject(client).studio);
  return style === undefined ? undefined : readStyle(asObject(style), newLayer(space, 0).style);
}

/** The property that features of a space are called by, as its definition says. */
export function titleOfSpace(client: unknown): string | undefined {
  const { titleProperty } = asObject(asObject(client).studio);
  return isName(titleProperty) ? titleProperty : undefined;
}

function readLayer(value: unknown, index: number): MapLayer | undefined {
  const { space, isVisible, style, filter, group } = asObject(value);
  if (typeof space !== 'string' || space === '') return undefined;
  const plain = newLayer(space, index);
  return {
    space,
    isVisible: isVisible !== false,
    style: readStyle(asObject(style), plain.style),
    filter: readFilter(asObject(filter)),
    ...(isName(group) ? { group: group.slice(0, LONGEST_GROUP) } : {}),
  };
}

function readStyle(style: Record<string, unknown>, plain: LayerStyle): LayerStyle {
  const popup = readPopup(style.popup);
  const time = readTimeBy(style.time);
  const sign = readSign(style.sign);
  const classes = Array.isArray(style.classes)
    ? style.classes.map(readClass).filter((one) => one !== undefined)
    : [];
  return {
    view: VIEWS.find((view) => view === style.view) ?? plain.view,
    shading: SHADINGS.find((shading) => shading === style.shading) ?? plain.shading,
    color: readColor(style.color) ?? plain.color,
    ...(typeof style.property === 'string' ? { property: style.property } : {}),
    classes,
    method: METHODS.find((method) => method === style.method) ?? plain.method,
    classCount: Math.round(readNumber(style.classCount, MIN_CLASSES, MAX_CLASSES) ?? plain.classCount),
    ramp: RAMP_NAMES.find((ramp) => ramp === style.ramp) ?? plain.ramp,
    size: readNumber(style.size, 1, 30) ?? plain.size,
    opacity: readNumber(style.opacity, 0, 1) ?? plain.opacity,
    outlineColor: readColor(style.outlineColor) ?? plain.outlineColor,
    outlineWidth: readNumber(style.outlineWidth, 0, 10) ?? plain.outlineWidth,
    ...(isName(style.label) ? { label: style.label } : {}),
    ...readSizeBy(asObject(style.sizeBy)),
    ...readHeightBy(asObject(style.heightBy)),
    ...(popup ? { popup } : {}),
    ...(time ? { time } : {}),
    ...(sign ? { sign } : {}),
    ...readCellBy(asObject(style.cellBy)),
    ...(isName(style.heatBy) ? { heatBy: style.heatBy } : {}),
  };
}

function isName(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

function readSizeBy({ property, low, high }: Record<string, unknown>): Pick<LayerStyle, 'sizeBy'> {
  const [from, to] = [readNumber(low, -1e300, 1e300), readNumber(high, -1e300, 1e300)];
  return isName(property) && from !== undefined && to !== undefined
    ? { sizeBy: { property, low: from, high: to } }
    : {};
}

function readHeightBy({ property, factor }: Record<string, unknown>): Pick<LayerStyle, 'heightBy'> {
  const metres = readNumber(factor, 0, 1e9);
  return isName(property) && metres !== undefined ? { heightBy: { property, factor: metres } } : {};
}

function readCellBy({ property, measure, low, high }: Record<string, unknown>): Pick<LayerStyle, 'cellBy'> {
  const known = CELL_MEASURES.find((name) => name === measure);
  const [from, to] = [readNumber(low, -1e300, 1e300), readNumber(high, -1e300, 1e300)];
  const range = from === undefined || to === undefined ? {} : { low: from, high: to };
  return isName(property) && known ? { cellBy: { property, measure: known, ...range } } : {};
}

/** The properties that tiles of a layer must have for it to look as it is to. */
export function shownProperties(style: LayerStyle): string[] {
  const { shading, property, label, sizeBy, heightBy, time } = style;
  const colored = shading === 'plain' ? undefined : property;
  return [...new Set([colored, label, sizeBy?.property, heightBy?.property, time?.property])].filter(
    (name) => name !== undefined,
  );
}

function readClass(value: unknown): StyleClass | undefined {
  const { from, color, sign } = asObject(value);
  const [read, its] = [readColor(color), readSign(sign)];
  return read && (typeof from === 'string' || typeof from === 'number')
    ? { from, color: read, ...(its ? { sign: its } : {}) }
    : undefined;
}

/** What is no filter, or no part of one, is left out. */
export function readFilter({ tags, where, match, text }: Record<string, unknown>): LayerFilter {
  const known = readMatch(match);
  return {
    tags: Array.isArray(tags) ? tags.filter((tag) => typeof tag === 'string') : [],
    where: readMembers(where, known),
    ...(known === 'any' ? { match: known } : {}),
    ...(typeof text === 'string' && text !== '' ? { text } : {}),
  };
}

function readPosition(value: unknown): MapPosition | undefined {
  const { center, zoom, bounds } = asObject(value);
  if (!Array.isArray(center)) return undefined;
  const [longitude, latitude] = [readNumber(center[0], -180, 180), readNumber(center[1], -85, 85)];
  const at = readNumber(zoom, 0, 24);
  return longitude === undefined || latitude === undefined || at === undefined
    ? undefined
    : { center: [longitude, latitude], zoom: at, ...readBounds(bounds) };
}

function readBounds(value: unknown): Pick<MapPosition, 'bounds'> {
  if (!Array.isArray(value) || value.length !== 4) return {};
  const [west, south, east, north] = value.map((degrees) => readNumber(degrees, -540, 540));
  return west === undefined || south === undefined || east === undefined || north === undefined
    ? {}
    : { bounds: [west, south, east, north] };
}

function readAddress(value: unknown): string | undefined {
  return typeof value === 'string' && /^https?:$/.test(URL.parse(value)?.protocol ?? '') ? value : undefined;
}

function readColor(value: unknown): string | undefined {
  return typeof value === 'string' && /^#[0-9a-f]{6}$/i.test(value) ? value : undefined;
}

function readNumber(value: unknown, min: number, max: number): number | undefined {
  return typeof value === 'number' && value >= min && value <= max ? value : undefined;
}

function asObject(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}
