// Embedded engine only: it is about headers.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { feature } from './harness/geojson.ts';
import { type Hub, startHub } from './harness/hub.ts';
import { exitCode, runMeridian } from './harness/program.ts';
import { newSpace } from './harness/space.ts';

const ORIGIN = 'https://map.example';
const METHODS = ['OPTIONS', 'GET', 'POST', 'PUT', 'PATCH', 'DELETE'];
const EXPOSED = ['stream-id', 'etag', 'retry-after'];

const words = (header: unknown) => String(header ?? '').split(/ *, */);
const lower = (header: unknown) => words(header).map((word) => word.toLowerCase());

function preflight(hub: Hub, path: string, origin: string, method = 'PUT') {
  return hub.request('OPTIONS', path, {
    token: null,
    headers: {
      origin,
      'access-control-request-method': method,
      'access-control-request-headers': 'authorization, content-type, stream-id, if-none-match',
    },
  });
}

describe('by default any origin', async () => {
  const hub = await startHub();
  const space = await newSpace(hub);
  await space.load(feature('a'));

  const CASES: [string, string, string | null | undefined][] = [
    ['a read', `${space.features}/a`, undefined],
    ['a missing resource', `${space.features}/none`, undefined],
    ['an unknown route', '/nope', undefined],
    ['a bad parameter', `${space.path}/search?limit=no`, undefined],
    ['a missing token', space.path, null],
  ];
  for (const [name, path, token] of CASES) {
    test(`may see the response to ${name}`, async () => {
      const response = await hub.get(path, {
        headers: { origin: ORIGIN },
        ...(token === undefined ? {} : { token }),
      });
      assert.ok(['*', ORIGIN].includes(String(response.headers['access-control-allow-origin'])));
      assert.equal(response.headers['access-control-allow-credentials'], undefined);
      for (const name of EXPOSED)
        assert.ok(lower(response.headers['access-control-expose-headers']).includes(name), name);
    });
  }

  test('may see a 304', async () => {
    const headers = { origin: ORIGIN, 'if-none-match': '*' };
    const response = await hub.get(`${space.features}/a`, { headers });
    assert.equal(response.status, 304);
    assert.ok(['*', ORIGIN].includes(String(response.headers['access-control-allow-origin'])));
  });

  for (const path of [
    '/hub',
    '/hub/spaces',
    space.path,
    space.features,
    `${space.features}/a`,
    `${space.path}/search`,
  ]) {
    for (const method of ['GET', 'PUT', 'DELETE']) {
      test(`is allowed beforehand, without a token: ${method} ${path.replace(space.path, '…')}`, async () => {
        const response = await preflight(hub, path, ORIGIN, method);
        assert.ok(response.status === 204 || response.status === 200, `${response.status} ${response.text}`);
        assert.equal(response.bytes.length, 0);
        assert.ok(['*', ORIGIN].includes(String(response.headers['access-control-allow-origin'])));
        assert.equal(response.headers['access-control-allow-credentials'], undefined);
        const allowed = words(response.headers['access-control-allow-methods']);
        for (const each of METHODS) assert.ok(allowed.includes(each), `${each} is not in ${allowed}`);
        const headers = lower(response.headers['access-control-allow-headers']);
        // A star would not cover Authorization.
        for (const each of ['authorization', 'content-type'])
          assert.ok(headers.includes(each), `${each} is not in ${headers}`);
      });
    }
  }
});

describe('with a list of origins', async () => {
  const help = runMeridian(['serve', '--help'], {});
  await exitCode(help);
  const setting = /MERIDIAN_\w*(?:CORS|ORIGIN)\w*/.exec(help.stdout())?.[0];
  assert.ok(setting, '--help names a setting for the origins');
  const hub = await startHub({ settings: { [setting]: `${ORIGIN},https://other.example` } });
  const space = await newSpace(hub);

  for (const origin of [ORIGIN, 'https://other.example']) {
    test(`${origin} is allowed, with credentials`, async () => {
      for (const response of [
        await hub.get(space.path, { headers: { origin } }),
        await preflight(hub, space.path, origin),
      ]) {
        assert.equal(response.headers['access-control-allow-origin'], origin);
        assert.equal(response.headers['access-control-allow-credentials'], 'true');
        assert.ok(lower(response.headers.vary).includes('origin'), 'caches must tell origins apart');
      }
    });
  }

  for (const origin of ['https://evil.example', 'https://map.example.evil', 'http://map.example', 'null']) {
    test(`${origin} is not`, async () => {
      for (const response of [
        await hub.get(space.path, { headers: { origin } }),
        await preflight(hub, space.path, origin),
      ]) {
        assert.equal(response.headers['access-control-allow-origin'], undefined);
        assert.equal(response.headers['access-control-allow-credentials'], undefined);
      }
    });
  }
});
