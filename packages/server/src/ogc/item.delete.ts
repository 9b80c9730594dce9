import { missing } from '@meridian/hub';
import { operation } from '../http/operation.ts';
import { empty } from '../http/response/response.ts';
import { rightsByEffect } from '../http/right-rule.ts';
import { CHANGED_MEANWHILE, writeItem } from './item.write.ts';

export const deleteOgcItem = operation({
  name: 'deleteOgcItem',
  method: 'DELETE',
  path: '/ogc/collections/{space_id}/items/{feature_id}',
  summary: 'Delete a feature',
  tag: 'ogc',
  access: 'token',
  right: rightsByEffect('deleteFeatures'),
  query: {},
  isStrict: true,
  responses: { 204: { description: 'Deleted' } },
  faults: { preconditionFailed: CHANGED_MEANWHILE },
  async handle(context, read) {
    const rule = { onExists: 'delete', onNotExists: 'retain', onConflict: 'error' } as const;
    // A write that names the feature, so that its state is compared and it is deleted in one transaction.
    const list = {
      type: 'FeatureModificationList',
      modifications: [{ type: 'FeatureModification', featureIds: [context.featureId] }],
    };
    const bytes = new Uint8Array(new TextEncoder().encode(JSON.stringify(list)));
    const text = await writeItem(context, {
      read,
      target: { kind: 'collection' },
      rule,
      body: { bytes, coding: 'identity', lines: false },
    });
    const { deleted = [] } = JSON.parse(text) as { deleted?: string[] };
    if (deleted.length === 0) throw missing();
    return empty(204);
  },
});
