import type { Context } from '../http/context.ts';

export const VECTOR_TILE_TYPE = 'application/vnd.mapbox-vector-tile';

/** GeoJSON, or a vector tile with nested values as JSON text or flattened to dotted keys. */
export type TileFormat = 'geojson' | 'mvt' | 'mvtf';

const ENDING = /\.(?:(geojson|json)|(mvtf?))(?=&|$)/;

/** The last part of a path without its ending, and the format that the ending or else the Accept header asks for. */
export function readTileFormat(
  { request }: Context,
  last: string,
): { name: string; format: TileFormat; isNegotiated: boolean } {
  const [ending, isGeojson, vector] = ENDING.exec(last) ?? [];
  const name = ending === undefined ? last : last.replace(ending, '');
  if (ending !== undefined)
    return { name, format: isGeojson ? 'geojson' : (vector as TileFormat), isNegotiated: false };
  const wanted = (request.headers.accept ?? '').toLowerCase().includes(VECTOR_TILE_TYPE);
  return { name, format: wanted ? 'mvt' : 'geojson', isNegotiated: true };
}
