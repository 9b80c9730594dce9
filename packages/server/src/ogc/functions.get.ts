import { type FilterFunction, FUNCTIONS } from '@meridian/filter';
import { queryOf } from '../http/context.ts';
import type { Operation } from '../http/operation.ts';
import { jsonResponse } from './document.response.ts';
import { TYPES } from './links.ts';
import { ogcRefs } from './schemas.ts';
import { refuseUnknown } from './unknown-parameters.ts';

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

export const getOgcFunctions: Operation = {
  name: 'getOgcFunctions',
  method: 'GET',
  path: '/ogc/functions',
  summary: 'The functions that filters can call',
  tag: 'ogc',
  access: 'open',
  query: [],
  responses: { 200: { description: 'The functions', content: { [TYPES.json]: ogcRefs.functions } } },
  handle(context) {
    refuseUnknown(queryOf(context), []);
    const functions = FUNCTIONS.map(({ name, description, args, returns }) => ({
      name,
      description,
      args: args.map(({ title, kind }) => ({ title, type: KINDS[kind] })),
      returns: KINDS[returns],
    }));
    return jsonResponse(context, { functions });
  },
};
