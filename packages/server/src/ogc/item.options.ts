import { allowOperation } from './allow.ts';

export const optionsOgcItem = allowOperation({
  name: 'optionsOgcItem',
  path: '/ogc/collections/{space_id}/items/{feature_id}',
  summary: 'What the caller may do with a feature',
  changes: [
    { method: 'PUT', right: 'updateFeatures' },
    { method: 'PATCH', right: 'updateFeatures' },
    { method: 'DELETE', right: 'deleteFeatures' },
  ],
});
