import {
  type ContentState,
  clusterTileQuery,
  drawClusters,
  type FeatureFilter,
  invalid,
  isWebMercatorQuad,
  type ReadableSpace,
  type ReadTicket,
  type TileAddress,
  type TileClusters,
  type TileQuery,
  tileArea,
} from '@meridian/hub';
import { cachedOrComputed } from '../http/cached-response.ts';
import type { Context } from '../http/context.ts';
import { tileKeyPrefix } from '../http/dialect.ts';
import { cacheControlOf, etagOf, unlessKnown } from '../http/etag.ts';
import { notStored, type Response, vary } from '../http/response/response.ts';
import { whenKnown } from '../http/when-known.ts';
import { areaViewOf } from '../parameters/area-view.ts';
import { DEFAULT_LIMIT, MAX_LIMIT } from '../parameters/paging.ts';
import { type TileFormat, VECTOR_TILE_TYPE } from '../parameters/tile-format.ts';
import { WEB_MERCATOR_TYPES } from '../parameters/tile-types.ts';
import { atVersion } from '../parameters/version.ts';
import { explained } from './explained.ts';
import { foundFeatures, streamedFeatures } from './found-features.ts';
import type { TileAsked } from './tile.parameters.ts';

/** What map libraries need around a tile so that lines and symbols do not end at its edge. */
const VECTOR_MARGIN = 4;

export function tileResponse(
  context: Context,
  space: ReadableSpace,
  tile: TileAddress,
  sent: TileAsked,
  format: TileFormat,
  isNegotiated: boolean,
): Response | Promise<Response> {
  const asked = withEnsured(sent, tile, format);
  refuseBesideWebMercator(tile, asked);
  refuseBesideAuto(asked, format);
  refuseBesideClusters(asked, format);
  const response =
    format === 'geojson'
      ? geojsonResponse(context, space, tile, asked)
      : vectorTileResponse(context, space, tile, asked, format);
  return isNegotiated ? whenKnown(response, negotiated) : response;
}

function negotiated(response: Response): Response {
  vary(response.headers, 'Accept');
  return response;
}

/** What old clients call `ensure` changes nothing where `mode=auto` would be refused. */
function withEnsured(sent: TileAsked, tile: TileAddress, format: TileFormat): TileAsked {
  const { mode, margin = 0, clip, clustering } = sent;
  const isPossible = format !== 'geojson' && isWebMercatorQuad(tile) && !clustering && clip !== false;
  if (!mode.ensured || !isPossible || margin > MAX_AUTO_MARGIN) return sent;
  return { ...sent, mode: { ...mode, auto: mode.ensured } };
}

/** A margin that has the tiles around one. */
const WHOLE_TILE = 256;

/** The widest margin of a tile that is bounded in bytes, in pixels of its 256. */
const MAX_AUTO_MARGIN = 64;

function refuseBesideAuto({ mode: { auto }, margin, clip, clustering }: TileAsked, format: TileFormat): void {
  if (!auto || clustering) return;
  if (format === 'geojson')
    throw invalid('mode=auto is for vector tiles: put .mvt behind the path, or use mode=viz');
  if (clip === false) throw invalid('clip=false is not possible with mode=auto: its tiles are cut');
  if (margin !== undefined && margin > MAX_AUTO_MARGIN)
    throw invalid(`margin must be at most ${MAX_AUTO_MARGIN} with mode=auto, not ${margin}`);
}

function refuseBesideClusters(
  { mode: { cluster }, clustering, clip, explain }: TileAsked,
  format: TileFormat,
): void {
  if (!cluster) return;
  if (explain) throw invalid('explain is not possible with mode=cluster: its cells are an aggregate');
  if (format === 'geojson')
    throw invalid('mode=cluster is for vector tiles: put .mvt behind the path, or use clustering');
  if (clustering) throw invalid('mode=cluster and clustering are two ways to count: send one of them');
  if (clip === false) throw invalid('clip=false is not possible with mode=cluster: its tiles are cut');
}

function refuseBesideWebMercator(tile: TileAddress, { mode, clustering }: TileAsked): void {
  const { viz, auto, cluster } = mode;
  if (isWebMercatorQuad(tile)) return;
  if (clustering)
    throw invalid(`clustering is not possible on ${tile.scheme} tiles: use ${WEB_MERCATOR_TYPES}`);
  if (viz || auto || cluster)
    throw invalid(
      `mode=${viz ? 'viz' : auto ? 'auto' : 'cluster'} is not possible on ${tile.scheme} tiles: use ${WEB_MERCATOR_TYPES}`,
    );
}

async function geojsonResponse(
  context: Context,
  space: ReadableSpace,
  tile: TileAddress,
  { version, margin, clip, mode: { viz, sample }, clustering, filter, limit, view, explain }: TileAsked,
): Promise<Response> {
  const at = await atVersion(version, space, context.ticket);
  const area = tileArea(tile, margin ?? 0);
  if (clustering) {
    const clusters = { area, filter, limit: limit ?? DEFAULT_LIMIT, clustering: clustering(tile.z), ...at };
    if (explain) return explained(context, space, { kind: 'clusters', query: clusters });
    return streamedFeatures(context, space, (options) => space.clusters(clusters, options), view, at);
  }
  const shown = areaViewOf({ ...view, clip: clip ?? viz !== undefined }, context);
  const search = viz
    ? {
        area,
        filter,
        view: { ...shown, viz: tile, ...(view.isSelected ? {} : { selection: [] }) },
        limit: limit ?? MAX_LIMIT,
        sampling: viz,
        ...at,
      }
    : { area, filter, view: shown, limit: limit ?? DEFAULT_LIMIT, ...sample, ...at };
  if (explain)
    return explained(context, space, { kind: 'features', query: { ...search, after: 0, sort: [] } });
  const content = at ? {} : { content: await space.contentIn(area) };
  return foundFeatures(context, space, search, { ...view, ...content });
}

