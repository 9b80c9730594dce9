import { operation } from '../http/operation.ts';
import { clientId } from '../parameters/view.ts';
import { featureBody, featureResponses, prefixId, tagChanges, writeFeatures } from './write.ts';

export const patchFeature = operation({
  name: 'patchFeature',
  method: 'PATCH',
  path: '/hub/spaces/{space_id}/features/{feature_id}',
  summary: 'Change parts of one feature',
  description: 'Properties merge member by member, `null` removes a member, a geometry is replaced whole.',
  tag: 'features: write',
  access: 'token',
  right: { oneOf: ['updateFeatures'], on: 'space' },
  query: { ...tagChanges, prefixId, clientId },
  body: { ...featureBody, description: 'The parts of the Feature to change' },
  responses: featureResponses,
  async handle(context, read) {
    const { featureId } = context;
    const space = context.openForWriting();
    return writeFeatures(context, space, read(), {
      target: { kind: 'feature', id: featureId },
      rule: { onExists: 'patch', onNotExists: 'error', onConflict: 'error' },
    });
  },
});
