import type { FeatureStore } from './feature-store.ts';
import type { Want } from './model/build-request.ts';
import type { JsonObject } from './model/json/own.ts';
import type { SpaceRef } from './model/source.ts';

/** Who may sign in. A disabled account can do nothing, and neither can its tokens and sessions. */
export type Account = {
  id: string;
  /** In lower case; no two accounts share one. */
  email: string;
  passwordHash: string;
  admin: boolean;
  disabled: boolean;
  createdAt: number;
  /** The app its tokens belong to where they name none. */
  appId: string;
  /** What the account says about itself. */
  profile: JsonObject;
};

/** What of an account changes; the rest stays as it is at that moment. */
export type AccountChange = {
  passwordHash?: string;
  admin?: boolean;
  disabled?: boolean;
  profile?: JsonObject;
  /** Signs the account out everywhere, but for this session. */
  endSessions?: { except: string | undefined };
};

/** A right by right list of filters: `{"xyz-hub": {readFeatures: [{space: "x"}]}}`. */
export type RightsMatrix = { [service: string]: { [right: string]: JsonObject[] } };

/** An access token without its secret, of which only the hash is stored. */
export type Token = {
  id: string;
  secretHash: string;
  account: string;
  /** Epoch seconds. */
  issuedAt: number;
  expiresAt?: number;
  description?: string;
  appId?: string;
  rights: RightsMatrix;
  limits?: TokenLimits;
  metadata?: JsonObject;
  /** The one project it is for: it reads that while it is published, and no shared space that it does not name. */
  project?: string;
  /** For a token with a project: its serial number, and that of the last space there was when the token was made. */
  bound?: { project?: number; lastSpace: number };
};

/** How much a token may bring into being. */
export type TokenLimits = { maxSpaces?: number; maxFeaturesPerSpace?: number };

/** A token with the account it stands for. */
export type TokenHolder = { token: Token; account: Account };

/**
 * What the cached catalogue said before it was known to be current. `isConfirmed` from the moment on when a read that began
 * later has found the catalogue unchanged; until then nothing that was decided by it may reach a client.
 */
export interface Provisional {
  readonly isConfirmed: boolean;
}

/**
 * Someone signed in. The cookie holds the id, the catalogue only its hash. `client`: the program that was seen to use the
 * session, where its later requests do not name it.
 */
export type Session = {
  idHash: string;
  account: string;
  createdAt: number;
  expiresAt: number;
  client?: string;
};

export type SessionHolder = { session: Session; account: Account };

/** A space's definition as stored, and the storage key of its features. Serial numbers grow and are never used again. */
export type SpaceRecord = SpaceRef & { serial: number; definition: JsonObject };

/** Something that changed access or deleted data: who did it, from where, and to what. No secret and no feature is in it. */
export type AuditEntry = {
  /** Epoch milliseconds. */
  at: number;
  /** `space.delete` */
  action: string;
  /** The account that did it, or was signed in to; empty where none is known. */
  account: string;
  /** The id of the account, token, space or project that it was done to; empty where there is none. */
  subject: string;
  /** What else is known of it. */
  details: JsonObject;
};

/** Serial numbers grow and are never used again. */
export type AuditRecord = AuditEntry & { serial: number };

/** Which entries: all that is given must hold. */
export type AuditFilter = {
  /** From this moment on, and before that one. */
  since?: number;
  until?: number;
  account?: string;
  action?: string;
  subject?: string;
};

/** What is removed: what is older than `before`, all but the newest `max`, and all but the newest `of.max` of one action. */
export type AuditRetention = { before: number; max: number; of: { action: string; max: number } };

/** Entries are added and, when they are too old or too many, removed; never changed. */
export interface AuditTable {
  add(entry: AuditEntry): Promise<void>;
  /** The newest first, those below the serial number `below`. */
  page(filter: AuditFilter, below: number, limit: number): Promise<AuditRecord[]>;
  /** How many are gone. */
  prune(retention: AuditRetention): Promise<number>;
}

/** Changes take the entry that goes into the audit log with them: both are there or neither. */
export interface AccountTable {
  /** In the order they were made. */
  all(): Promise<Account[]>;
  byId(id: string): Promise<Account | undefined>;
  byEmail(email: string): Promise<Account | undefined>;
  /** False where the email is taken. With a token, both are there or neither. */
  add(account: Account, token?: Token, entry?: AuditEntry): Promise<boolean>;
  /** The account as it is then; undefined where there is none. */
  change(id: string, change: AccountChange, entry?: AuditEntry): Promise<Account | undefined>;
}

export interface TokenTable {
  /** In the order they were made. */
  ofAccount(account: string): Promise<Token[]>;
  byId(id: string): Promise<Token | undefined>;
  /** Asked with every request. Never older than any change that was acknowledged before the call, by anyone. */
  bySecret(secretHash: string): TokenHolder | undefined | Promise<TokenHolder | undefined>;
  /**
   * The holder as it is cached, where `bySecret` would have to ask the database first: reads of content confirm it.
   * Undefined where it is not cached; absent where `bySecret` asks nobody.
   */
  cached?(secretHash: string): { holder: TokenHolder; provisional: Provisional } | undefined;
  add(token: Token, entry?: AuditEntry): Promise<void>;
  /** False where there is none. */
  remove(id: string, entry?: AuditEntry): Promise<boolean>;
}

