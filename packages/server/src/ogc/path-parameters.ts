import type { Schema } from '../http/operation.ts';

type PathParameter = { name: string; description: string; schema: Schema };

/** Parts of paths, as operations call them: by the names that the standards have for them. */
export const PATH_PARAMETERS: Record<string, PathParameter> = {
  space_id: { name: 'collectionId', description: 'Id of the collection.', schema: { type: 'string' } },
  feature_id: { name: 'featureId', description: 'Id of the feature.', schema: { type: 'string' } },
};
