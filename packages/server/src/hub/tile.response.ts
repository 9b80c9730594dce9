import {
  type Clustering,
  invalid,
  isWebMercatorQuad,
  type ReadableSpace,
  type ReadTicket,
  type TileAddress,
  type TileQuery,
  tileArea,
  type VizSampling,
} from '@meridian/hub';
import { cachedOrComputed } from '../http/cached-response.ts';
import type { Context } from '../http/context.ts';
import { tileKeyPrefix } from '../http/dialect.ts';
import { cacheControlOf, etagOf, unlessKnown } from '../http/etag.ts';
import { type Response, vary } from '../http/response/response.ts';
import { readAreaView, readViz } from '../parameters/area-view.ts';
import { readClustering } from '../parameters/clustering.ts';
import { type TileFormat, VECTOR_TILE_TYPE } from '../parameters/tile-format.ts';
import { WEB_MERCATOR_TYPES } from '../parameters/tile-types.ts';
import { readFraction } from '../parameters/tweaks.ts';
import { MAX_LIMIT, readBoolean, readFilter, readInteger, readLimit } from '../parameters/values.ts';
import { refuseVersion } from '../parameters/version.ts';
import { foundFeatures, streamedFeatures } from './found-features.ts';

export const MAX_MARGIN = 4096;
/** What map libraries need around a tile so that lines and symbols do not end at its edge. */
const VECTOR_MARGIN = 4;

/** What is asked for of a tile. */
type Asked = {
  tile: TileAddress;
  margin: number | undefined;
  viz: VizSampling | undefined;
  clustering: Clustering | undefined;
};

export async function tileResponse(
  context: Context,
  space: ReadableSpace,
  tile: TileAddress,
  format: TileFormat,
  isNegotiated: boolean,
): Promise<Response> {
  const { query } = context;
  refuseVersion(query);
  const asked: Asked = {
    tile,
    margin: readInteger(query, 'margin', 0, MAX_MARGIN),
    viz: readViz(query),
    clustering: readClustering(query, () => tile.z),
  };
  refuseBesideWebMercator(asked);
  const response =
    format === 'geojson'
      ? await geojsonResponse(context, space, asked)
      : await vectorTileResponse(context, space, asked, format);
  if (isNegotiated) vary(response.headers, 'Accept');
  return response;
}

function refuseBesideWebMercator({ tile, viz, clustering }: Asked): void {
  if (isWebMercatorQuad(tile)) return;
  if (clustering)
    throw invalid(`clustering is not possible on ${tile.scheme} tiles: use ${WEB_MERCATOR_TYPES}`);
  if (viz) throw invalid(`mode=viz is not possible on ${tile.scheme} tiles: use ${WEB_MERCATOR_TYPES}`);
}

function geojsonResponse(
  context: Context,
  space: ReadableSpace,
  { tile, margin, viz, clustering }: Asked,
): Promise<Response> {
  const { query } = context;
  const area = tileArea(tile, margin ?? 0);
  const filter = readFilter(query);
  const view = readAreaView(context);
  if (clustering) {
    const clusters = { area, filter, limit: readLimit(query), clustering };
    return streamedFeatures(context, space, (options) => space.clusters(clusters, options));
  }
  if (!viz) {
    const limit = readLimit(query);
    return foundFeatures(context, space, { area, filter, view, limit, ...readFraction(query) });
  }
  return foundFeatures(context, space, {
    area,
    filter,
    view: {
      ...view,
      clip: readBoolean(query, 'clip') ?? true,
      viz: tile,
      ...(query.list('selection')?.length ? {} : { selection: [] }),
    },
    limit: readLimit(query, MAX_LIMIT),
    sampling: viz,
  });
}

async function vectorTileResponse(
  context: Context,
  space: ReadableSpace,
  { tile, margin, viz, clustering }: Asked,
  format: TileFormat,
): Promise<Response> {
  const { query } = context;
  const { selection } = readAreaView(context);
  const shown = selection ?? (viz && !query.list('selection')?.length ? [] : undefined);
  const asked: TileQuery = {
    tile,
    marginPixels: margin ?? VECTOR_MARGIN,
    layer: space.info.id,
    filter: readFilter(query),
    limit: readLimit(query, viz ? MAX_LIMIT : undefined),
    ...(shown ? { selection: shown } : {}),
    flatten: format === 'mvtf',
    ...(format === 'mvtf' ? { keyPrefix: tileKeyPrefix(context.service.settings.dialect) } : {}),
    clip: readBoolean(query, 'clip') ?? true,
    viz: viz !== undefined,
    sampling: viz ?? 'off',
    ...readFraction(query),
    ...(clustering ? { clustering } : {}),
  };
  // The same path may be asked for as GeoJSON, which is another response.
  const etag = etagOf(context, space.info, await space.content(), { also: '-mvt' });
  const draw = async (options: ReadTicket): Promise<Response> => {
    const { bytes } = await space.tile(asked, options);
    return { status: 200, headers: { 'Content-Type': VECTOR_TILE_TYPE }, body: bytes, ownsBody: true };
  };
  return unlessKnown(context, etag, () => cachedOrComputed(context, etag, draw), cacheControlOf(space.info));
}
