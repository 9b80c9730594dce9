import { describedCollection } from './described-collection.ts';
import { sortablesDocument } from './schema.document.ts';

export const getOgcSortables = describedCollection({
  name: 'getOgcSortables',
  path: '/ogc/collections/{space_id}/sortables',
  summary: 'What can be sorted by, as a JSON Schema',
  below: '/sortables',
  title: 'Sortables',
  document: sortablesDocument,
});
