import {
  CLUSTER_STATISTICS,
  type ContentState,
  NAMESPACE,
  type ReadableSpace,
  type Statistics,
  type TileClusters,
} from '@meridian/hub';
import { ownAddress } from '../http/auth/own-address.ts';
import type { Context } from '../http/context.ts';
import { cacheControlOf, etagOf, unlessKnown } from '../http/etag.ts';
import { operation } from '../http/operation.ts';
import { readTarget } from '../http/request/target.ts';
import { json } from '../http/response/response.ts';
import { READ_FEATURES } from '../http/right-rule.ts';
import { refs } from '../openapi/components.ts';
import { clusters } from '../parameters/clusters.ts';
import { type TileJsonMode, tileJsonMode } from '../parameters/tile-json-mode.ts';
import { clientId } from '../parameters/view.ts';

/** Beyond this a unit of a tile is a centimetre; map libraries enlarge these tiles instead of asking for others. */
const MAX_ZOOM = 20;
type Bounds = [west: number, south: number, east: number, north: number];

/** What Web Mercator shows. */
const WORLD: Bounds = [-180, -85.05112877980659, 180, 85.05112877980659];

export const getTileJson = operation({
  name: 'getTileJson',
  method: 'GET',
  path: '/hub/spaces/{space_id}/tile/web.json',
  summary: 'Where the vector tiles of a space are and what is in them, as TileJSON',
  description:
    'For map libraries: give them this URL. Its query, such as `tags=…` or `access_token=…`, is passed on to the tiles, with `mode=auto` unless it has another mode.',
  tag: 'features: read',
  access: 'token',
  right: READ_FEATURES,
  query: { clientId, mode: tileJsonMode, clusters },
  responses: { 200: { description: 'TileJSON 3.0.0', content: { 'application/json': refs.tileJson } } },
  async handle(context, read) {
    const { mode, clusters } = read();
    const space = context.openSpace();
    const { info } = space;
    // Its definition is in it too.
    const also = `-${info.updatedAt.toString(36)}`;
    const content = await space.content();
    const etag = etagOf(context, info, content, { also });
    const response = async () =>
      json(
        200,
        tileJson(context, space, mode, clusters, content, await space.statistics(context.readOptions)),
      );
    // A token that was sent in the URL is in the response, which is for nobody else.
    const control = context.tokenInUrl !== undefined ? undefined : cacheControlOf(info);
    return unlessKnown(context, etag, response, control);
  },
});

function tileJson(
  context: Context,
  { info }: ReadableSpace,
  mode: TileJsonMode,
  clusters: TileClusters,
  { version }: ContentState,
  { extent, properties }: Statistics,
) {
  const { id } = info;
  const { query } = readTarget(context.request.url!);
  const path = `/hub/spaces/${encodeURIComponent(id)}/tile/web/{z}/{x}/{y}.mvt`;
  return {
    tilejson: '3.0.0',
    ...describedBy(info),
    scheme: 'xyz',
    tiles: [`${ownAddress(context)}${path}?${tileQueryOf(query, mode, version)}`],
    minzoom: 0,
    maxzoom: MAX_ZOOM,
    bounds: extent ? boundsOf(extent.bbox) : WORLD,
    vector_layers: [{ id, fields: fieldsIn(mode, clusters, properties.value) }],
  };
}

/** What a file of tiles by `mode=auto` says of itself. */
export function tileSetFacts({ info }: ReadableSpace, { extent, properties }: Statistics) {
  return {
    ...describedBy(info),
    layer: info.id,
    bounds: extent ? boundsOf(extent.bbox) : WORLD,
    fields: autoFields(properties.value),
  };
}

function describedBy({ title, description, credits, license }: ReadableSpace['info']) {
  const attribution = credits.map(escapeHtml).join(', ');
  return {
    name: title,
    ...(description === undefined ? {} : { description }),
    ...(attribution === '' ? {} : { attribution }),
    ...(license === undefined ? {} : { license }),
  };
}

/** Map libraries show attributions as HTML. */
function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

type Extent = NonNullable<Statistics['extent']>['bbox'];

/** About a decimetre: map libraries ask for no tile at all where a single point lies on the edge between two. */
const LEAST = 1e-6;

/** On Web Mercator a space has no more than that shows. */
function boundsOf({ west, south, east, north }: Extent): Bounds {
  const [, lowest, , highest] = WORLD;
  const within = (latitude: number) => Math.min(highest, Math.max(lowest, latitude));
  return [
    west,
    within(south),
    east > west ? east : Math.min(180, west + LEAST),
    within(north > south ? north : south + LEAST),
  ];
}

/** The version is there for caches: it names the state that the tiles are of. */
function tileQueryOf(query: string, mode: TileJsonMode, version: number): string {
  const parts = query.split('&').filter((part) => part !== '' && !/^(v|mode)(=|$)/.test(part));
  return [...parts, ...(mode === undefined ? [] : [`mode=${mode}`]), `v=${version}`].join('&');
}

const FIELD_TYPES: Record<string, string> = { string: 'String', number: 'Number', boolean: 'Boolean' };

function fieldsIn(
  mode: TileJsonMode,
  clusters: TileClusters,
  properties: Statistics['properties']['value'],
): Record<string, string> {
  if (mode === 'cluster') return clusterFields(clusters);
  return mode === 'auto' ? autoFields(properties) : fieldsOf(properties);
}

function clusterFields({ properties }: TileClusters): Record<string, string> {
  const names = properties.flatMap((property) => CLUSTER_STATISTICS.map((kind) => `${property}.${kind}`));
  return {
    id: 'String',
    point_count: 'Number',
    ...Object.fromEntries(names.map((name) => [name, 'Number'])),
  };
}

/** Attributes of `mode=auto`: members of objects under dotted names, lists as text, no namespace. */
function autoFields(properties: Statistics['properties']['value']): Record<string, string> {
  const fields = new Map([
    ['id', 'String'],
    ['point_count', 'Number'],
  ]);
  for (const { key, datatype } of properties)
    if (datatype !== 'null' && datatype !== 'object' && key.split('.')[0] !== NAMESPACE && !fields.has(key))
      fields.set(key, FIELD_TYPES[datatype] ?? 'String');
  return Object.fromEntries(fields);
}

/** Attributes by name. What is nested is one attribute, as JSON text. */
function fieldsOf(properties: Statistics['properties']['value']): Record<string, string> {
  const fields = new Map([['id', 'String']]);
  for (const { key, datatype } of properties) {
    const [name, ...rest] = key.split('.');
    if (datatype === 'null' || fields.has(name!)) continue;
    fields.set(name!, rest.length > 0 ? 'String' : (FIELD_TYPES[datatype] ?? 'String'));
  }
  return Object.fromEntries(fields);
}
