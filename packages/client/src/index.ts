export type { Count, HubInformation, Space, SpaceInput, Statistics, WriteAnswer } from './answers.ts';
export { MeridianClient } from './client.ts';
export type { CallOptions, ClientOptions } from './connection.ts';
export { MeridianError } from './error.ts';
export { Features, type IterateOptions, type SearchOptions, type TagChanges } from './features.ts';
export type { Condition, Filter, Operator, Tags } from './filter.ts';
export {
  type Feature,
  type FeatureCollection,
  type FeatureInput,
  type FeatureNamespace,
  type Geometry,
  NAMESPACE,
  type Position,
} from './geojson.ts';
export type { View } from './query.ts';
export { type SpaceListOptions, Spaces } from './spaces.ts';
