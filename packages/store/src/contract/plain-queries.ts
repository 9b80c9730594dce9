import type { TileAddress } from '@meridian/geo';
import { type Clustering, NO_FILTER, type TileQuery } from '../model/query/query.ts';

/** A vector tile as maps ask for it. */
export function tileQuery(tile: TileAddress, changes: Partial<TileQuery> = {}): TileQuery {
  return {
    tile,
    marginPixels: 4,
    layer: 'layer',
    filter: NO_FILTER,
    limit: 1_000_000,
    flatten: false,
    clip: true,
    viz: false,
    sampling: 'off',
    ...changes,
  };
}

type HexbinClustering = Extract<Clustering, { kind: 'hexbin' }>;

/** The hexagons of zoom 0. */
export const HEXBIN: HexbinClustering = {
  kind: 'hexbin',
  resolution: 2,
  level: 0,
  pointmode: false,
  singlecoord: false,
  sampling: 'off',
};
