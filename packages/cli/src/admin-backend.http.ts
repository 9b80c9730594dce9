import type { AuditFilter } from '@meridian/server';
import {
  type AccountLine,
  type AdminBackend,
  type AuditLine,
  Refusal,
  type TokenLine,
  type UsageLine,
} from './admin-backend.ts';

/** Asks for something that may be preset: the email or the password of an administrator. */
export type AskFor = (what: 'email' | 'password') => Promise<string>;

/** Of the audit log, in one response. */
const MAX_PAGE = 1000;

type Body = { status: number; body: unknown; cookies: string[] };
type TokenResponse = { tid: string; token: string; iat: number; exp?: number; description: string };

/** Signs in at the server as an administrator. */
export async function openHttpAdminBackend(url: string, ask: AskFor): Promise<AdminBackend> {
  const page = await fetch(`${url}/sign-in`);
  const csrf = /"csrf": "([^"]+)",/.exec(await page.text())?.[1] ?? '';
  const email = await ask('email');
  const body = { realm: 'meridian', email, password: await ask('password') };
  const anonymous = { cookie: pairs(page.headers.getSetCookie()), 'x-csrf-token': csrf };
  const response = await send(url, 'POST', '/api/account/sign-in-with-password', anonymous, body);
  return new HttpAdminBackend(url, pairs(response.cookies), email);
}

/** The server that has the data folder open. */
class HttpAdminBackend implements AdminBackend {
  readonly #url: string;
  readonly #cookie: string;
  readonly #email: string;

  constructor(url: string, cookie: string, email: string) {
    this.#url = url;
    this.#cookie = cookie;
    this.#email = email;
  }

  async accounts(): Promise<AccountLine[]> {
    return (await this.#send<AccountLine[]>('GET', '/account-api/accounts')).map(accountLine);
  }

  async addAccount(email: string, password: string | undefined, admin: boolean) {
    const made = await this.#send<AccountLine & { password?: string }>('POST', '/account-api/accounts', {
      email,
      password,
      admin,
    });
    return { ...accountLine(made), password: made.password };
  }

  setDisabled(name: string, disabled: boolean): Promise<AccountLine> {
    return this.#change(name, { disabled });
  }

  setPassword(name: string, password: string): Promise<AccountLine> {
    return this.#change(name, { password });
  }

  setMaxBytes(name: string, maxBytes: number | string | null): Promise<AccountLine> {
    return this.#change(name, { maxBytes });
  }

  async usage(name: string): Promise<UsageLine> {
    const { aid } = await this.#find(name);
    return this.#send<UsageLine>('GET', `/account-api/accounts/${aid}/usage`);
  }

  async createToken(account: string | undefined, definition: object) {
    this.#requireOwn(account);
    const made = await this.#send<TokenResponse>('POST', '/token-api/tokens', definition);
    return { ...this.#tokenLine(made), token: made.token };
  }

  async tokens(account: string | undefined): Promise<TokenLine[]> {
    this.#requireOwn(account);
    const tokens = await this.#send<TokenResponse[]>('GET', '/token-api/tokens');
    return tokens.map((token) => this.#tokenLine(token));
  }

  async revokeToken(tid: string): Promise<boolean> {
    const tokens = await this.tokens(undefined);
    if (!tokens.some((token) => token.tid === tid)) return false;
    await this.#send('DELETE', `/token-api/tokens/${encodeURIComponent(tid)}`);
    return true;
  }

  async audit({ account, ...filter }: AuditFilter, limit: number): Promise<AuditLine[]> {
    const ofAccount = account === undefined ? {} : { account: (await this.#find(account)).aid };
    const asked = Object.entries({ ...filter, ...ofAccount }).map(([name, value]) => [name, String(value)]);
    const entries: AuditLine[] = [];
    for (let handle = 0; entries.length < limit; ) {
      const size = Math.min(limit - entries.length, MAX_PAGE);
      const query = new URLSearchParams([...asked, ['limit', `${size}`], ['handle', `${handle}`]]);
      const page = await this.#send<{ entries: AuditLine[]; handle?: number }>('GET', `/hub/audit?${query}`);
      entries.push(...page.entries);
      if (page.handle === undefined) break;
      handle = page.handle;
    }
    return entries;
  }

  async close(): Promise<void> {
    // A refusal is as good: the session has ended, perhaps by what was done here.
    await fetch(`${this.#url}/api/account/sign-out`, { method: 'POST', headers: { cookie: this.#cookie } });
  }

  async #find(name: string): Promise<AccountLine> {
    const account = (await this.accounts()).find(
      ({ aid, email }) => aid === name || email === name.toLowerCase(),
    );
    if (!account) throw new Refusal(`there is no account ${name}`);
    return account;
  }

  async #change(name: string, change: object): Promise<AccountLine> {
    const { aid } = await this.#find(name);
    return accountLine(await this.#send<AccountLine>('PATCH', `/account-api/accounts/${aid}`, change));
  }

  #requireOwn(account: string | undefined): void {
    if (account !== undefined && account.toLowerCase() !== this.#email.toLowerCase())
      throw new Refusal(
        `while the server runs, tokens can only be managed by their own account: sign in as ${account}, or stop the server`,
      );
  }

  #tokenLine({ tid, iat, exp, description }: TokenResponse): TokenLine {
    return { tid, account: this.#email, iat, exp, description };
  }

  async #send<T>(method: string, path: string, body?: object): Promise<T> {
    return (await send(this.#url, method, path, { cookie: this.#cookie }, body)).body as T;
  }
}

async function send(
  url: string,
  method: string,
  path: string,
  headers: Record<string, string>,
  body?: object,
): Promise<Body> {
  const response = await fetch(url + path, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  const parsed = text === '' ? undefined : JSON.parse(text);
  if (!response.ok)
    throw new Refusal(`the server rejected the request: ${parsed?.errorMessage ?? parsed?.message}`);
  return { status: response.status, body: parsed, cookies: response.headers.getSetCookie() };
}

function pairs(cookies: readonly string[]): string {
  return cookies.map((cookie) => cookie.split(';', 1)[0]).join('; ');
}

function accountLine({ aid, email, admin, disabled }: AccountLine): AccountLine {
  return { aid, email, admin, disabled };
}
