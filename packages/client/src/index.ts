export { type Account, type AccountSession, Accounts, type SignIn } from './account.ts';
export type { Aggregate, AggregateGroup, AggregateOptions } from './aggregate.ts';
export type {
  AreaOptions,
  Box,
  BoxOptions,
  Centre,
  Clustering,
  ExportFormat,
  ExportOptions,
  SearchOptions,
  SpatialOptions,
  TileId,
  TileOptions,
  TileScheme,
} from './area.ts';
export type { BulkOptions, FeatureSource } from './bulk/bulk-write.ts';
export { FeatureText } from './bulk/chunk.ts';
export { type BulkReport, BulkWriteError, type FeatureResult, type Outcome } from './bulk/report.ts';
export { MeridianClient } from './client.ts';
export type { CallOptions, ClientOptions } from './connection.ts';
export { MeridianError, UnreachableError } from './error.ts';
export {
  ExportError,
  type ExportJob,
  type ExportJobFormat,
  type ExportJobOptions,
  Exports,
  type WaitOptions,
} from './exports.ts';
export { type FeatureOptions, FeatureReader, type IterateOptions } from './features.read.ts';
export {
  type FeatureModification,
  Features,
  type PostOptions,
  type TagChanges,
  type WriteRule,
} from './features.ts';
export { type Condition, type Filter, OPERATORS, type Operand, type Operator, type Tags } from './filter.ts';
export {
  type Feature,
  type FeatureCollection,
  type FeatureInput,
  type FeatureNamespace,
  type Geometry,
  type JsonObject,
  NAMESPACE,
  type Position,
} from './geojson.ts';
export { type Project, type ProjectInput, type ProjectListOptions, Projects } from './projects.ts';
export { type Past, type View, writeFilter } from './query.ts';
export type {
  Count,
  FeaturePage,
  HubInformation,
  ImportRun,
  PropertyStatistics,
  Space,
  SpaceImport,
  SpaceInput,
  Statistics,
  WriteAnswer,
  WriteResult,
} from './responses.ts';
export type { Delay } from './retry.ts';
export { type SpaceListOptions, Spaces, type SpaceUpdateOptions } from './spaces.ts';
export {
  type NewToken,
  type PublicToken,
  type Right,
  type RightFilter,
  type Rights,
  type Token,
  type TokenInput,
  Tokens,
} from './tokens.ts';
export type { Changeset, ChangesetOptions, ChangesetPage, VersionChanges, VersionRange } from './versions.ts';
