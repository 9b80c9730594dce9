import { describedCollection } from './described-collection.ts';
import { queryablesDocument } from './schema.document.ts';

export const getOgcQueryables = describedCollection({
  name: 'getOgcQueryables',
  path: '/ogc/collections/{space_id}/queryables',
  summary: 'What filters can ask for, as a JSON Schema',
  below: '/queryables',
  title: 'Queryables',
  document: queryablesDocument,
});
