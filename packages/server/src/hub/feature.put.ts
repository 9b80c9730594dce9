import { operation } from '../http/operation.ts';
import { rightsByEffect } from '../http/right-rule.ts';
import { clientId } from '../parameters/view.ts';
import { featureBody, featureResponses, prefixId, REPLACE, tagChanges, writeFeatures } from './write.ts';

export const putFeature = operation({
  name: 'putFeature',
  method: 'PUT',
  path: '/hub/spaces/{space_id}/features/{feature_id}',
  summary: 'Create or replace one feature',
  tag: 'features: write',
  access: 'token',
  right: rightsByEffect('createFeatures', 'updateFeatures'),
  query: { ...tagChanges, prefixId, clientId },
  body: featureBody,
  responses: featureResponses,
  async handle(context, read) {
    const { featureId } = context;
    const space = context.openForWriting();
    return writeFeatures(context, space, read(), {
      target: { kind: 'feature', id: featureId },
      rule: REPLACE,
    });
  },
});
