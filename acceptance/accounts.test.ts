import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  ADMIN_EMAIL,
  ADMIN_PASSWORD,
  newPerson,
  openSignInPage,
  type Person,
  signIn,
  trySignIn,
} from './harness/account.ts';
import { startHub } from './harness/hub.ts';
import { assertMissing, assertRefused, assertTurnedAway } from './harness/refusal.ts';

const hub = await startHub({ settings: { MERIDIAN_ADMIN_PASSWORD: ADMIN_PASSWORD } });
const admin = await signIn(hub);
const ana = await newPerson(hub, admin);

interface Account {
  aid: string;
  email: string;
  defaultAppId: string;
  tcAcceptedAt: number;
  apps: Record<string, unknown>;
  admin: boolean;
  disabled: boolean;
  password?: string;
  [member: string]: unknown;
}
const me = (person: Person) => person.request<Account>('GET', '/account-api/accounts/me');
const patch = (person: Person, aid: string, body: unknown) =>
  person.request<Account>('PATCH', `/account-api/accounts/${aid}`, { body });

describe('an account', () => {
  test('knows itself', async () => {
    const { status, body } = await me(ana);
    assert.equal(status, 200);
    assert.equal(body.aid, ana.aid);
    assert.equal(body.email, ana.email);
    assert.ok(Object.keys(body.apps).includes(body.defaultAppId));
    assert.equal(typeof body.tcAcceptedAt, 'number');
    assert.equal(body.admin, false);
    assert.ok(!JSON.stringify(body).includes('scrypt'));
  });

  test('says about itself what it likes', async () => {
    const changed = await patch(ana, ana.aid, { tcAccepted: true, colour: 'red', defaultAppId: 'mine' });
    assert.equal(changed.status, 200);
    const { body } = await me(ana);
    assert.deepEqual(body, changed.body);
    assert.equal(body.colour, 'red');
    assert.equal(body.defaultAppId, 'mine');
    assert.equal((await ana.newToken()).cid, 'mine');
    assert.equal((await patch(ana, 'me', { colour: null, defaultAppId: null })).body.colour, undefined);
  });

  test('but not who it is', async () => {
    const before = (await me(ana)).body;
    const changed = await patch(ana, ana.aid, { aid: 'x', email: 'x@y', apps: {}, createdAt: 1 });
    assert.deepEqual(changed.body, before);
  });

  for (const body of [
    { admin: true },
    { disabled: true },
    { password: 'another-password' },
    { admin: false },
  ])
    test(`can't set ${Object.keys(body)[0]} to ${Object.values(body)[0]} itself`, async () => {
      assertRefused(await patch(ana, ana.aid, body), 403, Object.keys(body)[0]!);
      assert.equal((await me(ana)).body.admin, false);
    });

  test('is nothing to other accounts', async () => {
    const bob = await newPerson(hub, admin);
    const before = (await me(bob)).body;
    assertRefused(await patch(ana, bob.aid, { colour: 'black' }), 403);
    assertRefused(await patch(ana, 'no-such-account', { colour: 'black' }), 403);
    assert.deepEqual((await me(bob)).body, before);
  });

  test('keeps little', async () => {
    assertRefused(await patch(ana, ana.aid, { novel: 'x'.repeat(20_000) }), 400, 'bytes');
    for (const body of [[], 'text', 5, null])
      assertRefused(await patch(ana, ana.aid, JSON.stringify(body)), 400);
  });
});

describe('changing the password', () => {
  const change = (person: Person, password: unknown, newPassword: unknown) =>
    person.request('POST', '/api/account/change-password', { body: { password, newPassword } });

  test('ends the other sessions and leaves this one and the tokens', async () => {
    const person = await newPerson(hub, admin);
    const other = await signIn(hub, person.email, person.password);
    const { token } = await person.newToken();
    assert.equal((await change(person, person.password, 'a whole new one')).status, 204);
    assert.equal((await me(person)).status, 200);
    assert.equal((await me(other)).status, 401);
    assert.equal((await hub.get('/hub/spaces', { token })).status, 200);
    assertTurnedAway(await trySignIn(hub, person.email, person.password), 401);
    assert.equal((await trySignIn(hub, person.email, 'a whole new one')).status, 200);
  });

  test('needs the old one and a good new one', async () => {
    const person = await newPerson(hub, admin);
    assertTurnedAway(await change(person, 'wrong', 'a whole new one'), 401);
    assertTurnedAway(await change(person, undefined, 'a whole new one'), 401);
    for (const bad of ['short', '', undefined, 5, 'x'.repeat(1025)])
      assertRefused(await change(person, person.password, bad), 400, 'newPassword');
    assert.equal((await trySignIn(hub, person.email, person.password)).status, 200);
  });
});

