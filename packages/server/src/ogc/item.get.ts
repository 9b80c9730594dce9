import {
  CRS84,
  type Crs,
  type Geometry,
  isObject,
  missing,
  NAMESPACE,
  parseExactly,
  toCrs,
} from '@meridian/hub';
import { unlessKnown } from '../http/etag.ts';
import { operation } from '../http/operation.ts';
import { geojson } from '../http/response/response.ts';
import { READ_FEATURES } from '../http/right-rule.ts';
import { contentCrs, crs } from './crs.ts';
import { pageResponse } from './document.response.ts';
import { f, finished, formatOf } from './format.ts';
import { itemPage } from './html/item.page.ts';
import { itemEtag } from './item.etag.ts';
import { Addresses, type Link, selfLinks, TYPES } from './links.ts';
import { ogcRefs } from './schemas.ts';

type StoredFeature = {
  type: string;
  id: string;
  geometry: Geometry | null;
  properties: Record<string, unknown>;
};

export const getOgcItem = operation({
  name: 'getOgcItem',
  method: 'GET',
  path: '/ogc/collections/{space_id}/items/{feature_id}',
  summary: 'One feature of a collection',
  description:
    'Its `ETag` is of this feature alone: a write with it as `If-Match` fails if the feature has changed.',
  tag: 'ogc',
  access: 'token',
  right: READ_FEATURES,
  isConfirmedByRead: true,
  query: { crs, f },
  isStrict: true,
  responses: {
    200: {
      description: 'The feature',
      content: { [TYPES.geojson]: ogcRefs.feature, [TYPES.html]: { type: 'string' } },
    },
    304: { description: 'The caller has it already' },
  },
  async handle(context, read) {
    const { featureId } = context;
    const space = context.openSpace();
    const { crs: system, f } = read();
    const format = formatOf(context, f);
    const found = await space.one(featureId, {}, context.ticket);
    if (!found) throw missing();
    const addresses = new Addresses(context);
    const { id } = space.info;
    const links: Link[] = [
      ...selfLinks(
        format,
        (form) =>
          addresses.item(id, featureId, { f: form, crs: system.code === undefined ? undefined : system.uri }),
        TYPES.geojson,
      ),
      { rel: 'collection', type: TYPES.json, title: 'Its collection', href: addresses.collection(id) },
    ];
    if (format === 'html') return pageResponse(context, itemPage(addresses, space.info, found.text));
    const etag = itemEtag(found.text, system.code === undefined ? 'json' : `json_${system.code}`);
    const response = await unlessKnown(context, etag, () =>
      geojson(withLinks(shownText(found.text, system), links)),
    );
    response.headers['Content-Crs'] = contentCrs(system);
    return finished(context, response);
  },
});

/** What is shown of a stored feature: not what the hub notes of it, and coordinates in the system that is asked for. */
function shownText(text: string, system: Crs): string {
  const { geometry, properties, ...rest } = parseExactly(text, 'the feature') as StoredFeature;
  const { [NAMESPACE]: _hidden, ...own } = properties;
  const { type, id, ...foreign } = rest;
  const shown = system === CRS84 ? geometry : geometry && toCrs(geometry, system);
  return JSON.stringify({ type, id, geometry: shown, properties: own, ...foreign });
}

/** A feature may have a member `links` of its own, which is not ours to replace. */
function withLinks(text: string, links: readonly Link[]): string {
  if (text.includes('"links"')) {
    const feature: unknown = JSON.parse(text);
    if (isObject(feature) && Object.hasOwn(feature, 'links')) return text;
  }
  return `${text.slice(0, -1)},"links":${JSON.stringify(links)}}`;
}
