import type { Space, Statistics } from '@meridian/hub';
import { type Operation, operation, type Schema } from '../http/operation.ts';
import { READ_FEATURES } from '../http/right-rule.ts';
import { jsonResponse } from './document.response.ts';
import { jsonOnly } from './format.ts';
import { Addresses, TYPES } from './links.ts';

type Description = {
  name: string;
  path: string;
  summary: string;
  below: string;
  document: (address: string, info: Space, statistics: Statistics) => Schema;
};

/** A JSON Schema about the features of a collection, made of what they are found to have. */
export function describedCollection({ name, path, summary, below, document }: Description): Operation {
  return operation({
    name,
    method: 'GET',
    path,
    summary,
    tag: 'ogc',
    access: 'token',
    right: READ_FEATURES,
    query: { f: jsonOnly },
    isStrict: true,
    responses: {
      200: {
        description: summary,
        content: { [TYPES.schema]: { type: 'object', additionalProperties: true } },
      },
    },
    async handle(context, read) {
      const space = context.openSpace();
      read();
      const statistics = await context.service.statistics.of(space, context.readOptions);
      const address = new Addresses(context).collection(space.info.id, below);
      return jsonResponse(context, document(address, space.info, statistics), TYPES.schema);
    },
  });
}
