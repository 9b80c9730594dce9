import type { Statistics } from '@meridian/client';
import { computed, signal } from '@preact/signals';
import type { LayerFilter } from '../../filter/layer-filter.ts';
import {
  type LayerStyle,
  type MapDocument,
  type MapLayer,
  newLayer,
  readMap,
  styleOfSpace,
} from '../../map-style/document.ts';
import { groupedLayer, movedLayer, placedLayer } from '../../map-style/order.ts';
import { hub } from '../api/call.ts';
import { remember, remembered } from '../memory.ts';
import { spaceById } from '../spaces/catalogue.ts';
import { theme } from '../theme.ts';
import type { Picked } from './canvas.ts';
import type { CellRange } from './cells.ts';
import type { SearchArea } from './requests.ts';
import { isStreetAddress } from './streets.ts';

/** What a search by an area has found. */
export type Search = { area: SearchArea; space: string };

/** The map that is open: what it shows, and what is done on it. One at a time, as there is one page. */
export const mapDocument = signal<MapDocument>({ layers: [] });
/** Whether the layers lie on a dark base map. A style of one's own is the same in both themes. */
export const isDarkGround = computed(() => {
  const { base } = mapDocument.value;
  return theme.value === 'dark' && (base === undefined || isStreetAddress(base));
});
/** The layer whose style, filter and features are looked at. */
export const activeSpace = signal<string | undefined>(undefined);
export const picked = signal<Picked | undefined>(undefined);
export const search = signal<Search | undefined>(undefined);
/** Count up when the content of a space has changed, or may have, so that what has changed is requested again. */
export const contentVersions = signal<ReadonlyMap<string, number>>(new Map());
/** From the lowest to the highest number of the cells in view, by space. */
export const cellRanges = signal<ReadonlyMap<string, CellRange>>(new Map());
export const layerStatistics = signal<ReadonlyMap<string, Statistics>>(new Map());

/** What another part of the page wants the map to show next. */
export const wantedView = signal<
  { feature?: { space: string; id: string }; at?: [number, number]; zoom?: number } | undefined
>(undefined);

const DRAFT = 'map';

/** The map as it was left, where none is named. */
export function openDraft(): void {
  openMap(readDraft());
}

function readDraft(): MapDocument {
  const { layers, position, base, isGlobe } = Object(remembered(DRAFT)) as Record<string, unknown>;
  return readMap(layers, { ...Object(position), base, isGlobe });
}

/** Spaces that were looked at alone and were not left as their definitions say, the last one first. */
const LOOKS = 'looks';
const MAX_LOOKS = 20;

function readLooks(): MapLayer[] {
  return readMap(remembered(LOOKS), undefined).layers;
}

/** One space alone, as it was left, on the base map of the map with layers. */
export function openSpace(space: string): void {
  const { layers: _, position: __, ...ground } = readDraft();
  const look = readLooks().find((one) => one.space === space);
  openMap({ ...ground, layers: [look ?? layerOfSpace(space, 0)] });
}

export function keepLook(space: string): void {
  const layer = layerOf(space);
  if (!layer) return;
  const { base, isGlobe } = mapDocument.value;
  const draft = readDraft();
  if (draft.base !== base || draft.isGlobe !== isGlobe) remember(DRAFT, { ...draft, base, isGlobe });
  const others = readLooks().filter((one) => one.space !== space);
  const isUsual = JSON.stringify(layer) === JSON.stringify(layerOfSpace(space, 0));
  remember(LOOKS, isUsual ? others : [layer, ...others].slice(0, MAX_LOOKS));
}

/** Puts a layer onto the map that was left, as it looks here, unless its space is there already. */
export function addToDraft(layer: MapLayer): void {
  const { layers, ...rest } = readDraft();
  if (!layers.some(({ space }) => space === layer.space))
    remember(DRAFT, { ...rest, layers: [layer, ...layers] });
}

export function openMap(document: MapDocument): void {
  mapDocument.value = document;
  activeSpace.value = document.layers[0]?.space;
  picked.value = undefined;
  search.value = undefined;
}

export function keepDraft(): void {
  remember(DRAFT, mapDocument.value);
}

/** The map has a title now: where none is named there is an empty one, on the same base map. */
export function forgetDraft(): void {
  remember(DRAFT, { ...readDraft(), layers: [] });
}

