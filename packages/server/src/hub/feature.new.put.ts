import { operation } from '../http/operation.ts';
import { rightsByEffect } from '../http/right-rule.ts';
import { clientId } from '../parameters/view.ts';
import { featureBody, featureResponses, prefixId, REPLACE, tagChanges, writeFeatures } from './write.ts';

export const putNewFeature = operation({
  name: 'putNewFeature',
  method: 'PUT',
  path: '/hub/spaces/{space_id}/features/',
  summary: 'Create one feature whose id may be left to the hub',
  tag: 'features: write',
  access: 'token',
  right: rightsByEffect('createFeatures', 'updateFeatures'),
  query: { ...tagChanges, prefixId, clientId },
  body: featureBody,
  responses: featureResponses,
  async handle(context, read) {
    const { dialect } = context;
    const space = context.openForWriting();
    return writeFeatures(context, space, read(), {
      target: { kind: 'newFeature', returning: dialect.newFeatureResponse },
      rule: REPLACE,
    });
  },
});
