import type { Operation } from '../http/operation.ts';
import { addTags, clientId, prefixId, removeTags } from '../parameters/documented.ts';
import { featureBody, featureResponses, writeFeatures } from './write.ts';

export const patchFeature: Operation = {
  name: 'patchFeature',
  method: 'PATCH',
  path: '/hub/spaces/{space_id}/features/{feature_id}',
  summary: 'Change parts of one feature',
  description: 'Properties merge member by member, `null` removes a member, a geometry is replaced whole.',
  tag: 'features: write',
  access: 'token',
  right: { oneOf: ['updateFeatures'], on: 'space' },
  query: [addTags, removeTags, prefixId, clientId],
  body: { ...featureBody, description: 'The parts of the Feature to change' },
  responses: featureResponses,
  async handle(context) {
    const { featureId } = context;
    const space = context.openForWriting();
    return writeFeatures(context, space, {
      target: { kind: 'feature', id: featureId },
      rule: { onExists: 'patch', onNotExists: 'error', onConflict: 'error' },
    });
  },
};
