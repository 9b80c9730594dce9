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

/** A space's definition as answered, and the place of its features. */
export type SpaceRecord = SpacePlace & { serial: number; definition: JsonObject };

/** Everything that is not a feature. All of it is small; every change is durable when it returns. */
export interface Catalogue {
  accounts(): Promise<Account[]>;
  addAccount(account: Account): Promise<void>;

  tokens(): Promise<Token[]>;
  addToken(token: Token): Promise<void>;

  spaces(): Promise<SpaceRecord[]>;
  /** The place a new space of this id will have; until `addSpace` it counts as stray. */
  reservePlace(id: string): Promise<SpacePlace>;
  /** False where the id is taken. */
  addSpace(place: SpacePlace, definition: JsonObject): Promise<SpaceRecord | undefined>;
  updateSpace(id: string, definition: JsonObject): Promise<void>;
  /** The space is gone when this returns; its place is stray until `forgetPlace`. */
  removeSpace(place: SpacePlace): Promise<void>;
  /** Places without a space: of creations and deletions that were cut short. */
  strayPlaces(): Promise<string[]>;
  forgetPlace(place: string): Promise<void>;
}

export interface Store {
  readonly catalogue: Catalogue;
  readonly features: FeatureStore;
  close(): Promise<void>;
}
