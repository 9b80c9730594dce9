import { type FilterFunction, FUNCTIONS } from '@meridian/filter';
import { operation } from '../http/operation.ts';
import { anyDocumentResponse } from './document.response.ts';
import { f, formatOf } from './format.ts';
import { Addresses, TYPES } from './links.ts';
import { ogcRefs } from './schemas.ts';

const KINDS: Record<FilterFunction['returns'], string[]> = {
  any: ['string', 'number', 'boolean'],
  boolean: ['boolean'],
  number: ['number'],
  text: ['string'],
  instant: ['datetime'],
  interval: ['datetime'],
  geometry: ['geometry'],
  array: ['string'],
};

export const getOgcFunctions = operation({
  name: 'getOgcFunctions',
  method: 'GET',
  path: '/ogc/functions',
  summary: 'The functions that filters can call',
  tag: 'ogc',
  access: 'open',
  query: { f },
  isStrict: true,
  responses: {
    200: {
      description: 'The functions',
      content: { [TYPES.json]: ogcRefs.functions, [TYPES.html]: { type: 'string' } },
    },
  },
  handle(context, read) {
    const format = formatOf(context, read().f);
    const addresses = new Addresses(context);
    const functions = FUNCTIONS.map(({ name, description, args, returns }) => ({
      name,
      description,
      args: args.map(({ title, kind }) => ({ title, type: KINDS[kind] })),
      returns: KINDS[returns],
    }));
    return anyDocumentResponse(context, addresses, format, {
      title: 'Functions',
      above: [],
      document: { functions },
      address: (form) => addresses.of('/functions', { f: form }),
    });
  },
});
