import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import type { Hub } from './hub.ts';
import type { Ask, HubResponse } from './request.ts';

export const ADMIN_EMAIL = 'admin@localhost';
export const ADMIN_PASSWORD = 'acceptance-admin-password';

/** What the sign-in page hands out. */
export interface Visit {
  csrf: string;
  cookies: string;
}

export interface NewToken {
  tid: string;
  token: string;
  aid: string;
  cid: string;
  iat: number;
  exp?: number;
  description: string;
  urm: object;
  limits: object;
  metadata?: object;
}

/** Somebody signed in. */
export interface Person {
  aid: string;
  email: string;
  password: string;
  cookies: string;
  csrf: string;
  /** A request with the cookies of the session, as a script sends it. */
  request<T>(method: string, path: string, ask?: Ask): Promise<HubResponse<T>>;
  newToken(definition?: object): Promise<NewToken>;
}

/** The `name=value` pairs of the cookies that a response sets. */
export function cookiesOf({ headers }: HubResponse<unknown>): string {
  return (headers['set-cookie'] ?? []).map((cookie) => cookie.split(';', 1)[0]).join('; ');
}

export async function openSignInPage(hub: Hub): Promise<Visit> {
  const page = await hub.get('/sign-in', { token: null });
  assert.equal(page.status, 200);
  const csrf = /"csrf": "([^"]+)",/.exec(page.text)?.[1];
  assert.ok(csrf, 'the page carries "csrf": "TOKEN",');
  return { csrf, cookies: cookiesOf(page) };
}

export async function trySignIn(
  hub: Hub,
  email: string,
  password: string,
  ask: { visit?: Visit; headers?: Ask['headers']; rememberMe?: boolean } = {},
): Promise<HubResponse<{ csrf: string; aid: string }>> {
  const { csrf, cookies } = ask.visit ?? (await openSignInPage(hub));
  return hub.post(
    '/api/account/sign-in-with-password',
    { realm: 'meridian', email, password, rememberMe: ask.rememberMe ?? false },
    { token: null, headers: { 'x-csrf-token': csrf, cookie: cookies, ...ask.headers } },
  );
}

export async function signIn(hub: Hub, email = ADMIN_EMAIL, password = ADMIN_PASSWORD): Promise<Person> {
  const response = await trySignIn(hub, email, password);
  assert.equal(response.status, 200, response.text);
  const cookies = cookiesOf(response);
  const request = <T>(method: string, path: string, ask: Ask = {}) =>
    hub.request<T>(method, path, { ...ask, token: null, headers: { cookie: cookies, ...ask.headers } });
  return {
    aid: response.body.aid,
    email,
    password,
    cookies,
    csrf: response.body.csrf,
    request,
    newToken: async (definition = {}) => {
      const made = await request<NewToken>('POST', '/token-api/tokens', { body: definition });
      assert.equal(made.status, 200, made.text);
      return made.body;
    },
  };
}

/** A new account, made by an administrator and signed in. */
export async function newPerson(hub: Hub, admin: Person, more: object = {}): Promise<Person> {
  const email = `p${randomBytes(6).toString('hex')}@example.org`;
  const password = randomBytes(9).toString('hex');
  const made = await admin.request('POST', '/account-api/accounts', { body: { email, password, ...more } });
  assert.equal(made.status, 200, made.text);
  return signIn(hub, email, password);
}