export interface SessionTable {
  /** False where the account was disabled or its password changed since this hash of it was read. */
  add(session: Session, passwordHash: string, entry?: AuditEntry): Promise<boolean>;
  byIdHash(idHash: string): Promise<SessionHolder | undefined>;
  ofAccount(account: string): Promise<Session[]>;
  setClient(idHash: string, client: string): Promise<void>;
  remove(idHash: string, entry?: AuditEntry): Promise<void>;
  removeExpired(now: number): Promise<void>;
}

/** From where accounts have signed in before. */
export interface KnownAddressTable {
  has(account: string, address: string): Promise<boolean>;
  /** Retains the newest `max` of an account. */
  add(account: string, address: string, now: number, max: number): Promise<void>;
}

/** Keys of the server itself. */
export interface KeyTable {
  /** The key of this name: the one there is, or else this one from now on. */
  getOrAdd(name: string, key: string): Promise<string>;
  /** Replaces it; false where it is another than `before` now. */
  swap(name: string, before: string, after: string): Promise<boolean>;
}

export interface SpaceTable {
  /**
   * All of them by id, in the order they were made, in memory. Never older than any change that was acknowledged before
   * the last `tokens.bySecret`, which a request begins with, or `Catalogue.refresh` that has resolved; after
   * `tokens.cached`, once that is confirmed.
   */
  readonly known: ReadonlyMap<string, SpaceRecord>;
  all(): Promise<SpaceRecord[]>;
  /** The storage key that a new space of this id will have; until `add` it counts as orphaned. */
  reserve(id: string): Promise<SpaceRef>;
  /** With `maxOfOwner`, only while the owner has fewer spaces than that. */
  add(
    ref: SpaceRef,
    definition: JsonObject,
    maxOfOwner?: number,
    entry?: AuditEntry,
  ): Promise<SpaceRecord | 'taken' | 'tooMany'>;
  /** Undefined where the space is gone or has changed since it was read. */
  update(before: SpaceRecord, definition: JsonObject, entry?: AuditEntry): Promise<SpaceRecord | undefined>;
  /** The space is gone when this returns; its storage key is orphaned until `forget`. False where it was gone already. */
  remove(ref: SpaceRef, entry?: AuditEntry): Promise<boolean>;
  /** Storage keys without a space: of interrupted creations and deletions. */
  orphans(): Promise<string[]>;
  forget(storageKey: string): Promise<void>;
}

/** What is stored of a project: its JSON text as it is served, and what it is found by. */
export type ProjectState = { owner: string; published: boolean; text: string };

/** Serial numbers grow and are never used again; the revision grows with every change. */
export type ProjectRecord = ProjectState & ProjectVersion & { id: string };
export type ProjectHead = Omit<ProjectRecord, 'text'>;
export type ProjectVersion = { serial: number; revision: number };

/** Whose projects a list shows: the owner's, what others published, or both. */
export type ProjectFilter = { account: string; own: boolean; others: boolean };

/** May be shorter than the limit where the projects are large: `more` says whether any follow. */
export type ProjectPage = { projects: ProjectRecord[]; more: boolean };

export interface ProjectTable {
  get(id: string): Promise<ProjectRecord | undefined>;
  /** The same without its text, which may be large. */
  head(id: string): Promise<ProjectHead | undefined>;
  /** Undefined where the id is taken. */
  add(id: string, state: ProjectState, entry?: AuditEntry): Promise<ProjectRecord | undefined>;
  /** Undefined where the project is gone or has changed since it was read. */
  update(before: ProjectVersion, state: ProjectState, entry?: AuditEntry): Promise<ProjectRecord | undefined>;
  /** False where it is gone or has changed since it was read. */
  remove(before: ProjectVersion, entry?: AuditEntry): Promise<boolean>;
  /** In the order in which they were made, those behind the serial number `after`. */
  page(filter: ProjectFilter, after: number, limit: number): Promise<ProjectPage>;
}

/** Everything that is not a feature. All of it is small; every change is durable when its call returns. */
export type Catalogue = {
  accounts: AccountTable;
  tokens: TokenTable;
  sessions: SessionTable;
  knownAddresses: KnownAddressTable;
  keys: KeyTable;
  spaces: SpaceTable;
  projects: ProjectTable;
  audit: AuditTable;
  /** Brings what is cached in memory up to everything that was acknowledged before the call, by whichever process. */
  refresh(): Promise<void>;
};

/** How far a replica of the store is used for reads. */
export interface ReplicaUse {
  readonly isDown: boolean;
  /** Reads that it served, that it was behind for, and that it could not be asked. */
  counts(): { replica: number; behind: number; unavailable: number };
}

export interface Store {
  readonly catalogue: Catalogue;
  readonly features: FeatureStore;
  readonly replica?: ReplicaUse;
  /** Where other processes may read the same files: has built what one of them would like. */
  readonly want?: Want;
  close(): Promise<void>;
}
