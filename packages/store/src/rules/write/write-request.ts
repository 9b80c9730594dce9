import type { TagFilter } from '../../model/query/query.ts';
import type { ActivityLogTarget } from '../activity/activity-log.ts';

export const ON_EXISTS = ['patch', 'replace', 'merge', 'delete', 'retain', 'error'] as const;
export const ON_NOT_EXISTS = ['create', 'retain', 'error'] as const;
export const ON_CONFLICT = ['error', 'retain', 'replace'] as const;

export type OnExists = (typeof ON_EXISTS)[number];
export type OnNotExists = (typeof ON_NOT_EXISTS)[number];
export type OnConflict = (typeof ON_CONFLICT)[number];

/** What happens to a feature that is there, one that is not, and one that changed meanwhile. */
export type WriteRule = { onExists: OnExists; onNotExists: OnNotExists; onConflict: OnConflict };

export const CONTENT_CODINGS = ['identity', 'gzip', 'deflate', 'br', 'zstd'] as const;
export type ContentCoding = (typeof CONTENT_CODINGS)[number];

/** A request body as it came over the wire: not yet inflated, decoded or parsed. */
export type WriteBody = {
  bytes: Uint8Array<ArrayBuffer>;
  coding: ContentCoding;
  /** Newline-delimited features rather than one JSON text. */
  lines: boolean;
};

/**
 * What the caller may do in this space; each feature's real effect is held against it. Without `read`, features that the
 * request leaves as they are come back as their ids only.
 */
export type WriteRights = { create: boolean; update: boolean; delete: boolean; read: boolean };

export type WriteLimits = {
  /** Of the body once inflated. */
  maxBodyBytes: number;
  maxFeatures: number;
  maxVertices: number;
  /** Levels of JSON; absent = as many as usual. */
  maxDepth?: number;
  /** How many features the space may hold after features were added; absent = any number. */
  maxFeaturesInSpace?: number;
};

/**
 * - `collection`: any number of features; the result is a FeatureCollection
 * - `feature`: exactly the feature with `id`; the result is a Feature
 * - `newFeature`: one feature, with an id of its own or ours; a FeatureCollection is treated as `collection`, or
 *   with `isOne` refused
 */
export type WriteTarget =
  | { kind: 'collection' }
  | { kind: 'feature'; id: string }
  | { kind: 'newFeature'; returning: 'feature' | 'collection'; isOne?: true };

/** What a space keeps beside the present state of its features. Absent in a request = nothing. */
export type Versioning = {
  /** Each state of a feature has a uuid. */
  uuids: boolean;
  /** So many versions of the space can be read (Infinity = all of them); absent = no history is retained. */
  versionsToKeep?: number;
};

export type WriteRequest = {
  target: WriteTarget;
  body: WriteBody;
  rule: WriteRule;
  transactional: boolean;
  prefixId: string;
  addTags: readonly string[];
  removeTags: readonly string[];
  rights: WriteRights;
  limits: WriteLimits;
  /** What the processors of the space made of features, as `encodeVerdicts` writes it; absent = it has none. */
  verdicts?: readonly Uint8Array<ArrayBuffer>[];
  /** Ids to give to new features that come without one, in their order; beyond them, random ones. */
  newIds?: readonly string[];
  /** Features that are there are changed only in one of these states, by `featureHash`; absent = in any. */
  ifMatch?: readonly string[];
  /** Members of a single feature that are not its own, such as links of the API that it came from. */
  ignoredMembers?: readonly string[];
  /** Tags stay where the input is silent about them, also of a feature that is replaced: the caller does not see them. */
  retainsTags?: true;
  /** False where the caller wants no body back; `lists` where only what happened to which feature is wanted. */
  returning: boolean | 'lists';
  /** True: does everything but keep it, to learn whether it would succeed. */
  dryRun?: boolean;
  /** Logs in which the changes are recorded; absent = none. */
  activityLogs?: readonly ActivityLogTarget[] | undefined;
  versioning?: Versioning | undefined;
};

export type DeleteRequest = {
  /** Only these; absent = all. */
  ids: readonly string[] | undefined;
  /** With `ids`: only those that were last written then. Others have been changed since they were found. */
  writtenAt?: ReadonlyMap<string, number>;
  /** Only those with these tags; absent = all. */
  tags: TagFilter | undefined;
  /** True where the caller wants to know the ids of what went. */
  returning: boolean;
  activityLogs?: readonly ActivityLogTarget[] | undefined;
  versioning?: Versioning | undefined;
};

/** The state of a space's content: `version` grows with every committed change. */
export type ContentState = { version: number; updatedAt: number };

/**
 * Features that a write would store and has no verdict on. Nothing was written: it is to be sent again with verdicts on
 * them and with these ids.
 */
export type Unprocessed = {
  /** The body of the request. */
  body: Uint8Array<ArrayBuffer>;
  /** A line of JSON for each. */
  features: Uint8Array<ArrayBuffer>;
  newIds: readonly string[];
};

export type WriteResult = {
  body: Uint8Array<ArrayBuffer> | undefined;
  content: ContentState;
  unprocessed?: Unprocessed;
};
/** `ids` is empty where a whole space was emptied and nobody asked; `version`: what the space is at, if it has versions. */
export type DeleteResult = { ids: string[]; content: ContentState; version?: number };
