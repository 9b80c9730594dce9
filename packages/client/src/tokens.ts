import { type Call, type CallOptions, type Connection, segment } from './connection.ts';
import type { JsonObject } from './geojson.ts';

export type Right =
  | 'readFeatures'
  | 'createFeatures'
  | 'updateFeatures'
  | 'deleteFeatures'
  | 'manageSpaces'
  | 'adminSpaces'
  | 'managePackages'
  | 'accessConnectors'
  | 'useCapabilities';

/** Matches if all its members match; `{}` matches everything, a `*` at the end anything. */
export type RightFilter = { owner?: string; space?: string; packages?: string | string[] };

export type Rights = { 'xyz-hub'?: { [right in Right]?: RightFilter[] } };

export type TokenInput = {
  /** Absent or empty: all rights of the account. */
  urm?: Rights;
  /** When it expires, in seconds since 1970; absent = never. */
  exp?: number;
  description?: string;
  cid?: string;
  limits?: { maxSpaces?: number; maxFeaturesPerSpace?: number };
  metadata?: JsonObject;
  /** The one project it is for: it reads that while it is published, and no shared space that `urm` does not name. */
  project?: string;
};

/** What anybody may know about a token. Times are in seconds since 1970. */
export type PublicToken = {
  tid: string;
  iat: number;
  exp?: number;
  description: string;
  limits: { maxSpaces?: number; maxFeaturesPerSpace?: number };
  /** The project that a link to a published map opens. */
  project?: string;
};

export type Token = PublicToken & {
  aid: string;
  cid?: string;
  urm: Rights;
  /** In lists: in milliseconds since 1970, to within five minutes; missing where it was never used. */
  lastUsedAt?: number;
  /** Of a token with a project, `link` is its secret. */
  metadata?: JsonObject;
};

/** With the secret, which is shown this once. */
export type NewToken = Token & { token: string };

const PATH = '/token-api/tokens';

/** The tokens of the signed-in account: see `account.signIn`. */
export class Tokens {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** Needs nobody signed in. A secret names its token as well as an id does. */
  get(tid: string, options?: CallOptions): Promise<PublicToken> {
    return this.#connection.call({ path: `${PATH}/${segment(tid)}.json` }, options);
  }

  list(options?: CallOptions): Promise<Token[]> {
    return this.#call({ path: PATH }, options);
  }

  create(definition: TokenInput = {}, options?: CallOptions): Promise<NewToken> {
    return this.#call({ method: 'POST', path: PATH, body: definition }, options);
  }

  /** Revokes a token; it is refused from the next request on. */
  async delete(tid: string, options?: CallOptions): Promise<void> {
    await this.#call({ method: 'DELETE', path: `${PATH}/${segment(tid)}` }, options);
  }

  /** All rights that a token of this account can have. */
  maxRights(options?: CallOptions): Promise<Rights> {
    return this.#call({ path: '/token-api/maxRights' }, options);
  }

  #call<Body>(call: Call, options?: CallOptions): Promise<Body> {
    return this.#connection.call({ ...call, session: true }, options);
  }
}
