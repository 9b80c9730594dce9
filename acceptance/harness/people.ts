import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import type { Hub } from './hub.ts';
import { type HubResponse, send } from './request.ts';

export const ADMIN = { email: 'admin@example.org', password: 'the-password-of-the-admin' };

/** For `startHub`, so that `signedIn(hub, ADMIN)` works. */
export const ADMIN_SETTINGS = {
  MERIDIAN_ADMIN_EMAIL: ADMIN.email,
  MERIDIAN_ADMIN_PASSWORD: ADMIN.password,
};

export interface TokenDefinition {
  urm?: object;
  exp?: number;
  limits?: object;
}

/** Somebody who is signed in. */
export interface Person {
  aid: string;
  cookie: string;
  /** The secret of a new token. */
  token(definition?: TokenDefinition): Promise<string>;
}

export async function signedIn(hub: Hub, { email, password }: typeof ADMIN): Promise<Person> {
  const page = await send<undefined>(hub.url, 'GET', '/sign-in');
  const csrf = /"csrf": "([^"]+)"/.exec(page.text)?.[1];
  const entered = await send<{ aid: string }>(hub.url, 'POST', '/api/account/sign-in-with-password', {
    body: { realm: 'meridian', email, password, rememberMe: false },
    headers: { cookie: cookiesOf(page), 'x-csrf-token': csrf },
  });
  assert.equal(entered.status, 200, entered.text);
  const cookie = cookiesOf(entered);
  return {
    aid: entered.body.aid,
    cookie,
    token: async (definition = {}) => {
      const made = await send<{ token: string }>(hub.url, 'POST', '/token-api/tokens', {
        body: definition,
        headers: { cookie },
      });
      assert.equal(made.status, 200, made.text);
      return made.body.token;
    },
  };
}

/** Signed in once a hub: a password takes a third of a second of computing to check. */
const admins = new WeakMap<Hub, Promise<Person>>();

/** A new account, without any rights but its own. */
export async function newPerson(hub: Hub): Promise<Person> {
  const signingIn = admins.get(hub) ?? signedIn(hub, ADMIN);
  admins.set(hub, signingIn);
  const admin = await signingIn;
  const account = {
    email: `${randomBytes(6).toString('hex')}@example.org`,
    password: 'a-password-of-somebody',
  };
  const made = await send(hub.url, 'POST', '/account-api/accounts', {
    body: account,
    headers: { cookie: admin.cookie },
  });
  assert.equal(made.status, 200, made.text);
  return signedIn(hub, account);
}

function cookiesOf({ headers }: HubResponse<unknown>): string {
  return (headers['set-cookie'] ?? []).map((cookie) => cookie.split(';', 1)[0]).join('; ');
}
