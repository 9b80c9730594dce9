import { writeFilter } from '@meridian/client';
import type { LayerSpecification, SourceSpecification } from 'maplibre-gl';
import { hubFilter } from '../filter/layer-filter.ts';
import {
  type MapDocument,
  type MapLayer,
  type MapPosition,
  newLayer,
  readMap,
  shownProperties,
  styleOfSpace,
} from './document.ts';
import { CELL_RESOLUTION, plainLayers } from './plain-layers.ts';
import { hasSigns } from './sign-image.ts';
import { SPRITE_PATH } from './signs.ts';

/** A style as map libraries load it. */
export type MapStyle = {
  version: 8;
  name: string;
  metadata?: Record<string, string>;
  center?: [number, number];
  zoom?: number;
  /** Where the pictures of signs are, if it has some. */
  sprite?: string;
  sources: Record<string, SourceSpecification>;
  layers: LayerSpecification[];
};

type Named = {
  name: string;
  /** Where the hub is, as those who load the style reach it. */
  hub: string;
  /** What its addresses take along, such as a token: `access_token=…`. */
  query: readonly string[];
  /** What it lies upon; light, unless said. */
  ground?: 'light' | 'dark';
};

/** The map that a project stores; parts that are not of the studio are left out. */
export function projectMap(project: unknown): MapDocument {
  const { layers, map_settings } = Object(project) as Record<string, unknown>;
  return readMap(layers, map_settings);
}

/** A space as it looks when it is put on an empty map: `client` is what its definition has for clients. */
export function spaceMap(space: string, position?: MapPosition, client?: unknown): MapDocument {
  const layer = newLayer(space, 0);
  const style = styleOfSpace(space, client) ?? layer.style;
  return { layers: [{ ...layer, style }], ...(position ? { position } : {}) };
}

/** The data and the look of a map in one document, without a base map: what is below is up to those who show it. */
export function mapStyle(
  { layers, position, base }: MapDocument,
  { name, hub, query, ground }: Named,
): MapStyle {
  return {
    version: 8,
    name,
    ...(base === undefined ? {} : { metadata: { 'meridian:base': base } }),
    ...(position ? { center: position.center, zoom: position.zoom } : {}),
    ...(layers.some(drawsSigns) ? { sprite: `${hub}${SPRITE_PATH}` } : {}),
    sources: Object.fromEntries(layers.map((layer) => [layer.space, sourceOf(layer, hub, query)])),
    // A map document has its top layer first.
    layers: layers.toReversed().flatMap((layer) => plainLayers(layer, ground)),
  };
}

function drawsSigns({ style }: MapLayer): boolean {
  return style.view === 'features' && hasSigns(style);
}

/** Cells are tiles of their own kind, whose counts only the flat form has as numbers. */
function sourceOf(
  { space, style, filter }: MapLayer,
  hub: string,
  own: readonly string[],
): SourceSpecification {
  const tile = `${hub}/hub/spaces/${encodeURIComponent(space)}/tile/web`;
  const query = [...writeFilter(hubFilter(filter)), ...own];
  if (style.view === 'hexbin') {
    const cells = ['clustering=hexbin', `clustering.relativeResolution=${CELL_RESOLUTION}`];
    return {
      type: 'vector',
      tiles: [`${tile}/{z}/{x}/{y}.mvtf?${[...cells, ...numbersOf(style), ...query].join('&')}`],
      maxzoom: MAX_CELL_ZOOM,
    };
  }
  if (style.view === 'clusters')
    return { type: 'vector', url: `${tile}.json?${['mode=cluster', ...query].join('&')}`, promoteId: 'id' };
  const all = [...selectionOf(style), ...query];
  return {
    type: 'vector',
    url: `${tile}.json${all.length === 0 ? '' : `?${all.join('&')}`}`,
    promoteId: 'id',
  };
}

/** The property whose numbers cells show. */
function numbersOf({ cellBy }: MapLayer['style']): string[] {
  return cellBy ? [`clustering.property=${encodeURIComponent(cellBy.property)}`] : [];
}

/** Cells of the next zooms would be smaller than what they are to sum up. */
const MAX_CELL_ZOOM = 14;

/** Tiles leave out attributes to stay small, but none that they are asked for by name. */
function selectionOf(style: MapLayer['style']): string[] {
  const names = style.view === 'features' ? shownProperties(style).filter((name) => !name.includes(',')) : [];
  return names.length === 0
    ? []
    : [`selection=${names.map((name) => `p.${encodeURIComponent(name)}`).join(',')}`];
}
