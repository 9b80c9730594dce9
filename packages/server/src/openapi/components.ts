import type { Schema } from '../http/operation.ts';
import type { Reference } from './openapi.ts';
import { errorSchemas } from './schemas/error.ts';
import { factSchemas } from './schemas/facts.ts';
import { featureSchemas } from './schemas/feature.ts';
import { geometrySchemas } from './schemas/geometry.ts';
import { spaceSchemas } from './schemas/space.ts';

export const componentSchemas: Record<string, Schema> = {
  ...featureSchemas,
  ...geometrySchemas,
  ...spaceSchemas,
  ...factSchemas,
  ...errorSchemas,
};

function schemaRef(name: string): Reference {
  return { $ref: `#/components/schemas/${name}` };
}

/** For operations to name the shapes of their bodies and answers. */
export const refs = {
  feature: schemaRef('Feature'),
  featureInput: schemaRef('FeatureInput'),
  featureCollection: schemaRef('FeatureCollection'),
  featureCollectionInput: schemaRef('FeatureCollectionInput'),
  featureModificationList: schemaRef('FeatureModificationList'),
  featurePage: schemaRef('FeaturePage'),
  writeAnswer: schemaRef('WriteAnswer'),
  geometry: schemaRef('Geometry'),
  space: schemaRef('Space'),
  spaceInput: schemaRef('SpaceInput'),
  statistics: schemaRef('Statistics'),
  count: schemaRef('Count'),
  hubInformation: schemaRef('HubInformation'),
  errorResponse: schemaRef('ErrorResponse'),
  requestError: schemaRef('RequestError'),
} as const;
