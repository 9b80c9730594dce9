import { describedCollection } from './described-collection.ts';
import { schemaDocument } from './schema.document.ts';

export const getOgcSchema = describedCollection({
  name: 'getOgcSchema',
  path: '/ogc/collections/{space_id}/schema',
  summary: 'The schema of the features of a collection',
  below: '/schema',
  title: 'Schema',
  document: schemaDocument,
});
