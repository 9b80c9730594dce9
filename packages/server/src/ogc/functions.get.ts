import { type FilterFunction, FUNCTIONS } from '@meridian/filter';
import { operation } from '../http/operation.ts';
import { jsonResponse } from './document.response.ts';
import { TYPES } from './links.ts';
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
  query: {},
  isStrict: true,
  responses: { 200: { description: 'The functions', content: { [TYPES.json]: ogcRefs.functions } } },
  handle(context, read) {
    read();
    const functions = FUNCTIONS.map(({ name, description, args, returns }) => ({
      name,
      description,
      args: args.map(({ title, kind }) => ({ title, type: KINDS[kind] })),
      returns: KINDS[returns],
    }));
    return jsonResponse(context, { functions });
  },
});
