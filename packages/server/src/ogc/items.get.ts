import type { ReadableSpace, ReadTicket, StreamEnd } from '@meridian/hub';
import { coalesced } from '../http/cached-response.ts';
import type { Context } from '../http/context.ts';
import { etagOf, unlessKnown } from '../http/etag.ts';
import { operation } from '../http/operation.ts';
import { geojson, type Response } from '../http/response/response.ts';
import { READ_FEATURES } from '../http/right-rule.ts';
import { contentCrs } from './crs.ts';
import { pageResponse } from './document.response.ts';
import { finished, formatOf } from './format.ts';
import { itemsPage, type ShownFeature } from './html/items.page.ts';
import { DEFAULT_ITEMS, PAGE_ITEMS } from './items.limits.ts';
import { pageLinks } from './items.links.ts';
import { matchedBy, numberMatchedOf } from './items.matched.ts';
import { ITEMS_PARAMETERS } from './items.parameters.ts';
import { type ItemsQuery, itemsQuery } from './items.query.ts';
import { itemsStream } from './items.stream.ts';
import { Addresses, type Link, TYPES } from './links.ts';
import type { Matched } from './page-cursor.ts';
import { ogcRefs } from './schemas.ts';

export const getOgcItems = operation({
  name: 'getOgcItems',
  method: 'GET',
  path: '/ogc/collections/{space_id}/items',
  summary: 'The features of a collection',
  description:
    'Besides the parameters below, every property that `/queryables` lists is one: `population=1000` selects the features that have this value. While a response has a link `next`, there is more.',
  tag: 'ogc',
  access: 'token',
  right: READ_FEATURES,
  query: ITEMS_PARAMETERS,
  responses: {
    200: {
      description: 'A page of features',
      content: { [TYPES.geojson]: ogcRefs.featureCollection, [TYPES.html]: { type: 'string' } },
    },
    304: { description: 'The caller has it already' },
  },
  async handle(context, readValues) {
    const space = context.openSpace();
    const values = readValues();
    const format = formatOf(context, values.f);
    const statistics = await context.service.statistics.of(space, context.readOptions);
    const byDefault = format === 'html' ? PAGE_ITEMS : DEFAULT_ITEMS;
    const items = itemsQuery(values, space.info, statistics, byDefault);
    const addresses = new Addresses(context);
    const etag = etagOf(context, space.info, await space.content(), { also: '-o' });
    const page: Page = {
      matched: (ticket) => matchedBy(space, items, etag, ticket),
      links: (end, matched) => pageLinks(context, addresses, format, items.cursor, end, matched),
    };
    if (format === 'html') return htmlPage(context, addresses, space, items, page);
    const read = (ticket: ReadTicket) => geojsonPage(space, items, page, ticket);
    // Others may wait for the same response only if their links are the same: no token in them, and the same address.
    const response = await unlessKnown(context, etag, () =>
      addresses.hasToken ? read(context.readOptions) : coalesced(context, `${etag} ${addresses.root}`, read),
    );
    response.headers['Content-Crs'] = contentCrs(items.crs);
    return finished(context, response);
  },
});

type Page = {
  matched: (ticket: ReadTicket) => Promise<Matched>;
  links: (end: StreamEnd, matched: Matched) => Link[];
};

async function geojsonPage(
  space: ReadableSpace,
  items: ItemsQuery,
  page: Page,
  ticket: ReadTicket,
): Promise<Response> {
  const matched = await page.matched(ticket);
  return geojson({
    head: '{"type":"FeatureCollection","features":[',
    stream: itemsStream(space, items, ticket),
    tail: (end) => {
      const rest = {
        links: page.links(end, matched),
        timeStamp: new Date().toISOString(),
        ...numberMatchedOf(items, matched, end),
        ...(end.shown === undefined ? {} : { numberReturned: end.shown }),
      };
      return `],${JSON.stringify(rest).slice(1)}`;
    },
  });
}

async function htmlPage(
  context: Context,
  addresses: Addresses,
  space: ReadableSpace,
  items: ItemsQuery,
  page: Page,
): Promise<Response> {
  const ticket = context.readOptions;
  const matched = await page.matched(ticket);
  // The map of the page is in longitude and latitude.
  const { crs: _, ...view } = items.read.view;
  const stream = itemsStream(space, { ...items, read: { ...items.read, view } }, ticket);
  const chunks: Uint8Array[] = [];
  let next = await stream.next();
  for (; !next.done; next = await stream.next()) chunks.push(next.value);
  const texts = chunks.map((chunk) => Buffer.from(chunk).toString()).join(',');
  const features = JSON.parse(`[${texts}]`) as ShownFeature[];
  const html = itemsPage(addresses, space.info, {
    features,
    links: page.links(next.value, matched),
    asked: context.sentPairs,
    ...numberMatchedOf(items, matched, next.value),
  });
  return pageResponse(context, html);
}
