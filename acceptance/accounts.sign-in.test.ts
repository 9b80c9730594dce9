import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  ADMIN_EMAIL,
  ADMIN_PASSWORD,
  cookiesOf,
  newPerson,
  openSignInPage,
  signIn,
  trySignIn,
} from './harness/account.ts';
import { startHub } from './harness/hub.ts';
import { assertTurnedAway } from './harness/refusal.ts';

const settings = { MERIDIAN_ADMIN_PASSWORD: ADMIN_PASSWORD };
const hub = await startHub({ settings });
const admin = await signIn(hub);

const ACCESS_COOKIES = ['here_access', 'here_access_oidc', 'here_auth', 'here_auth_oidc', 'here_ca_access'];
const UNAUTHORIZED = '{"message":"Unauthorized"}';
const me = (cookie: string) => hub.get('/account-api/accounts/me', { token: null, headers: { cookie } });

describe('the sign-in page', async () => {
  const page = await hub.get('/sign-in?client-id=x&prompt=login', { token: null });

  test('carries the CSRF token as scripts look for it, once', () => {
    assert.equal(page.text.match(/"csrf": "[A-Za-z0-9_-]{20,}",/g)?.length, 1);
  });

  test('sets here_account and its signature', () => {
    const names = (page.headers['set-cookie'] ?? []).map((cookie) => cookie.split('=', 1)[0]);
    assert.deepEqual(names, ['here_account', 'here_account.sig']);
    for (const cookie of page.headers['set-cookie']!) assert.match(cookie, /; HttpOnly; SameSite=Lax/);
  });

  test('runs no script of its own text, loads nothing from elsewhere and goes into no frame', async () => {
    const policy = String(page.headers['content-security-policy']);
    assert.match(policy, /default-src 'self'/);
    assert.match(policy, /frame-ancestors 'none'/);
    assert.doesNotMatch(policy, /unsafe/);
    assert.doesNotMatch(page.text, /<script>|<style|\son[a-z]+=|style=|https?:\/\//);
    const loaded = [...page.text.matchAll(/<(?:script|link)[^>]+(?:src|href)="([^"]+)"/g)];
    assert.equal(loaded.length, 3);
    for (const [, path] of loaded) assert.equal((await hub.get(path!, { token: null })).status, 200, path!);
  });

  test('is kept by no cache', () => {
    assert.equal(page.headers['cache-control'], 'no-store');
  });

  test('knows a browser again, and has another token for every one', async () => {
    const first = await openSignInPage(hub);
    const again = await hub.get('/sign-in', { token: null, headers: { cookie: first.cookies } });
    assert.ok(again.text.includes(`"csrf": "${first.csrf}",`));
    assert.notEqual((await openSignInPage(hub)).csrf, first.csrf);
    const forged = await hub.get('/sign-in', {
      token: null,
      headers: { cookie: 'here_account=mine; here_account.sig=mine' },
    });
    assert.doesNotMatch(cookiesOf(forged), /mine/);
  });
});

describe('signing in', () => {
  test('sets the five access cookies, each of which is enough', async () => {
    const response = await trySignIn(hub, ADMIN_EMAIL, ADMIN_PASSWORD);
    assert.equal(response.status, 200);
    const cookies = response.headers['set-cookie'] ?? [];
    assert.deepEqual(
      cookies.map((cookie) => cookie.split('=', 1)[0]),
      ACCESS_COOKIES,
    );
    for (const cookie of cookies) {
      assert.match(cookie, /; Path=\/; HttpOnly; SameSite=Lax$/);
      assert.equal((await me(cookie.split(';', 1)[0]!)).status, 200);
    }
  });

  test('lasts longer for those who ask', async () => {
    const response = await trySignIn(hub, ADMIN_EMAIL, ADMIN_PASSWORD, { rememberMe: true });
    for (const cookie of response.headers['set-cookie']!) {
      const [, seconds] = /; Max-Age=(\d+)/.exec(cookie)!;
      assert.ok(Number(seconds) > 29 * 24 * 3600);
    }
  });

  test('takes the email in any case', async () => {
    assert.equal((await trySignIn(hub, ' ADMIN@localhost ', ADMIN_PASSWORD)).status, 200);
  });

  test('gives every sign-in a session of its own', async () => {
    const [a, b] = [await signIn(hub), await signIn(hub)];
    assert.notEqual(a.cookies, b.cookies);
    assert.equal((await a.request('POST', '/api/account/sign-out')).status, 204);
    assert.equal((await me(a.cookies)).status, 401);
    assert.equal((await me(b.cookies)).status, 200);
  });

  test('ends the session there was in the same browser', async () => {
    const before = await signIn(hub);
    const visit = await openSignInPage(hub);
    const both = { ...visit, cookies: `${visit.cookies}; ${before.cookies}` };
    assert.equal((await trySignIn(hub, ADMIN_EMAIL, 'not-the-password', { visit: both })).status, 401);
    assert.equal((await me(before.cookies)).status, 200);
    const after = await trySignIn(hub, ADMIN_EMAIL, ADMIN_PASSWORD, { visit: both });
    assert.equal((await me(cookiesOf(after))).status, 200);
    assert.equal((await me(before.cookies)).status, 401);
  });

  const page = openSignInPage(hub);
  const WRONG: [string, string, string][] = [
    ['password', ADMIN_EMAIL, 'not-the-password'],
    ['email', 'nobody@example.org', ADMIN_PASSWORD],
    ['everything', "' OR 1=1 --", "' OR 1=1 --"],
  ];
  for (const [what, email, password] of WRONG) {
    test(`with a wrong ${what} is refused, without saying what was wrong`, async () => {
      const response = await trySignIn(hub, email, password, { visit: await page });
      assertTurnedAway(response, 401);
      assert.equal(response.headers['set-cookie'], undefined);
      assert.match(response.text, /the email or the password is wrong/);
    });
  }

  const MALFORMED: [string, unknown][] = [
    ['nothing in it', {}],
    ['an array', []],
    ['a password of another type', { email: ADMIN_EMAIL, password: [ADMIN_PASSWORD] }],
    ['an email of another type', { email: { $ne: null }, password: ADMIN_PASSWORD }],
  ];
  for (const [name, body] of MALFORMED) {
    test(`with a body with ${name} is refused`, async () => {
      const { csrf, cookies } = await page;
      const headers = { 'x-csrf-token': csrf, cookie: cookies };
      assertTurnedAway(
        await hub.post('/api/account/sign-in-with-password', body, { token: null, headers }),
        401,
      );
    });
  }

  test('needs the CSRF token of the page that set the cookies', async () => {
    const [one, other] = [await openSignInPage(hub), await openSignInPage(hub)];
    for (const headers of [
      { 'x-csrf-token': undefined },
      { 'x-csrf-token': 'x' },
      { 'x-csrf-token': other.csrf },
      { cookie: undefined },
      { cookie: other.cookies },
      { cookie: one.cookies.replace(/here_account=[^;]+/, 'here_account=x') },
    ])
      assertTurnedAway(await trySignIn(hub, ADMIN_EMAIL, ADMIN_PASSWORD, { visit: one, headers }), 401);
    assert.equal((await trySignIn(hub, ADMIN_EMAIL, ADMIN_PASSWORD, { visit: one })).status, 200);
  });
});

describe('a session', () => {
  test('ends with signing out, on the server too', async () => {
    const person = await newPerson(hub, admin);
    const response = await person.request('POST', '/api/account/sign-out');
    assert.equal(response.status, 204);
    for (const cookie of response.headers['set-cookie']!) assert.match(cookie, /^here_\w+=; .*Max-Age=0/);
    assert.equal((await me(person.cookies)).text, UNAUTHORIZED);
  });

  test('expires', async () => {
    const brief = await startHub({
      settings: {
        ...settings,
        MERIDIAN_SESSION_LIFETIME_MS: '60s',
        MERIDIAN_LONG_SESSION_LIFETIME_MS: '600s',
      },
      movableClock: true,
    });
    const remembered = await trySignIn(brief, ADMIN_EMAIL, ADMIN_PASSWORD, { rememberMe: true });
    const person = await signIn(brief);
    assert.equal((await person.request('GET', '/account-api/accounts/me')).status, 200);
    await brief.advance(60_000);
    assert.equal((await person.request('GET', '/account-api/accounts/me')).status, 401);
    const headers = { cookie: cookiesOf(remembered) };
    assert.equal((await brief.get('/account-api/accounts/me', { token: null, headers })).status, 200);
  });

  test('and its end survive a restart, and so do revoked tokens and the CSRF token', async () => {
    const first = await startHub({ settings });
    const [stays, goes] = [await signIn(first), await signIn(first)];
    const visit = await openSignInPage(first);
    const [kept, revoked] = [await stays.newToken(), await stays.newToken()];
    await goes.request('POST', '/api/account/sign-out');
    await stays.request('DELETE', `/token-api/tokens/${revoked.tid}`);
    await first.stop();
    const second = await startHub({ data: first.data });
    const status = async (cookie: string) =>
      (await second.get('/account-api/accounts/me', { token: null, headers: { cookie } })).status;
    assert.equal(await status(stays.cookies), 200);
    assert.equal(await status(goes.cookies), 401);
    assert.equal((await second.get('/hub/spaces', { token: kept.token })).status, 200);
    assert.equal((await second.get('/hub/spaces', { token: revoked.token })).status, 401);
    assert.equal((await trySignIn(second, ADMIN_EMAIL, ADMIN_PASSWORD, { visit })).status, 200);
  });
});
