import { operation } from '../http/operation.ts';
import { rightsByEffect } from '../http/right-rule.ts';
import { clientId } from '../parameters/view.ts';
import { collectionBody, prefixId, REPLACE, tagChanges, writeFeatures, writeResponses } from './write.ts';

export const putFeatures = operation({
  name: 'putFeatures',
  method: 'PUT',
  path: '/hub/spaces/{space_id}/features',
  summary: 'Create or replace features',
  tag: 'features: write',
  access: 'token',
  right: rightsByEffect('createFeatures', 'updateFeatures'),
  query: { ...tagChanges, prefixId, clientId },
  body: collectionBody,
  responses: writeResponses,
  async handle(context, read) {
    const space = context.openForWriting();
    return writeFeatures(context, space, read(), { target: { kind: 'collection' }, rule: REPLACE });
  },
});
