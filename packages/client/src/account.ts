import type { CallOptions, Connection } from './connection.ts';
import { segment } from './connection.ts';
import type { JsonObject } from './geojson.ts';

export type Account = {
  aid: string;
  email: string;
  admin: boolean;
  disabled: boolean;
  defaultAppId: string;
  createdAt: number;
  [member: string]: unknown;
};

export type SignIn = {
  email: string;
  password: string;
  /** Stay signed in for longer. */
  rememberMe?: boolean;
};

/** Where an account is signed in. Times are in milliseconds since 1970. */
export type AccountSession = {
  id: string;
  createdAt: number;
  expiresAt: number;
  /** To within five minutes. */
  lastUsedAt: number;
  /** What the browser or program calls itself. */
  program?: string;
  /** The session that asks. */
  current: boolean;
};

type SessionResponse = { aid: string; email: string; csrf: string };

const ACCOUNTS = '/account-api/accounts';

/** Signing in, and the accounts of a hub. The token interface needs somebody who has signed in. */
export class Accounts {
  readonly #connection: Connection;
  #csrf: string | undefined;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /**
   * Who has signed in, for the option `session` of a later client. Empty in browsers, which keep cookies themselves.
   * Anyone who has it can do what the account can.
   */
  get session(): string {
    return this.#connection.cookies.toString();
  }

  /** Signs in. The access cookies go with all later calls about accounts and tokens. */
  async signIn(
    { email, password, rememberMe = false }: SignIn,
    options?: CallOptions,
  ): Promise<SessionResponse> {
    const response = await this.#send<SessionResponse>(
      'POST',
      '/api/account/sign-in-with-password',
      { realm: 'meridian', email, password, rememberMe },
      await this.#openPage(options),
      options,
    );
    this.#csrf = response.csrf;
    return response;
  }

  async signOut(options?: CallOptions): Promise<void> {
    await this.#send('POST', '/api/account/sign-out', undefined, this.#csrf, options);
    this.#csrf = undefined;
    this.#connection.cookies.clear();
  }

  /** Makes an account for oneself, where the operator allows it. */
  async register(email: string, password: string, options?: CallOptions): Promise<Account> {
    const csrf = await this.#openPage(options);
    return this.#send('POST', '/api/account/register', { email, password }, csrf, options);
  }

  async changePassword(password: string, newPassword: string, options?: CallOptions): Promise<void> {
    await this.#send('POST', '/api/account/change-password', { password, newPassword }, this.#csrf, options);
  }

  /** Where the account is signed in, the newest session first. */
  async sessions(options?: CallOptions): Promise<AccountSession[]> {
    const path = '/api/account/sessions';
    const body = await this.#send<{ sessions: AccountSession[] }>('GET', path, undefined, undefined, options);
    return body.sessions;
  }

  /** Signs out one of them, wherever it is. */
  async endSession(id: string, options?: CallOptions): Promise<void> {
    await this.#send('DELETE', `/api/account/sessions/${segment(id)}`, undefined, this.#csrf, options);
  }

  me(options?: CallOptions): Promise<Account> {
    return this.#send('GET', `${ACCOUNTS}/me`, undefined, undefined, options);
  }

  /** All accounts; for administrators. */
  list(options?: CallOptions): Promise<Account[]> {
    return this.#send('GET', ACCOUNTS, undefined, undefined, options);
  }

  /** For administrators. Without a password one is generated and returned once. */
  create(
    account: { email: string; password?: string; admin?: boolean },
    options?: CallOptions,
  ): Promise<Account & { password?: string }> {
    return this.#send('POST', ACCOUNTS, account, this.#csrf, options);
  }

  /** Changes what is given; `null` removes. `me` stands for one's own. */
  update(aid: string, changes: JsonObject, options?: CallOptions): Promise<Account> {
    return this.#send('PATCH', `${ACCOUNTS}/${segment(aid)}`, changes, this.#csrf, options);
  }

  /** The page to sign in on sets cookies and carries the token that proves that it was opened. */
  async #openPage(options?: CallOptions): Promise<string> {
    const call = { path: '/sign-in', accept: 'text/html', session: true };
    const page = await this.#connection.read(call, (response) => response.text(), options);
    return /"csrf": "([^"]+)",/.exec(page)?.[1] ?? '';
  }

  #send<Body>(
    method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
    path: string,
    body: unknown,
    csrf: string | undefined,
    options?: CallOptions,
  ): Promise<Body> {
    const headers: Record<string, string> = csrf === undefined ? {} : { 'x-csrf-token': csrf };
    return this.#connection.call({ method, path, body, headers, session: true }, options);
  }
}
