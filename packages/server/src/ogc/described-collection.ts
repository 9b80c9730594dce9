import type { Space, Statistics } from '@meridian/hub';
import { queryOf } from '../http/context.ts';
import type { Operation, Schema } from '../http/operation.ts';
import { READ_FEATURES } from '../http/right-rule.ts';
import { jsonResponse } from './document.response.ts';
import { Addresses, TYPES } from './links.ts';
import { refuseUnknown } from './unknown-parameters.ts';

type Description = {
  name: string;
  path: string;
  summary: string;
  below: string;
  document: (address: string, info: Space, statistics: Statistics) => Schema;
};

const PARAMETERS = [
  { name: 'f', description: 'The form of the response.', schema: { type: 'string', enum: ['json'] } },
] as const;

/** A JSON Schema about the features of a collection, made of what they are found to have. */
export function describedCollection({ name, path, summary, below, document }: Description): Operation {
  return {
    name,
    method: 'GET',
    path,
    summary,
    tag: 'ogc',
    access: 'token',
    right: READ_FEATURES,
    query: PARAMETERS,
    responses: {
      200: {
        description: summary,
        content: { [TYPES.schema]: { type: 'object', additionalProperties: true } },
      },
    },
    async handle(context) {
      const space = context.openSpace();
      refuseUnknown(queryOf(context), PARAMETERS);
      const statistics = await context.service.statistics.of(space, context.readOptions);
      const address = new Addresses(context).collection(space.info.id, below);
      return jsonResponse(context, document(address, space.info, statistics), TYPES.schema);
    },
  };
}
