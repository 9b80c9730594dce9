import { allowOperation } from './allow.ts';

export const optionsOgcItems = allowOperation({
  name: 'optionsOgcItems',
  path: '/ogc/collections/{space_id}/items',
  summary: 'What the caller may do with the features of a collection',
  changes: [{ method: 'POST', right: 'createFeatures' }],
});
