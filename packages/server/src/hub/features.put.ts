import type { Operation } from '../http/operation.ts';
import { rightsByEffect } from '../http/right-rule.ts';
import { addTags, clientId, prefixId, removeTags } from '../parameters/documented.ts';
import { collectionBody, REPLACE, writeFeatures, writeResponses } from './write.ts';

export const putFeatures: Operation = {
  name: 'putFeatures',
  method: 'PUT',
  path: '/hub/spaces/{space_id}/features',
  summary: 'Create or replace features',
  tag: 'features: write',
  access: 'token',
  right: rightsByEffect('createFeatures', 'updateFeatures'),
  query: [addTags, removeTags, prefixId, clientId],
  body: collectionBody,
  responses: writeResponses,
  async handle(context) {
    const space = context.openForWriting();
    return writeFeatures(context, space, { target: { kind: 'collection' }, rule: REPLACE });
  },
};
