import { operation } from '../http/operation.ts';
import { rightsByEffect } from '../http/right-rule.ts';
import { CHANGED_MEANWHILE, changedResponse, MERGE_PATCH, patchBody, writeItem } from './item.write.ts';
import { TYPES } from './links.ts';

export const patchOgcItem = operation({
  name: 'patchOgcItem',
  method: 'PATCH',
  path: '/ogc/collections/{space_id}/items/{feature_id}',
  summary: 'Change parts of a feature',
  tag: 'ogc',
  access: 'token',
  right: rightsByEffect('updateFeatures'),
  query: {},
  isStrict: true,
  body: patchBody,
  responses: { 204: { description: 'Changed; `ETag` names the state that it has now' } },
  faults: { preconditionFailed: CHANGED_MEANWHILE },
  async handle(context, read) {
    const text = await writeItem(context, {
      read,
      target: { kind: 'feature', id: context.featureId },
      rule: { onExists: 'patch', onNotExists: 'error', onConflict: 'error' },
      types: [MERGE_PATCH, TYPES.geojson, TYPES.json],
    });
    return changedResponse(text);
  },
});
