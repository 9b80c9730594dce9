import { KNOWN_CRSS, type ReadableSpace } from '@meridian/hub';
import { queryOf } from '../http/context.ts';
import type { Operation, QueryParameter } from '../http/operation.ts';
import { ANY_RIGHT } from '../http/right-rule.ts';
import { readInteger } from '../parameters/values.ts';
import { type CollectionDocument, collectionDocument } from './collection.document.ts';
import { documentResponse } from './document.response.ts';
import { f, readFormat } from './format.ts';
import { collectionsPage } from './html/collections.page.ts';
import { Addresses, type Link, selfLinks, TYPES } from './links.ts';
import { ogcRefs } from './schemas.ts';
import { refuseUnknown } from './unknown-parameters.ts';

const DEFAULT_COLLECTIONS = 100;
const MAX_COLLECTIONS = 1000;

const limit: QueryParameter = {
  name: 'limit',
  description: 'The most collections of a page; a link `next` leads to the next one.',
  schema: { type: 'integer', minimum: 1, maximum: MAX_COLLECTIONS, default: DEFAULT_COLLECTIONS },
};
const cursor: QueryParameter = {
  name: 'cursor',
  description: 'Where the page begins: part of the link `next`.',
  schema: { type: 'string' },
};
const PARAMETERS = [limit, cursor, f];

export const getOgcCollections: Operation = {
  name: 'getOgcCollections',
  method: 'GET',
  path: '/ogc/collections',
  summary: 'The collections: every space that the caller may read',
  tag: 'ogc',
  access: 'token',
  right: ANY_RIGHT,
  query: PARAMETERS,
  responses: {
    200: {
      description: 'The collections',
      content: { [TYPES.json]: ogcRefs.collections, [TYPES.html]: { type: 'string' } },
    },
  },
  async handle(context) {
    const query = queryOf(context);
    refuseUnknown(query, PARAMETERS);
    const format = readFormat(context);
    const max = readInteger(query, 'limit', 1, MAX_COLLECTIONS) ?? DEFAULT_COLLECTIONS;
    const after = readInteger(query, 'cursor', 0, Number.MAX_SAFE_INTEGER) ?? 0;
    const { spaces, next } = pageOf(context.hub.features.readable(context.caller, after), max);
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
          addresses.of('/collections', { f: form, limit: query.one('limit'), cursor: query.one('cursor') }),
        ),
        ...nextLink(addresses, query.one('limit'), next),
        { rel: 'root', type: TYPES.json, title: 'The landing page', href: addresses.of('') },
      ],
      // For all collections: each refers to it.
      crs: KNOWN_CRSS,
      collections,
    };
    return documentResponse(context, format, document, () => collectionsPage(addresses, document));
  },
};

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
