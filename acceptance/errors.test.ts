import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { collection, feature } from './harness/geojson.ts';
import { startHub } from './harness/hub.ts';
import { assertMissing, assertRefused, assertTurnedAway, type ErrorResponse } from './harness/refusal.ts';
import { newSpace } from './harness/space.ts';

const hub = await startHub({ settings: { MERIDIAN_MAX_BODY_BYTES: '100000' } });

const space = await newSpace(hub);
await space.load(feature('a'));
const closed = await newSpace(hub, { readOnly: true });

describe('each status has its error, in the one shape', () => {
  const CASES: [string, number, string, string, unknown, RegExp][] = [
    ['bad JSON', 400, 'PUT', space.features, '{', /./],
    ['a bad parameter', 400, 'GET', `${space.path}/search?limit=no`, undefined, /limit.*100000/],
    [
      'a bad geometry',
      400,
      'PUT',
      space.features,
      feature('odd', {}, { geometry: 5 }),
      /odd.*geometry|geometry.*odd/,
    ],
    ['an id twice', 400, 'PUT', space.features, collection(feature('twin'), feature('twin')), /twin/],
    ['a bad space definition', 400, 'POST', '/hub/spaces', { title: 5 }, /title/],
    [
      'a missing space',
      404,
      'GET',
      '/hub/spaces/never-created',
      undefined,
      /^The requested resource does not exist\.$/,
    ],
    [
      'a missing feature',
      404,
      'GET',
      `${space.features}/none`,
      undefined,
      /^The requested resource does not exist\.$/,
    ],
    ['a write to a read-only space', 405, 'PUT', closed.features, feature('a'), /./],
    ['a method that a route has not', 405, 'PUT', '/hub/spaces', {}, /PUT/],
    ['an id that is taken', 409, 'POST', '/hub/spaces', { id: space.id, title: 'x' }, new RegExp(space.id)],
    ['e=error', 409, 'POST', `${space.features}?e=error`, feature('a', { n: 1 }), /a/],
    ['ne=error', 409, 'POST', `${space.features}?ne=error`, feature('newcomer'), /newcomer/],
    ['a body too large', 413, 'PUT', space.features, feature('big', { t: 'x'.repeat(100_000) }), /100000/],
  ];
  for (const [name, status, method, path, body, message] of CASES) {
    test(`${status} for ${name}`, async () => {
      assertRefused(await hub.request(method, path, { body }), status, message);
    });
  }

  test('415 for a body in a type that is not read', async () => {
    const response = await hub.put(space.features, '<gml/>', {
      headers: { 'content-type': 'application/gml+xml' },
    });
    assertRefused(response, 415, 'application/gml+xml');
  });

  test('the 404 of a missing space, to the letter', async () => {
    const response = await hub.get<ErrorResponse>('/hub/spaces/never-created', {
      headers: { 'stream-id': 'abc' },
    });
    assert.equal(
      response.text,
      '{"type":"ErrorResponse","error":"Exception","errorMessage":"The requested resource does not exist.","streamId":"abc"}',
    );
    assert.equal(response.headers['stream-id'], 'abc');
  });
});

describe('an unknown route is a 404 of its own shape, whoever asks', () => {
  for (const path of [
    '/nope',
    '/hub/nope',
    '/hubs',
    '/HUB/spaces',
    `${space.path}/nope`,
    `${space.features}/a/b`,
    '/hub/spaces/never-created/nope',
    '/hub/spaces%2Fx',
    '/..%2F..%2Fetc%2Fpasswd',
    '/../etc/passwd',
  ]) {
    for (const token of [undefined, null, 'unknown']) {
      test(`${path} with ${token === undefined ? 'a valid' : (token ?? 'no')} token`, async () => {
        const response = await hub.get(path, token === undefined ? {} : { token });
        assertTurnedAway(response, 404);
        assert.ok(response.text.startsWith('{"type":"error","statusCode":404,'), response.text);
        if (path.startsWith('/hub/') && !path.includes('%'))
          assert.equal(
            (response.body as { message: string }).message,
            'The requested resource does not exist.',
          );
      });
    }
  }

  test('with any method', async () => {
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
      assertTurnedAway(await hub.request(method, '/nope', { token: null }), 404);
    }
  });
});

describe('a method that a route has not is a 405 with Allow, whoever asks', () => {
  const CASES: [string, string, string[]][] = [
    ['POST', '/hub', ['GET']],
    ['PUT', '/hub/spaces', ['GET', 'POST']],
    ['DELETE', '/hub/spaces', ['GET', 'POST']],
    ['PATCH', '/hub/spaces', ['GET', 'POST']],
    ['POST', space.path, ['GET', 'PATCH', 'DELETE']],
    ['PUT', space.path, ['GET', 'PATCH', 'DELETE']],
    ['PUT', '/hub/spaces/never-created', ['GET', 'PATCH', 'DELETE']],
    ['PATCH', space.features, ['GET', 'PUT', 'POST', 'DELETE']],
    ['POST', `${space.features}/a`, ['GET', 'PUT', 'PATCH', 'DELETE']],
    ['POST', `${space.path}/search`, ['GET']],
    ['PUT', `${space.path}/iterate`, ['GET']],
    ['DELETE', `${space.path}/statistics`, ['GET']],
    ['PATCH', `${space.path}/count`, ['GET']],
  ];
  for (const [method, path, allowed] of CASES) {
    for (const token of [undefined, null]) {
      test(`${method} ${path} ${token === null ? 'without token' : ''}`, async () => {
        const response = await hub.request(method, path, token === undefined ? {} : { token });
        assertRefused(response, 405, method);
        const allow = (response.headers.allow ?? '').split(/, */);
        for (const name of allowed) assert.ok(allow.includes(name), `${name} is not in Allow: ${allow}`);
        assert.equal(allow.includes(method), false);
      });
    }
  }
});

test('a missing resource is told the same way on every route', async () => {
  for (const [method, path, body] of [
    ['GET', '', undefined],
    ['PATCH', '', { title: 'x' }],
    ['DELETE', '', undefined],
    ['GET', '/features?id=a', undefined],
    ['PUT', '/features', feature('a')],
    ['POST', '/features', feature('a')],
    ['DELETE', '/features?id=a', undefined],
    ['GET', '/features/a', undefined],
    ['PUT', '/features/a', feature('a')],
    ['PUT', '/features/', feature('a')],
    ['PATCH', '/features/a', {}],
    ['DELETE', '/features/a', undefined],
    ['GET', '/search', undefined],
    ['GET', '/iterate', undefined],
    ['GET', '/statistics', undefined],
    ['GET', '/count', undefined],
  ] as const) {
    assertMissing(await hub.request(method, `/hub/spaces/never-created${path}`, { body }));
  }
});
