export {
  backUpAsStream,
  backUpHub,
  backUpInSeries,
  restoreHub,
  restoreSpace,
  withUnpacked,
} from './backup-hub.ts';
export type * from './catalogue.ts';
export { copyHub } from './copy-hub.ts';
export { DatabaseUnusable } from './engines/postgres/location.ts';
export { BackupFault, type BackupReport, type CopiedSpace } from './engines/sqlite/backup/backup-fault.ts';
export { verifyBackup } from './engines/sqlite/backup/verify.ts';
export { DataFolderDamaged } from './engines/sqlite/catalogue/catalogue-file.ts';
export { NewerFormat } from './engines/sqlite/database.ts';
export { DataFolderInUse } from './engines/sqlite/lock.ts';
export { openReadStore, type ReadStore } from './engines/sqlite/read-store.ts';
export type { SharedFolder } from './engines/sqlite/sqlite-features.ts';
export { examineHub } from './examine-hub.ts';
export type { FeatureStore, FeatureStream, OneFeature, ReadOptions, VectorTile } from './feature-store.ts';
export type { BuildRequest, Want } from './model/build-request.ts';
export {
  cancelled,
  FAULT_KINDS,
  Fault,
  type FaultKind,
  invalid,
  MISSING_RESOURCE,
  missing,
} from './model/fault.ts';
export { NAMESPACE } from './model/feature/feature.ts';
export { featureHash } from './model/feature/feature-hash.ts';
export { randomId } from './model/feature/read-input.ts';
export { normalizeTag, normalizeTags } from './model/feature/tags.ts';
export { decodeUtf8, parseExactly, parseStored } from './model/json/exact-json.ts';
export { isObject, type JsonObject, mergePatch, sameJson, setOwn } from './model/json/own.ts';
export * from './model/query/aggregate.ts';
export { tileArea } from './model/query/area.ts';
export * from './model/query/query.ts';
export { isSortValue } from './model/query/sort-value.ts';
export { testsOf } from './model/query/split-filter.ts';
export { TEXT_INDEX } from './model/query/text-index.ts';
export { wordsOf } from './model/query/text-search.ts';
export { checkTimeZone } from './model/query/time-buckets.ts';
export type {
  Extent,
  HistorySize,
  Located,
  Statistics,
  StreamEnd,
  TimeExtent,
  VersionRange,
} from './model/results.ts';
export type { CompositeMode, CompositeSource, FeatureSource, SpaceRef } from './model/source.ts';
export { damagedText } from './model/storage-fault.ts';
export { isVirtual, VIRTUAL_STORAGE } from './model/virtual.ts';
export { isEmbedded, isInMemory, openStore, type StoreLocation } from './open-store.ts';
export {
  type ActivityLogTarget,
  LOG_NAMESPACE,
  type OutboxEntry,
  STORAGE_MODES,
  type StorageMode,
} from './rules/activity/activity-log.ts';
export { isPlainGroup, MAX_LEAVES } from './rules/composite/composite-source.ts';
export { type Explainable, explainRead, type ReadPlan } from './rules/composite/explain.ts';
export type { BodyPart, SplitSummary, WriteFailure } from './rules/composite/split-body.ts';
export type { Processing, ProcessorEntry } from './rules/processors/processing.ts';
export { PROCESSOR_KINDS } from './rules/processors/processor-kinds.ts';
export { isSchemaForm } from './rules/processors/schema-form.ts';
export { bodyText } from './rules/write/read-body.ts';
export * from './rules/write/write-request.ts';
export { BodySplitter } from './thread/body-splitter.ts';
export { ProcessorThreads } from './thread/processor-threads.ts';
export { readGauge } from './thread/shared-gauges.ts';
export { onStoreWarning, type StoreWarning, warn } from './thread/warnings.ts';
export { type Diagnosis, DoctorFault, type Finding, type HubDiagnosis } from './transfer/diagnosis.ts';
export { MoveFault } from './transfer/hub-image.ts';
export type { MoveProgress, MoveReport } from './transfer/move-hub.ts';
