import type { Feature } from '@meridian/client';
import type { MapLayer } from '../../map-style/document.ts';
import { call, type HubRequest } from '../api/call.ts';
import { areaRequest, type Bounds, boxRequest } from './requests.ts';
import { layerStatistics, search } from './state.ts';

/** The maximum number of features in a table. */
export const MAX_ROWS = 1000;
const MAX_COLUMNS = 8;

export type InView = { request: HubRequest; columns: string[]; features: Feature[]; isPartial: boolean };

/** The properties that most features have, in the order the hub lists them. */
export function columnsOf(space: string): string[] {
  const all = layerStatistics.value.get(space)?.properties.value ?? [];
  const usable = all.filter(({ key }) => !key.includes(','));
  const most = [...usable].sort((a, b) => b.count - a.count).slice(0, MAX_COLUMNS);
  return usable.filter((property) => most.includes(property)).map(({ key }) => key);
}

/** The request behind the table: what a search has found, or else what the map shows. */
export function inViewRequest(layer: MapLayer, bounds: Bounds): HubRequest {
  const options = { limit: MAX_ROWS, properties: columnsOf(layer.space) };
  const found = search.value;
  return found?.space === layer.space
    ? areaRequest(layer, found.area, options)
    : boxRequest(layer, bounds, options);
}

export async function loadInView(layer: MapLayer, bounds: Bounds, signal: AbortSignal): Promise<InView> {
  const request = inViewRequest(layer, bounds);
  const { features, partial } = await call<{ features: Feature[]; partial?: boolean }>(request, signal);
  return { request, columns: columnsOf(layer.space), features, isPartial: partial === true };
}
