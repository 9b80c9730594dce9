import { missing } from '@meridian/hub';
import { operation } from '../http/operation.ts';
import { empty } from '../http/response/response.ts';
import { clientId } from '../parameters/view.ts';

export const deleteFeature = operation({
  name: 'deleteFeature',
  method: 'DELETE',
  path: '/hub/spaces/{space_id}/features/{feature_id}',
  summary: 'Delete one feature',
  tag: 'features: write',
  access: 'token',
  right: { oneOf: ['deleteFeatures'], on: 'space' },
  query: { clientId },
  responses: { 204: { description: 'The feature is gone' } },
  async handle(context) {
    const { featureId, ticket } = context;
    const space = context.openForWriting();
    const { ids } = await space.delete({ ids: [featureId], tags: undefined, returning: true }, ticket);
    if (ids.length === 0) throw missing();
    return empty(204);
  },
});
