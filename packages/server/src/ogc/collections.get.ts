import { KNOWN_CRSS, type ReadableSpace } from '@meridian/hub';
import { operation } from '../http/operation.ts';
import { ANY_RIGHT } from '../http/right-rule.ts';
import { integer, parameter } from '../parameters/parameter.ts';
import { readInteger } from '../parameters/values.ts';
import { type CollectionDocument, collectionDocument } from './collection.document.ts';
import { documentResponse } from './document.response.ts';
import { f, formatOf } from './format.ts';
import { collectionsPage } from './html/collections.page.ts';
import { Addresses, type Link, selfLinks, TYPES } from './links.ts';
import { ogcRefs } from './schemas.ts';

const DEFAULT_COLLECTIONS = 100;
const MAX_COLLECTIONS = 1000;

const limit = integer({
  name: 'limit',
  description: 'The most collections of a page; a link `next` leads to the next one.',
  min: 1,
  max: MAX_COLLECTIONS,
  schema: { default: DEFAULT_COLLECTIONS },
});
const cursor = parameter(
  {
    name: 'cursor',
    description: 'Where the page begins: part of the link `next`.',
    schema: { type: 'string' },
  },
  (query, name) => readInteger(query, name, 0, Number.MAX_SAFE_INTEGER),
);

export const getOgcCollections = operation({
  name: 'getOgcCollections',
  method: 'GET',
  path: '/ogc/collections',
  summary: 'The collections: every space that the caller may read',
  tag: 'ogc',
  access: 'token',
  right: ANY_RIGHT,
  query: { limit, cursor, f },
  isStrict: true,
  responses: {
    200: {
      description: 'The collections',
      content: { [TYPES.json]: ogcRefs.collections, [TYPES.html]: { type: 'string' } },
    },
  },
  async handle(context, read) {
    const { limit, cursor, f: form } = read();
    const format = formatOf(context, form);
    const readable = context.hub.features.readable(context.caller, cursor ?? 0);
    const { spaces, next } = pageOf(readable, limit ?? DEFAULT_COLLECTIONS);
    const addresses = new Addresses(context);
    const collections: CollectionDocument[] = [];
    // One after the other: a list must not take the place of the reads of others.
    for (const space of spaces) {
      const statistics = await context.service.statistics.of(space, context.readOptions);
      const time = await context.service.statistics.timeExtentOf(space, context.readOptions);
      collections.push(collectionDocument(addresses, 'json', space.info, statistics, time, ['#/crs']));
    }
    const document = {
      links: [
        ...selfLinks(format, (form) =>
          addresses.of('/collections', { f: form, limit: limit?.toString(), cursor: cursor?.toString() }),
        ),
        ...nextLink(addresses, limit?.toString(), next),
        { rel: 'root', type: TYPES.json, title: 'The landing page', href: addresses.of('') },
      ],
      // For all collections: each refers to it.
      crs: KNOWN_CRSS,
      collections,
    };
    return documentResponse(context, format, document, () => collectionsPage(addresses, document));
  },
});

/** The first ones, and the serial number behind which the next page begins. */
function pageOf(all: Iterable<ReadableSpace>, max: number) {
  const spaces: ReadableSpace[] = [];
  for (const space of all) {
    if (spaces.length === max) return { spaces, next: spaces.at(-1)!.info.serial };
    spaces.push(space);
  }
  return { spaces, next: undefined };
}

function nextLink(addresses: Addresses, limit: string | undefined, next: number | undefined): Link[] {
  if (next === undefined) return [];
  const href = addresses.of('/collections', { limit, cursor: String(next) });
  return [{ rel: 'next', type: TYPES.json, title: 'More collections', href }];
}