export function hasDraft(): boolean {
  return readDraft().layers.length > 0;
}

/** Another base map, or that of the hub. */
export function setBase(base: string | undefined): void {
  const { base: _, ...rest } = mapDocument.value;
  mapDocument.value = { ...rest, ...(base === undefined ? {} : { base }) };
}

/** The world as a globe, or flat. */
export function setGlobe(isGlobe: boolean): void {
  const { isGlobe: _, ...rest } = mapDocument.value;
  mapDocument.value = { ...rest, ...(isGlobe ? { isGlobe } : {}) };
}

export function layerOf(space: string | undefined): MapLayer | undefined {
  return mapDocument.value.layers.find((layer) => layer.space === space);
}

/** Puts a space on top of the others; says whether it was not there before. */
export function addLayer(space: string): boolean {
  activeSpace.value = space;
  const { layers, ...rest } = mapDocument.value;
  if (layerOf(space)) return false;
  mapDocument.value = { ...rest, layers: [layerOfSpace(space, layers.length), ...layers] };
  return true;
}

/** A space as its definition says that it looks, or else in a colour by how many layers there are. */
function layerOfSpace(space: string, index: number): MapLayer {
  const plain = newLayer(space, index);
  return { ...plain, style: styleOfSpace(space, spaceById.value.get(space)?.client) ?? plain.style };
}

export function removeLayer(space: string): void {
  const { layers, ...rest } = mapDocument.value;
  const left = layers.filter((layer) => layer.space !== space);
  mapDocument.value = { ...rest, layers: left };
  if (activeSpace.value === space) activeSpace.value = left[0]?.space;
  if (picked.value?.space === space) picked.value = undefined;
  if (search.value?.space === space) search.value = undefined;
}

function setLayers(layers: MapLayer[]): void {
  mapDocument.value = { ...mapDocument.value, layers };
}

/** One up or down, into a group or out of one. */
export function moveLayer(space: string, by: -1 | 1): void {
  setLayers(movedLayer(mapDocument.value.layers, space, by));
}

/** Puts a layer where another one is. */
export function placeLayer(space: string, at: string): void {
  setLayers(placedLayer(mapDocument.value.layers, space, at));
}

/** Puts a layer into a group, or with an empty name out of it. */
export function groupLayer(space: string, group: string): void {
  setLayers(groupedLayer(mapDocument.value.layers, space, group.trim()));
}

/** Shows or hides all layers of a group. */
export function showGroup(group: string, isVisible: boolean): void {
  setLayers(
    mapDocument.value.layers.map((layer) => (layer.group === group ? { ...layer, isVisible } : layer)),
  );
}

export function changeLayer(space: string, change: (layer: MapLayer) => MapLayer): void {
  const { layers, ...rest } = mapDocument.value;
  mapDocument.value = {
    ...rest,
    layers: layers.map((layer) => (layer.space === space ? change(layer) : layer)),
  };
}

export function changeStyle(space: string, style: Partial<LayerStyle>): void {
  changeLayer(space, (layer) => ({ ...layer, style: { ...layer.style, ...style } }));
}

export function changeFilter(space: string, filter: Partial<LayerFilter>): void {
  changeLayer(space, (layer) => ({ ...layer, filter: { ...layer.filter, ...filter } }));
}

export async function loadLayerStatistics(space: string): Promise<Statistics> {
  const found = await hub().features(space).statistics();
  const { properties } = found;
  const value = properties.value.filter(({ key }) => isReachable(key));
  const usable = { ...found, properties: { ...properties, value } };
  layerStatistics.value = new Map(layerStatistics.value).set(space, usable);
  return usable;
}

/** The hub has no way to name a property without a name, or one with nothing before or behind a dot. */
function isReachable(property: string): boolean {
  return !property.split('.').includes('');
}

/** The content of spaces has been changed: their tiles, counts and tables may be out of date. */
export function contentChanged(...spaces: readonly string[]): void {
  const raised = spaces.map((space) => [space, (contentVersions.value.get(space) ?? 0) + 1] as const);
  contentVersions.value = new Map([...contentVersions.value, ...raised]);
}

/** Shows what others may have changed meanwhile. */
export function refresh(): void {
  contentChanged(...mapDocument.value.layers.map(({ space }) => space));
}
