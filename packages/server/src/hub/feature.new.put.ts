import type { Operation } from '../http/operation.ts';
import { rightsByEffect } from '../http/right-rule.ts';
import { addTags, clientId, prefixId, removeTags } from '../parameters/documented.ts';
import { featureBody, featureResponses, REPLACE, writeFeatures } from './write.ts';

export const putNewFeature: Operation = {
  name: 'putNewFeature',
  method: 'PUT',
  path: '/hub/spaces/{space_id}/features/',
  summary: 'Create one feature whose id may be left to the hub',
  tag: 'features: write',
  access: 'token',
  right: rightsByEffect('createFeatures', 'updateFeatures'),
  query: [addTags, removeTags, prefixId, clientId],
  body: featureBody,
  responses: featureResponses,
  async handle(context) {
    const { dialect } = context;
    const space = context.openForWriting();
    return writeFeatures(context, space, {
      target: { kind: 'newFeature', returning: dialect.newFeatureResponse },
      rule: REPLACE,
    });
  },
};
