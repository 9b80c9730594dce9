import { countFilters, type LayerFilter } from '../filter/layer-filter.ts';
import { type MapLayer, readFilter } from './document.ts';

/** Of a longer address programs that pass it on may keep a part: then it goes without filters. */
const LONGEST = 2000;

/** The filters of layers as a part of an address: `[["trees",{"where":[["p.height",">",5]]}]]`. Undefined where there are none, or too many. */
export function writeFilters(layers: readonly Pick<MapLayer, 'space' | 'filter'>[]): string | undefined {
  const filtered = layers.filter(({ filter }) => countFilters(filter) > 0);
  const text = JSON.stringify(filtered.map(({ space, filter }) => [space, brief(filter)]));
  return filtered.length > 0 && encodeURIComponent(text).length <= LONGEST ? text : undefined;
}

function brief({ tags, where, match, text }: LayerFilter): Partial<LayerFilter> {
  return {
    ...(tags.length > 0 ? { tags } : {}),
    ...(where.length > 0 ? { where } : {}),
    ...(match === 'any' ? { match } : {}),
    ...(text ? { text } : {}),
  };
}

/** The filters that an address asks for, by space; what is none is left out. */
export function readFilters(text: string | undefined): [space: string, filter: LayerFilter][] {
  const list = text === undefined || encodeURIComponent(text).length > LONGEST ? [] : parsed(text);
  return (Array.isArray(list) ? list : []).flatMap((entry: unknown): [string, LayerFilter][] => {
    const [space, filter] = Array.isArray(entry) ? (entry as unknown[]) : [];
    if (typeof space !== 'string' || typeof filter !== 'object' || filter === null) return [];
    const read = readFilter(filter as Record<string, unknown>);
    return countFilters(read) > 0 ? [[space, read]] : [];
  });
}

/** What somebody wrote into an address need not be JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