describe('an administrator', () => {
  test('lists all accounts; others may not', async () => {
    const { status, body } = await admin.request<Account[]>('GET', '/account-api/accounts');
    assert.equal(status, 200);
    assert.deepEqual(
      [body[0]!.email, body[0]!.admin, body[1]!.email, body[1]!.admin],
      [ADMIN_EMAIL, true, ana.email, false],
    );
    assertRefused(await ana.request('GET', '/account-api/accounts'), 403);
  });

  test('makes accounts; others may not', async () => {
    const body = { email: 'New@Example.org', password: 'long enough' };
    assertRefused(await ana.request('POST', '/account-api/accounts', { body }), 403);
    const made = await admin.request<Account>('POST', '/account-api/accounts', { body });
    assert.equal(made.status, 200);
    assert.equal(made.body.email, 'new@example.org');
    assert.equal(made.body.password, undefined);
    assert.equal((await trySignIn(hub, 'new@example.org', 'long enough')).status, 200);
    assertRefused(await admin.request('POST', '/account-api/accounts', { body }), 409, 'new@example.org');
  });

  test('gets a password made where none is given', async () => {
    const made = await admin.request<Account>('POST', '/account-api/accounts', { body: { email: 'a@b' } });
    assert.ok(made.body.password!.length >= 12);
    assert.equal((await trySignIn(hub, 'a@b', made.body.password!)).status, 200);
  });

  for (const [name, body] of [
    ['no email', {}],
    ['a bad email', { email: 'nobody' }],
    ['an email of another type', { email: 5 }],
    ['a short password', { email: 'c@d', password: 'short' }],
    ['a password of another type', { email: 'c@d', password: 12345678 }],
    ['admin in words', { email: 'c@d', admin: 'yes' }],
  ] as const)
    test(`makes none with ${name}`, async () => {
      assertRefused(await admin.request('POST', '/account-api/accounts', { body }), 400);
    });

  test('disables an account: sessions and tokens end at once, and sign-in is refused', async () => {
    const person = await newPerson(hub, admin);
    const { token, tid } = await person.newToken();
    assert.equal((await hub.get('/hub/spaces', { token })).status, 200);
    assert.equal((await patch(admin, person.aid, { disabled: true })).body.disabled, true);
    assertTurnedAway(await hub.get('/hub/spaces', { token }), 401);
    assert.equal((await me(person)).status, 401);
    assertTurnedAway(await trySignIn(hub, person.email, person.password), 401);
    assert.equal((await hub.get(`/token-api/tokens/${tid}`, { token: null })).status, 200);

    assert.equal((await patch(admin, person.aid, { disabled: false })).body.disabled, false);
    assert.equal((await me(person)).status, 401, 'the session stays ended');
    assert.equal((await trySignIn(hub, person.email, person.password)).status, 200);
    assert.equal((await hub.get('/hub/spaces', { token })).status, 200);
  });

  test('sets a password, which ends all sessions', async () => {
    const person = await newPerson(hub, admin);
    assert.equal((await patch(admin, person.aid, { password: 'set by the admin' })).status, 200);
    assert.equal((await me(person)).status, 401);
    assert.equal((await trySignIn(hub, person.email, 'set by the admin')).status, 200);
  });

  test('makes another one, and the rights of tokens follow', async () => {
    const person = await newPerson(hub, admin);
    const { token } = await person.newToken();
    const { id } = (await hub.post<{ id: string }>('/hub/spaces', { title: "the admin's" })).body;
    assertRefused(await hub.get(`/hub/spaces/${id}`, { token }), 403);
    await patch(admin, person.aid, { admin: true });
    assert.equal((await hub.get(`/hub/spaces/${id}`, { token })).status, 200);
    assert.equal((await person.request('GET', '/account-api/accounts')).status, 200);
    await patch(admin, person.aid, { admin: false });
    assertRefused(await hub.get(`/hub/spaces/${id}`, { token }), 403);
  });

  test('can not be the last one to go', async () => {
    assertRefused(await patch(admin, admin.aid, { disabled: true }), 409, 'last');
    assertRefused(await patch(admin, admin.aid, { admin: false }), 409, 'last');
    assert.equal((await me(admin)).body.admin, true);
  });

  test('finds no account that is not there', async () => {
    assertMissing(await patch(admin, 'nobody', { disabled: true }));
    assertRefused(await patch(admin, ana.aid, { disabled: 'yes' }), 400, 'disabled');
  });
});

describe('making an account for oneself', () => {
  const register = async (on: typeof hub, body: unknown, headers = {}) => {
    const { csrf, cookies } = await openSignInPage(on);
    return on.post<Account>('/api/account/register', body, {
      token: null,
      headers: { 'x-csrf-token': csrf, cookie: cookies, ...headers },
    });
  };
  const form = { email: 'self@example.org', password: 'chosen by myself' };

  test('is off by default', async () => {
    assertRefused(await register(hub, form), 403);
    assertTurnedAway(await trySignIn(hub, form.email, form.password), 401);
  });

  test('works where it is on, without any privilege', async () => {
    const open = await startHub({ settings: { MERIDIAN_SELF_REGISTRATION: 'on' } });
    const made = await register(open, { ...form, admin: true });
    assert.equal(made.status, 200, made.text);
    assert.equal(made.body.admin, false);
    assert.equal((await me(await signIn(open, form.email, form.password))).body.email, form.email);
    assertRefused(await register(open, form), 409);
    assertRefused(await register(open, { email: 'x@y' }), 400, 'password');
    assertTurnedAway(await register(open, { ...form, email: 'z@z' }, { 'x-csrf-token': 'x' }), 401);
  });
});
