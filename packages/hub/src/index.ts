export {
  type BBox,
  GEOMETRY_TYPES,
  type Geometry,
  HEXBIN_SAMPLING,
  type HexbinSampling,
  isArea,
  isWebMercatorQuad,
  MAX_CELL_ZOOM,
  TILE_MATRIX_SETS,
  TILE_NUMBERS,
  type TileAddress,
  type TileMatrixSet,
  type VizSampling,
} from '@meridian/geo';
export { boxArea, CRS84, type Crs, crsOfCode, fromCrs, KNOWN_CRSS, toCrs } from '@meridian/geo/crs';
/** What the server needs of the store; nothing else of it is seen from outside. */
export {
  type Account,
  type AggregateQuery,
  type Area,
  type AuditFilter,
  type AuditRecord,
  BackupFault,
  type BackupReport,
  BIN_METHODS,
  type BuildRequest,
  backUpAsStream,
  backUpHub,
  backUpInSeries,
  bodyText,
  CHANGES,
  type ChangeCursor,
  type ChangesQuery,
  type Clustering,
  COMPARISONS,
  CONTENT_CODINGS,
  type Comparison,
  type ContentCoding,
  type ContentState,
  type CopiedSpace,
  checkTimeZone,
  copyHub,
  DataFolderInUse,
  type DeleteRequest,
  type Diagnosis,
  DoctorFault,
  damagedText,
  type Explainable,
  examineHub,
  FAULT_KINDS,
  Fault,
  type FaultKind,
  type FeatureFilter,
  type FeaturePath,
  type FeatureQuery,
  type FeatureStream,
  type FeatureTest,
  type FeatureView,
  featureHash,
  type GroupCursor,
  type GroupKey,
  type GroupOrder,
  type HistorySize,
  type HubDiagnosis,
  invalid,
  isEmbedded,
  isEmptyFilter,
  isInMemory,
  isObject,
  isSortValue,
  type JsonObject,
  type Measure,
  MISSING_RESOURCE,
  MoveFault,
  type MoveProgress,
  type MoveReport,
  missing,
  NAMESPACE,
  normalizeTag,
  normalizeTags,
  ON_CONFLICT,
  ON_EXISTS,
  ON_NOT_EXISTS,
  type OneFeature,
  type Operand,
  onStoreWarning,
  type PropertyTest,
  parseExactly,
  parseStored,
  type ReadPlan,
  type ReplicaUse,
  randomId,
  readGauge,
  restoreHub,
  restoreSpace,
  type SelectedPath,
  type SessionHolder,
  type SharedFolder,
  type SortCursor,
  type SortKey,
  type SpaceRef,
  type Statistics,
  type StoreLocation,
  type StreamEnd,
  type TagFilter,
  type TextTest,
  TIME_UNITS,
  type TileQuery,
  type TimeExtent,
  type Token,
  testsOf,
  tileArea,
  type VersionRange,
  verifyBackup,
  type Want,
  type WriteBody,
  type WriteRule,
  type WriteTarget,
  withUnpacked,
  wordsOf,
} from '@meridian/store';
export type { Access, FirstAccount, Issued, ProvisionalCaller } from './accounts/access.ts';
export { ACCOUNT_MEMBERS, NEW_ACCOUNT_MEMBERS } from './accounts/account-members.ts';
export {
  defaultAppId,
  type NewAccount,
  readAccountBody,
  requireAdmin,
  requireFullAdmin,
} from './accounts/accounts.ts';
export { type Administration, openAdministration } from './accounts/administration.ts';
export type { AnonymousSession } from './accounts/anonymous-sessions.ts';
export {
  PASSWORD_CHANGE_MEMBERS,
  REGISTRATION_MEMBERS,
  SIGN_IN_MEMBERS,
  type SignInForm,
} from './accounts/form-members.ts';
export type { LastUse } from './accounts/last-uses.ts';
export { type Caller, RIGHTS, type Right } from './accounts/rights.ts';
export { hashSecret } from './accounts/secrets.ts';
export {
  isSessionToken,
  type NewSession,
  type SessionLifetimes,
  sessionCaller,
} from './accounts/sessions.ts';
export { TOKEN_MEMBERS } from './accounts/token-definition.ts';
export { type Actor, actingFor } from './audit/actor.ts';
export { AUDIT_ACTIONS, type Audit, type AuditLimits } from './audit/audit.ts';
export type { BackupSchedule } from './backup/scheduled-backups.ts';
export {
  CLUSTER_SHAPES,
  CLUSTER_STATISTICS,
  clusterTileQuery,
  drawClusters,
  type TileClusters,
} from './cluster-tile.ts';
export {
  HEXBIN_SAMPLINGS,
  hexbinClustering,
  quadbinClustering,
  VIZ_SAMPLINGS,
  zoomOfBoxes,
} from './clustering.ts';
export { diskSpaceOf } from './disk-guard.ts';
export { ExportFiles, type ExportLimits, RENEWED_MS } from './exports/export-files.ts';
export { type ExportRecord, isOpen } from './exports/export-record.ts';
export { Features } from './features.ts';
export { type Hub, type HubSettings, openHub, openReadHub, type ReadHub } from './hub.ts';
export { everyMs, type ImportDefinition } from './imports/import-member.ts';
export {
  type ImportCounts,
  type ImportResult,
  type ImportState,
  type ImportSummary,
  nextRunAt,
  settingsOf,
} from './imports/import-state.ts';
export { shownSource } from './imports/shown-source.ts';
export { accountTicket, type QueueTicket } from './load/fair-queue.ts';
export { Load, type LoadLimits } from './load/load.ts';
export { observing, type QueueName, type WorkObserver } from './load/work-observer.ts';
export {
  type JsonSchema,
  type Member,
  type Members,
  readMembers,
  schemasOf,
  text as textMember,
  type ValuesOf as MemberValues,
} from './members.ts';
export { PROJECT_MEMBERS, PROJECT_STATES } from './projects/project-definition.ts';
export { PROJECT_OWNERS, type Project, type ProjectOwner, Projects } from './projects/projects.ts';
export { ReadableSpace, type ReadTicket } from './readable-space.ts';
export { cellShape, readShape } from './shapes.ts';
export { LICENSES } from './spaces/licenses.ts';
export type { SchemaReader } from './spaces/schema-texts.ts';
export type { Space } from './spaces/space.ts';
export type { SpaceList, SpaceListQuery } from './spaces/space-list.ts';
export { SPACE_MEMBERS } from './spaces/space-members.ts';
export type { TimeProperties } from './spaces/temporal.ts';
export { readTile, readTileNumbers } from './tiles.ts';
export type { DeleteSelection, Writable } from './virtual/writable.ts';
