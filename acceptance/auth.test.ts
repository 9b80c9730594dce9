import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { feature } from './harness/geojson.ts';
import { startHub } from './harness/hub.ts';
import { assertTurnedAway } from './harness/refusal.ts';
import { newSpace } from './harness/space.ts';

const hub = await startHub();

const space = await newSpace(hub);
await space.load(feature('a'));
const basic = (user: string, password: string) =>
  `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;

describe('a token is taken', () => {
  const CASES: [string, string, string | undefined][] = [
    ['from Authorization: Bearer', '', `Bearer ${hub.token}`],
    ['from the password of Authorization: Basic', '', basic('anybody', hub.token)],
    ['from Basic without a user', '', basic('', hub.token)],
    ['from the user of Basic without a password', '', basic(hub.token, '')],
    ['from the query', `access_token=${hub.token}`, undefined],
    ['from the query among others', `id=a&access_token=${hub.token}&clientId=x`, undefined],
    ['from the header before the query', 'access_token=unknown', `Bearer ${hub.token}`],
  ];
  for (const [way, query, authorization] of CASES) {
    test(way, async () => {
      const ask = { token: null, headers: { authorization } };
      assert.equal((await hub.get(`${space.features}/a?${query}`, ask)).status, 200);
      assert.equal((await hub.get(`/hub/spaces?${query}`, ask)).status, 200);
      assert.equal((await hub.put(`${space.features}/a?${query}`, feature('a'), ask)).status, 200);
    });
  }
});

describe('401 in its own shape', () => {
  const CASES: [string, string, string | undefined][] = [
    ['without a token', '', undefined],
    ['for an unknown token', '', 'Bearer unknown'],
    ['for an empty bearer', '', 'Bearer '],
    ['for a header without scheme', '', hub.token],
    ['for another scheme', '', `Digest ${hub.token}`],
    ['for an unknown Basic password', '', basic('a', 'unknown')],
    ['for the token as Basic user beside another password', '', basic(hub.token, 'unknown')],
    ['for Basic that is no base64', '', 'Basic %%%'],
    ['for an unknown token in the query', 'access_token=unknown', undefined],
    ['for an empty token in the query', 'access_token=', undefined],
    ['for a bad header beside a good query', `access_token=${hub.token}`, 'Bearer unknown'],
    ['for the token in another case', '', `Bearer ${hub.token.toUpperCase()}`],
    ['for the token and more', '', `Bearer ${hub.token}x`],
    ['for a part of the token', '', `Bearer ${hub.token.slice(0, -1)}`],
    ['for SQL', '', "Bearer ' OR '1'='1"],
  ];
  for (const [name, query, authorization] of CASES) {
    test(name, async () => {
      const response = await hub.get(`/hub/spaces?${query}`, { token: null, headers: { authorization } });
      assertTurnedAway(response, 401);
      assert.ok(
        response.text.startsWith('{"type":"error","statusCode":401,"reasonPhrase":"Unauthorized",'),
        response.text,
      );
    });
  }

  const ROUTES: [string, string][] = [
    ['GET', '/hub/spaces'],
    ['POST', '/hub/spaces'],
    ['GET', space.path],
    ['PATCH', space.path],
    ['DELETE', space.path],
    ['GET', `${space.features}?id=a`],
    ['PUT', space.features],
    ['POST', space.features],
    ['DELETE', `${space.features}?id=a`],
    ['GET', `${space.features}/a`],
    ['PUT', `${space.features}/a`],
    ['PUT', `${space.features}/`],
    ['PATCH', `${space.features}/a`],
    ['DELETE', `${space.features}/a`],
    ['GET', `${space.path}/search`],
    ['GET', `${space.path}/iterate`],
    ['GET', `${space.path}/statistics`],
    ['GET', `${space.path}/count`],
  ];
  for (const [method, path] of ROUTES) {
    test(`on ${method} ${path}`, async () => {
      for (const token of [null, 'unknown'])
        assertTurnedAway(await hub.request(method, path, { token }), 401);
    });
  }

  test('and a cached answer is not for strangers', async () => {
    const path = `${space.path}/search?p.n=1`;
    const { headers } = await hub.get(path);
    assertTurnedAway(await hub.get(path, { token: null }), 401);
    assertTurnedAway(await hub.get(path, { token: null, headers: { 'if-none-match': headers.etag } }), 401);
  });
});

test('what is open needs no token', async () => {
  for (const path of ['/hub', '/healthz', '/readyz', '/openapi.json', '/docs']) {
    const response = await hub.get(path, { token: null });
    assert.equal(response.status, 200, `${path}: ${response.text.slice(0, 200)}`);
  }
});
