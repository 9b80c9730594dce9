import { operation } from '../http/operation.ts';
import { rightsByEffect } from '../http/right-rule.ts';
import { CHANGED_MEANWHILE, changedResponse, featureBody, writeItem } from './item.write.ts';

export const putOgcItem = operation({
  name: 'putOgcItem',
  method: 'PUT',
  path: '/ogc/collections/{space_id}/items/{feature_id}',
  summary: 'Replace a feature',
  tag: 'ogc',
  access: 'token',
  right: rightsByEffect('updateFeatures'),
  query: {},
  isStrict: true,
  body: featureBody,
  responses: { 204: { description: 'Replaced; `ETag` names the state that it has now' } },
  faults: { preconditionFailed: CHANGED_MEANWHILE },
  async handle(context, read) {
    const text = await writeItem(context, {
      read,
      target: { kind: 'feature', id: context.featureId },
      rule: { onExists: 'replace', onNotExists: 'error', onConflict: 'error' },
    });
    return changedResponse(text);
  },
});
