import type { Feature } from '@meridian/client';
import type { MapLayer } from '../../map-style/document.ts';
import { rankOf } from '../../space-settings/rank.ts';
import { call } from '../api/call.ts';
import { spaceById } from '../spaces/catalogue.ts';
import { findRankedRequest, findRequest } from './requests.ts';
import { layerStatistics, loadLayerStatistics } from './state.ts';
import { titleProperty } from './titles.ts';

export const MAX_FOUND = 6;
/** The last is the best match: who types the whole name of a village means the village. */
const MAX_RANKED = 5;

/**
 * A few features of a layer that words find. Where the space says which features are important, those that are called so come
 * first, the most important at the top.
 */
export async function findFeatures(
  layer: Pick<MapLayer, 'space' | 'filter'>,
  text: string,
  signal: AbortSignal,
): Promise<Feature[]> {
  const { space } = layer;
  if (titleProperty(space) === undefined && !layerStatistics.value.has(space))
    await loadLayerStatistics(space);
  const title = titleProperty(space) ?? 'name';
  // Never all properties: values may be large.
  const properties = [title];
  const rank = rankOf(spaceById.value.get(space) ?? {});
  // A name with a comma cannot be one of a list.
  const ranked =
    rank && !title.includes(',')
      ? read(findRankedRequest(layer, text, { limit: MAX_RANKED, properties, title, rank }), signal)
      : [];
  const best = read(findRequest(layer, text, { limit: MAX_FOUND, properties }), signal);
  const found = [...(await ranked), ...(await best)];
  return [...new Map(found.map((feature) => [feature.id, feature])).values()].slice(0, MAX_FOUND);
}

async function read(...request: Parameters<typeof call>): Promise<Feature[]> {
  return (await call<{ features: Feature[] }>(...request)).features;
}