/** How a vector tile is read. */
export function vectorTileQuery(
  { service }: Pick<Context, 'service'>,
  { info }: ReadableSpace,
  tile: TileAddress,
  { margin, clip, mode: { viz, auto, sample }, clustering, filter, limit, view }: TileAsked,
  format: TileFormat,
  at: { version: number } | undefined,
): TileQuery {
  const { id: layer, rank } = info;
  const shown = view.selection ?? (viz && !view.isSelected ? [] : undefined);
  return {
    tile,
    marginPixels: margin ?? VECTOR_MARGIN,
    layer,
    filter,
    limit: limit ?? (viz || auto ? MAX_LIMIT : DEFAULT_LIMIT),
    ...(shown ? { selection: shown } : {}),
    flatten: format === 'mvtf',
    ...(format === 'mvtf' ? { keyPrefix: tileKeyPrefix(service.settings.dialect) } : {}),
    clip: clip ?? true,
    viz: viz !== undefined,
    sampling: viz ?? 'off',
    ...sample,
    ...(clustering ? { clustering: clustering(tile.z) } : {}),
    ...(auto ? { auto: { ...auto, isWhole: view.isSelected, ...(rank ? { rank } : {}) } } : {}),
    ...at,
  };
}

/** Without a promise where nothing is waited for: what is cached is then sent at once. */
function vectorTileResponse(
  context: Context,
  space: ReadableSpace,
  tile: TileAddress,
  sent: TileAsked,
  format: TileFormat,
): Response | Promise<Response> {
  return whenKnown(atVersion(sent.version, space, context.ticket), (at) => {
    const query = vectorTileQuery(context, space, tile, sent, format, at);
    const asked = partlyAsked(query, sent.view.skipCache);
    if (sent.explain) return explained(context, space, { kind: 'tile', query: asked });
    return whenKnown(contentOf(space, sent, asked), (content) =>
      drawnResponse(context, space, content, sent, asked, at),
    );
  });
}

function drawnResponse(
  context: Context,
  space: ReadableSpace,
  content: ContentState,
  { mode: { cluster }, filter, view }: TileAsked,
  asked: TileQuery,
  at: { version: number } | undefined,
): Response | Promise<Response> {
  const { tile } = asked;
  // The same path may be asked for as GeoJSON, which is another response; the definition has a rank, among others.
  const also = `-mvt-${space.info.updatedAt.toString(36)}`;
  const etag = etagOf(context, space.info, content, { ...at, also });
  const draw = async (options: ReadTicket): Promise<Response> => {
    if (cluster) return drawn(await clusterTile(space, tile, cluster, { filter, ...at }, options));
    const { bytes, building } = await space.tile(asked, options);
    return building === undefined ? drawn(bytes) : unfinished(drawn(bytes), building);
  };
  const respond = () => cachedOrComputed(context, etag, draw, view.skipCache);
  return unlessKnown(context, etag, respond, cacheControlOf(space.info));
}

/** No map waits until all features are filed; who asks for no cached tile does. */
function partlyAsked({ auto, ...query }: TileQuery, skipCache: boolean): TileQuery {
  return { ...query, ...(auto && { auto: { ...auto, mayBePart: !skipCache } }) };
}

function drawn(body: Uint8Array): Response {
  return { status: 200, headers: { 'Content-Type': VECTOR_TILE_TYPE }, body, ownsBody: true };
}

/** A tile of the features that are filed by now. */
function unfinished(response: Response, building: number): Response {
  response.headers['Meridian-Building'] = `${Math.floor(100 * building)}%`;
  return notStored(response);
}

/**
 * The state that a tile is of: it is made of features that meet it, with its margin, and of nothing else. On what is bounded in
 * bytes, the counts of the tiles around it decide too.
 */
function contentOf(
  space: ReadableSpace,
  { mode: { cluster }, filter }: TileAsked,
  { tile, marginPixels, auto, clustering, version }: TileQuery,
): ContentState | Promise<ContentState> {
  if (clustering || version !== undefined) return space.content();
  if (cluster) return space.contentIn(clusterTileQuery(tile, cluster, filter).area!);
  return space.contentIn(tileArea(tile, auto ? WHOLE_TILE : marginPixels));
}

function clusterTile(
  space: ReadableSpace,
  tile: TileAddress,
  clusters: TileClusters,
  { filter, ...at }: { filter: FeatureFilter; version?: number },
  options: ReadTicket,
): Promise<Uint8Array<ArrayBuffer>> {
  const groups = space.aggregate({ ...clusterTileQuery(tile, clusters, filter), ...at }, options);
  return drawClusters(space.info.id, tile, clusters, groups);
}
