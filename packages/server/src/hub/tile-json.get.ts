import type { ReadableSpace, Statistics } from '@meridian/hub';
import { ownAddress } from '../http/auth/own-address.ts';
import type { Context } from '../http/context.ts';
import { cacheControlOf, etagOf, unlessKnown } from '../http/etag.ts';
import { operation } from '../http/operation.ts';
import { readTarget } from '../http/request/target.ts';
import { json } from '../http/response/response.ts';
import { READ_FEATURES } from '../http/right-rule.ts';
import { refs } from '../openapi/components.ts';
import { clientId } from '../parameters/view.ts';

/** Beyond this a unit of a tile is a centimetre; map libraries enlarge these tiles instead of asking for others. */
const MAX_ZOOM = 20;
/** What Web Mercator shows. */
const WORLD = [-180, -85.05112877980659, 180, 85.05112877980659];

export const getTileJson = operation({
  name: 'getTileJson',
  method: 'GET',
  path: '/hub/spaces/{space_id}/tile/web.json',
  summary: 'Where the vector tiles of a space are and what is in them, as TileJSON',
  description:
    'For map libraries: give them this URL. Its query, such as `tags=…` or `access_token=…`, is passed on to the tiles.',
  tag: 'features: read',
  access: 'token',
  right: READ_FEATURES,
  query: { clientId },
  responses: { 200: { description: 'TileJSON 3.0.0', content: { 'application/json': refs.tileJson } } },
  async handle(context) {
    const space = context.openSpace();
    const { info } = space;
    // Its definition is in it too.
    const also = `-${info.updatedAt.toString(36)}`;
    const etag = etagOf(context, info, await space.content(), { also });
    const response = async () =>
      json(200, tileJson(context, space, await space.statistics(context.readOptions)));
    // A token that was sent in the URL is in the response, which is for nobody else.
    const control = context.hasTokenInUrl ? undefined : cacheControlOf(info);
    return unlessKnown(context, etag, response, control);
  },
});

function tileJson(context: Context, { info }: ReadableSpace, { extent, properties }: Statistics) {
  const { id, title, description, credits } = info;
  const { query } = readTarget(context.request.url!);
  const path = `/hub/spaces/${encodeURIComponent(id)}/tile/web/{z}/{x}/{y}.mvt`;
  const attribution = credits.map(escapeHtml).join(', ');
  return {
    tilejson: '3.0.0',
    name: title,
    ...(description === undefined ? {} : { description }),
    ...(attribution === '' ? {} : { attribution }),
    scheme: 'xyz',
    tiles: [`${ownAddress(context)}${path}${query === '' ? '' : `?${query}`}`],
    minzoom: 0,
    maxzoom: MAX_ZOOM,
    bounds: extent ? boundsOf(extent.bbox) : WORLD,
    vector_layers: [{ id, fields: fieldsOf(properties.value) }],
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
function boundsOf({ west, south, east, north }: Extent): number[] {
  const [, lowest, , highest] = WORLD as [number, number, number, number];
  const within = (latitude: number) => Math.min(highest, Math.max(lowest, latitude));
  return [
    west,
    within(south),
    east > west ? east : Math.min(180, west + LEAST),
    within(north > south ? north : south + LEAST),
  ];
}

const FIELD_TYPES: Record<string, string> = { string: 'String', number: 'Number', boolean: 'Boolean' };

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
