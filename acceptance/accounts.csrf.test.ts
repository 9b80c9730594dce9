import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ADMIN_PASSWORD, newPerson, signIn } from './harness/account.ts';
import { startHub } from './harness/hub.ts';
import { assertRefused } from './harness/refusal.ts';

const hub = await startHub({
  settings: { MERIDIAN_ADMIN_PASSWORD: ADMIN_PASSWORD, MERIDIAN_CORS_ORIGINS: 'https://studio.example.org' },
});
const admin = await signIn(hub);
const ana = await newPerson(hub, admin);
const { host } = new URL(hub.url);

const FOREIGN: [string, Record<string, string>][] = [
  ['a fetch of another site', { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }],
  ['a form of another site', { origin: 'https://evil.example', 'content-type': 'text/plain' }],
  ['a form of a sandboxed frame', { origin: 'null' }],
  ['a sibling subdomain', { origin: 'https://other.example.org', 'sec-fetch-site': 'same-site' }],
  ['another port of this host', { origin: 'http://127.0.0.1:1' }],
  ['a browser that hides the origin', { 'sec-fetch-site': 'cross-site' }],
  ['an old browser', { referer: 'https://evil.example/page' }],
  ['a referer that starts alike', { referer: `http://${host}.evil.example/` }],
  ['an origin that is no URL', { origin: 'nonsense' }],
];

const OWN: [string, Record<string, string>][] = [
  ['a page of ours', { origin: `http://${host}`, 'sec-fetch-site': 'same-origin' }],
  ['a page of ours in an older browser', { origin: `http://${host}` }],
  ['a page of ours in an old browser', { referer: `http://${host}/sign-in` }],
  ['a listed origin', { origin: 'https://studio.example.org', 'sec-fetch-site': 'cross-site' }],
  ['a script, which says nothing', {}],
  ['another origin with the CSRF token', { origin: 'https://evil.example', 'x-csrf-token': ana.csrf }],
];

const CALLS: [string, string, unknown][] = [
  ['POST', '/token-api/tokens', {}],
  ['POST', '/token-api/token', {}],
  ['DELETE', '/token-api/tokens/nope', undefined],
  ['PATCH', '/account-api/accounts/me', { colour: 'red' }],
  ['POST', '/api/account/change-password', { password: ana.password, newPassword: 'stolen password' }],
  ['POST', '/api/account/sign-out', undefined],
  ['POST', '/account-api/accounts', { email: 'x@y' }],
  ['POST', '/hub/spaces', { title: 'x' }],
  ['PUT', '/hub/spaces/nope/features', { type: 'FeatureCollection', features: [] }],
  ['DELETE', '/hub/spaces/nope', undefined],
  ['POST', '/project-api/projects', { title: 'x' }],
];

describe('with the cookies of a session', () => {
  for (const [who, headers] of FOREIGN) {
    test(`${who} changes nothing`, async () => {
      const before = await ana.request('GET', '/account-api/accounts/me');
      for (const [method, path, body] of CALLS) {
        const response = await ana.request(method, path, { body, headers });
        assertRefused(response, 403, 'x-csrf-token');
      }
      const stranger = { ...headers, 'x-csrf-token': admin.csrf };
      assertRefused(await ana.request('POST', '/token-api/tokens', { body: {}, headers: stranger }), 403);
      assert.deepEqual((await ana.request('GET', '/account-api/accounts/me')).body, before.body);
      assert.deepEqual((await ana.request<unknown[]>('GET', '/token-api/tokens')).body, []);
      await signIn(hub, ana.email, ana.password);
    });
  }

  for (const [who, headers] of OWN) {
    test(`${who} is let through`, async () => {
      const { status } = await ana.request('PATCH', '/account-api/accounts/me', { body: {}, headers });
      assert.equal(status, 200);
    });
  }

  test('reading is free of it, since pages of other origins see no response', async () => {
    const response = await ana.request('GET', '/token-api/tokens', {
      headers: { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
    });
    assert.equal(response.status, 200);
    assert.equal(response.headers['access-control-allow-origin'], undefined);
    assert.equal(response.headers['access-control-allow-credentials'], undefined);
  });
});

test('a bearer token needs none of it: no browser adds it by itself', async () => {
  const response = await hub.post(
    '/hub/spaces',
    { title: 'x' },
    { headers: { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' } },
  );
  assert.equal(response.status, 200);
});

describe('cookies in place of a token', () => {
  test('open the spaces and projects of the account', async () => {
    const made = await ana.request<{ id: string; owner: string }>('POST', '/hub/spaces', {
      body: { title: 'x' },
    });
    assert.equal(made.status, 200, made.text);
    assert.equal(made.body.owner, ana.aid);
    assert.equal((await ana.request('GET', `/hub/spaces/${made.body.id}/search`)).status, 200);
    assert.equal((await ana.request('GET', '/project-api/projects')).status, 200);
    assertRefused(
      await (await newPerson(hub, admin)).request('GET', `/hub/spaces/${made.body.id}/search`),
      403,
    );
  });

  test('count for nothing beside a token, be it a wrong one', async () => {
    const headers = { authorization: 'Bearer wrong' };
    assert.equal((await ana.request('GET', '/hub/spaces', { headers })).status, 401);
  });

  test('of a session that has ended are none: a token is missing', async () => {
    const gone = await newPerson(hub, admin);
    await gone.request('POST', '/api/account/sign-out');
    const response = await gone.request<{ type: string }>('GET', '/hub/spaces');
    assert.equal(response.status, 401);
    assert.equal(response.body.type, 'error');
  });
});
