import type { FeatureText } from '../model/feature/feature-text.ts';
import type { ContentSize } from '../read/step-size.ts';
import type { OutboxEntry } from '../rules/activity/activity-log.ts';
import type { RowHeader } from '../rules/write/feature-table.ts';
import type { ContentState } from '../rules/write/write-request.ts';

/** A hub can't be moved, in words for the user. */
export class MoveFault extends Error {}

/** A space as the catalogue keeps it; `body` is the text of its definition. */
export type MovedSpace = { serial: number; id: string; storageKey: string; body: string };

/** All of a space but its rows. */
export type SpaceHead = {
  content: ContentState & ContentSize & { lastSeq: number };
  /** While versions are retained: the one they began with, and the oldest that can be read. */
  history: { began: number; oldest: number } | undefined;
  /** The properties with an index of their own. */
  indexes: string[][];
};

export type MovedFeature = FeatureText & RowHeader & { version: number };

/** What a feature was in the versions from `since` to the one before `until`. */
export type MovedOldState = FeatureText & RowHeader & { since: number; until: number; hasZ: boolean };

/** What a version did to a feature, by the numbers that the engines keep. */
export type MovedChange = { version: number; change: number; seq: number; id: string };

export type MovedEntry = Omit<OutboxEntry, 'seq'>;

/** The rows of a space by their kinds, each in an order that is the same in every engine. */
export type SpaceRows = {
  features: AsyncIterable<MovedFeature[]>;
  oldStates: AsyncIterable<MovedOldState[]>;
  changes: AsyncIterable<MovedChange[]>;
  outbox: AsyncIterable<MovedEntry[]>;
};

/** What of the catalogue moves row by row, and the columns of each: the same in every engine, in the order they were made. */
export const MOVED_TABLES = {
  account: ['id', 'email', 'password_hash', 'admin', 'disabled', 'created_at', 'app_id', 'profile'],
  token: ['id', 'secret_hash', 'account', 'body'],
  session: ['id_hash', 'account', 'created_at', 'expires_at'],
  familiar_place: ['account', 'place', 'seen_at'],
  server_key: ['name', 'value'],
  project: ['serial', 'id', 'owner', 'published', 'revision', 'text'],
  audit_entry: ['serial', 'at', 'action', 'account', 'subject', 'body'],
} as const;

export type MovedTable = keyof typeof MOVED_TABLES;
export type MovedRow = Record<string, string | number>;

/** The tables whose serial numbers are never used again, and the last ones that were. */
export type LastSerials = { space: number; project: number; audit_entry: number };

/** Where a hub is read from: all of it as of one moment, and nothing of it is changed. */
export interface HubSource {
  /** How messages and unfinished copies name it. */
  readonly name: string;
  spaces(): Promise<MovedSpace[]>;
  lastSerials(): Promise<LastSerials>;
  rows(table: MovedTable): AsyncIterable<MovedRow[]>;
  head(space: MovedSpace): Promise<SpaceHead>;
  spaceRows(space: MovedSpace, head: SpaceHead): SpaceRows;
  close(): Promise<void>;
}

/** What a space is written by, and then read again. */
export interface SpaceFiller {
  features(rows: readonly MovedFeature[]): Promise<void>;
  oldStates(rows: readonly MovedOldState[]): Promise<void>;
  changes(rows: readonly MovedChange[]): Promise<void>;
  outbox(rows: readonly MovedEntry[]): Promise<void>;
  /** What was written, read from where it is now. */
  written(): Promise<{ head: SpaceHead; rows: SpaceRows }>;
}

/** A space that is in the target whole. The mark is of the state it had. */
export type ArrivedSpace = { storageKey: string; fingerprint: string };

/** Where a hub is written to. It is no hub until `complete`; what came before is there again for the next attempt. */
export interface HubTarget {
  readonly name: string;
  /** The spaces that an earlier attempt brought here, by id. */
  readonly arrived: ReadonlyMap<string, ArrivedSpace>;
  /** Keeps what `fill` writes once it returns, and nothing of it if it throws. */
  take(
    space: MovedSpace,
    head: SpaceHead,
    fingerprint: string,
    fill: (filler: SpaceFiller) => Promise<void>,
  ): Promise<void>;
  /** Takes over the catalogue and becomes a hub, all at once. Spaces that the source no longer has are removed. */
  complete(source: HubSource): Promise<void>;
  close(): Promise<void>;
}
