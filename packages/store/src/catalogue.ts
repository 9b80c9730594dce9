import type { FeatureStore, SpacePlace } from './feature-store.ts';
import type { JsonObject } from './json/own.ts';

/** Who may sign in. */
export type Account = { id: string; email: string; passwordHash: string; admin: boolean; createdAt: number };

/** A right by right list of filters: `{"xyz-hub": {readFeatures: [{space: "x"}]}}`. */
export type RightsMatrix = { [service: string]: { [right: string]: JsonObject[] } };

/** An access token without its secret, of which only the hash is kept. */
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
};

/** A space's definition as kept, and the place of its features. Serial numbers grow and are never used again. */
export type SpaceRecord = SpacePlace & { serial: number; definition: JsonObject };

export interface AccountTable {
  all(): Promise<Account[]>;
  add(account: Account): Promise<void>;
}

export interface TokenTable {
  all(): Promise<Token[]>;
  add(token: Token): Promise<void>;
}

export interface SpaceTable {
  all(): Promise<SpaceRecord[]>;
  /** The place a new space of this id will have; until `add` it counts as stray. */
  reserve(id: string): Promise<SpacePlace>;
  /** Undefined where the id is taken. */
  add(place: SpacePlace, definition: JsonObject): Promise<SpaceRecord | undefined>;
  update(id: string, definition: JsonObject): Promise<void>;
  /** The space is gone when this returns; its place is stray until `forget`. */
  remove(place: SpacePlace): Promise<void>;
  /** Places without a space: of creations and deletions that were cut short. */
  strays(): Promise<string[]>;
  forget(place: string): Promise<void>;
}

/** Everything that is not a feature. All of it is small; every change is durable when its call returns. */
export type Catalogue = { accounts: AccountTable; tokens: TokenTable; spaces: SpaceTable };

export interface Store {
  readonly catalogue: Catalogue;
  readonly features: FeatureStore;
  close(): Promise<void>;
}
