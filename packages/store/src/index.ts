export {
  type ActivityLogTarget,
  LOG_NAMESPACE,
  type OutboxEntry,
  STORAGE_MODES,
  type StorageMode,
} from './activity/activity-log.ts';
export type * from './catalogue.ts';
export { BodySplitter } from './combine/body-splitter.ts';
export {
  type Combination,
  type CombinationMode,
  isPlainGroup,
  MOST_LEAVES,
} from './combine/combination.ts';
export type { BodyPart, SplitSummary, WriteFailure } from './combine/split-body.ts';
export { FAULT_KINDS, Fault, type FaultKind, invalid, MISSING_RESOURCE, missing } from './fault.ts';
export { NAMESPACE } from './feature/feature.ts';
export { randomId } from './feature/read-input.ts';
export { normalizeTag, normalizeTags } from './feature/tags.ts';
export type {
  Extent,
  FeatureSource,
  FeatureStore,
  FeatureStream,
  Located,
  OneFeature,
  ReadOptions,
  SpacePlace,
  Statistics,
  StreamEnd,
  VectorTile,
  VersionRange,
} from './feature-store.ts';
export { decodeUtf8, parseExactly, parseStored } from './json/exact-json.ts';
export { isObject, type JsonObject, mergePatch, sameJson, setOwn } from './json/own.ts';
export { copyHub } from './moving/copy-hub.ts';
export { MoveFault } from './moving/hub-image.ts';
export type { MoveProgress, MoveReport } from './moving/move-hub.ts';
export { isEmbedded, openStore, type StoreLocation } from './open-store.ts';
export { DatabaseUnusable } from './postgres/location.ts';
export { compileFeatureSchema } from './processors/feature-schema.ts';
export type { Processing } from './processors/processing.ts';
export { isSchemaForm } from './processors/schema-form.ts';
export { compileTaggingRule } from './processors/tagging-rule.ts';
export { tileArea } from './query/area.ts';
export * from './query/query.ts';
export { BackupFault, type BackupReport, backUp, type CopiedSpace, restore } from './sqlite/backup.ts';
export { NewerFormat } from './sqlite/database.ts';
export { DataFolderInUse } from './sqlite/lock.ts';
export { bodyText } from './write/read-body.ts';
export * from './write/write-request.ts';
