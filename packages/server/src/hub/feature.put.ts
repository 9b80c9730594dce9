import type { Operation } from '../http/operation.ts';
import { rightsByEffect } from '../http/right-rule.ts';
import { addTags, clientId, prefixId, removeTags } from '../parameters/documented.ts';
import { featureBody, featureResponses, REPLACE, writeFeatures } from './write.ts';

export const putFeature: Operation = {
  name: 'putFeature',
  method: 'PUT',
  path: '/hub/spaces/{space_id}/features/{feature_id}',
  summary: 'Create or replace one feature',
  tag: 'features: write',
  access: 'token',
  right: rightsByEffect('createFeatures', 'updateFeatures'),
  query: [addTags, removeTags, prefixId, clientId],
  body: featureBody,
  responses: featureResponses,
  async handle(context) {
    const { featureId } = context;
    const space = context.openForWriting();
    return writeFeatures(context, space, { target: { kind: 'feature', id: featureId }, rule: REPLACE });
  },
};
