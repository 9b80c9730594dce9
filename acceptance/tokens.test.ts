import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ADMIN_PASSWORD, type NewToken, newPerson, signIn } from './harness/account.ts';
import { startHub } from './harness/hub.ts';
import { assertRefused, assertTurnedAway } from './harness/refusal.ts';

const hub = await startHub({
  settings: { MERIDIAN_ADMIN_PASSWORD: ADMIN_PASSWORD },
  movableClock: true,
});
const admin = await signIn(hub);
const ana = await newPerson(hub, admin);
const bob = await newPerson(hub, admin);
const inAnHour = () => Math.floor(Date.now() / 1000) + 3600;
const open = (path: string, headers = {}) => hub.get(path, { token: null, headers });

describe('creating a token', () => {
  test('answers it once with its secret', async () => {
    const exp = inAnHour();
    const urm = { 'xyz-hub': { readFeatures: [{ space: 'cities' }] } };
    const sent = {
      cid: 'my-app',
      urm,
      exp,
      description: 'reads',
      metadata: { a: [1] },
      limits: { maxSpaces: 3 },
    };
    const { tid, token, aid, iat, ...rest } = await ana.newToken(sent);
    assert.deepEqual(rest, sent);
    assert.equal(aid, ana.aid);
    assert.ok(Math.abs(iat - Date.now() / 1000) < 60 && Number.isInteger(iat));
    assert.ok(tid.length >= 16 && token.length >= 32 && tid !== token);
  });

  test('of {} has all rights and never expires', async () => {
    const made = await ana.newToken();
    assert.deepEqual(Object.keys(made), [
      'tid',
      'token',
      'aid',
      'cid',
      'iat',
      'description',
      'urm',
      'limits',
    ]);
    assert.deepEqual(made.urm, {});
    const space = await hub.post('/hub/spaces', { title: 'mine' }, { token: made.token });
    assert.equal(space.status, 200);
    assert.deepEqual((space.body as { owner: string; cid: string }).owner, ana.aid);
    assert.deepEqual((space.body as { owner: string; cid: string }).cid, made.cid);
  });

  test('takes tokenType, and leaves it to exp', async () => {
    for (const type of ['PERMANENT', 'TEMPORARY']) {
      const made = await ana.request<NewToken>('POST', `/token-api/tokens?tokenType=${type}`, { body: {} });
      assert.equal(made.status, 200);
      assert.ok(!('exp' in made.body));
    }
  });

  const BAD: [string, unknown, string][] = [
    ['a past exp', { exp: Math.floor(Date.now() / 1000) - 1 }, 'exp'],
    ['an exp of this second', { exp: Math.floor(Date.now() / 1000) }, 'exp'],
    ['an exp that is no number', { exp: 'tomorrow' }, 'exp'],
    ['a fraction of a second', { exp: inAnHour() + 0.5 }, 'exp'],
    ['a unknown right', { urm: { 'xyz-hub': { flyToTheMoon: [{}] } } }, 'flyToTheMoon'],
    ['an unknown service', { urm: { other: {} } }, 'other'],
    ['a urm that is no object', { urm: [] }, 'urm'],
    ['a service that is no object', { urm: { 'xyz-hub': [] } }, 'xyz-hub'],
    ['filters that are no array', { urm: { 'xyz-hub': { readFeatures: {} } } }, 'readFeatures'],
    ['a filter that is no object', { urm: { 'xyz-hub': { readFeatures: ['x'] } } }, 'readFeatures[0]'],
    ['a filter of null', { urm: { 'xyz-hub': { readFeatures: [null] } } }, 'readFeatures[0]'],
    ['a misspelt filter', { urm: { 'xyz-hub': { readFeatures: [{ spaces: 'x' }] } } }, 'spaces'],
    ['a filter by number', { urm: { 'xyz-hub': { readFeatures: [{ space: 5 }] } } }, 'readFeatures[0].space'],
    ['packages of numbers', { urm: { 'xyz-hub': { readFeatures: [{ packages: [5] }] } } }, 'packages'],
    ['an unknown limit', { limits: { maxFun: 1 } }, 'maxFun'],
    ['a negative limit', { limits: { maxSpaces: -1 } }, 'maxSpaces'],
    ['a limit in words', { limits: { maxFeaturesPerSpace: 'many' } }, 'maxFeaturesPerSpace'],
    ['metadata that is no object', { metadata: 'x' }, 'metadata'],
    ['a description that is no text', { description: {} }, 'description'],
    ['a cid that is no text', { cid: 5 }, 'cid'],
    ['an endless description', { description: 'x'.repeat(70_000) }, 'bytes'],
    ['an array', [], 'object'],
    ['broken JSON', '{', 'JSON'],
  ];
  for (const [name, body, culprit] of BAD) {
    test(`refuses ${name}, and makes none`, async () => {
      const count = async () => (await bob.request<unknown[]>('GET', '/token-api/tokens')).body.length;
      const before = await count();
      assertRefused(await bob.request('POST', '/token-api/tokens', { body }), 400, culprit);
      assert.equal(await count(), before);
    });
  }

  test('refuses an unknown tokenType', async () => {
    assertRefused(await ana.request('POST', '/token-api/tokens?tokenType=x', { body: {} }), 400, 'tokenType');
  });
});

describe('listing tokens', () => {
  test('each has the app it belongs to and an empty plan, the one of the first start too', async () => {
    const list = await admin.request<{ cid: string; awsPlanId: string }[]>('GET', '/token-api/tokens');
    assert.ok(list.body.length > 0);
    for (const { cid, awsPlanId } of list.body) {
      assert.ok(cid.length > 0);
      assert.equal(awsPlanId, '');
    }
  });

  test('gives an array of the own ones, without secrets', async () => {
    const carla = await newPerson(hub, admin);
    const made = [
      await carla.newToken({ description: 'a' }),
      await carla.newToken({ exp: inAnHour(), metadata: { m: 1 } }),
    ];
    const list = await carla.request<NewToken[]>('GET', '/token-api/tokens');
    assert.equal(list.status, 200);
    assert.deepEqual(
      list.body,
      made.map(({ token: _secret, ...rest }) => ({ ...rest, awsPlanId: '' })),
    );
    for (const { token } of made) assert.ok(!list.text.includes(token));
    for (const [type, index] of [
      ['PERMANENT', 0],
      ['TEMPORARY', 1],
    ] as const) {
      const some = await carla.request<NewToken[]>('GET', `/token-api/tokens?tokenType=${type}`);
      assert.deepEqual(
        some.body.map(({ tid }) => tid),
        [made[index]!.tid],
      );
    }
  });

  test('in the old form', async () => {
    const dora = await newPerson(hub, admin);
    const made = await dora.request<NewToken>('POST', '/token-api/token', { body: { description: 'old' } });
    assert.equal(made.status, 200);
    const temporary = await dora.newToken({ exp: inAnHour() });
    const { body } = await dora.request('GET', '/token-api/token');
    assert.deepEqual(body, {
      tokens: [
        { id: made.body.tid, type: 'PERMANENT', iat: made.body.iat, description: 'old' },
        { id: temporary.tid, type: 'TEMPORARY', iat: temporary.iat, description: '' },
      ],
    });
  });
});

describe('reading one token', () => {
  test('needs no credentials and never shows the secret', async () => {
    const exp = inAnHour();
    const made = await ana.newToken({
      description: 'd',
      exp,
      limits: { maxSpaces: 1 },
      metadata: { private: true },
      urm: {},
    });
    const expected = { tid: made.tid, iat: made.iat, exp, description: 'd', limits: { maxSpaces: 1 } };
    for (const name of [made.tid, made.token])
      for (const ending of ['', '.json']) {
        const response = await open(`/token-api/tokens/${name}${ending}`);
        assert.equal(response.status, 200, response.text);
        assert.deepEqual(response.body, expected);
        assert.match(response.headers['content-type']!, /^application\/json/);
      }
  });

  test('gives no exp where there is none', async () => {
    const { tid } = await ana.newToken();
    assert.deepEqual(Object.keys((await open(`/token-api/tokens/${tid}.json`)).body as object), [
      'tid',
      'iat',
      'description',
      'limits',
    ]);
  });

  test('of an unknown id answers 412', async () => {
    for (const name of ['nope', 'nope.json', '.json', '%00', "'%20OR%201=1--"]) {
      const response = await open(`/token-api/tokens/${name}`);
      assertRefused(response, 412);
      assert.equal((response.body as { errorMessage: string }).errorMessage, 'tokenId is not valid');
    }
  });

  test('works for an expired one', async () => {
    const exp = Math.floor(Date.now() / 1000) + 60;
    const made = await ana.newToken({ exp });
    assert.equal((await hub.get('/hub/spaces', { token: made.token })).status, 200);
    await hub.advance(60_000);
    assertTurnedAway(await hub.get('/hub/spaces', { token: made.token }), 401);
    assert.equal((await open(`/token-api/tokens/${made.tid}`)).status, 200);
  });
});

describe('revoking a token', () => {
  for (const by of ['tid', 'token'] as const) {
    test(`by ${by} answers 204 and works at once`, async () => {
      const made = await ana.newToken();
      assert.equal((await hub.get('/hub/spaces', { token: made.token })).status, 200);
      const gone = await ana.request('DELETE', `/token-api/tokens/${made[by]}`);
      assert.equal(gone.status, 204);
      assert.equal(gone.bytes.length, 0);
      assertTurnedAway(await hub.get('/hub/spaces', { token: made.token }), 401);
      assertRefused(await open(`/token-api/tokens/${made.tid}`), 412);
      assertRefused(await ana.request('DELETE', `/token-api/tokens/${made.tid}`), 404, /^Token not found$/);
    });
  }

  test('of somebody else finds none and changes nothing', async () => {
    const made = await ana.newToken();
    for (const person of [bob, admin])
      for (const name of [made.tid, made.token])
        assertRefused(await person.request('DELETE', `/token-api/tokens/${name}`), 404, 'Token not found');
    assert.equal((await hub.get('/hub/spaces', { token: made.token })).status, 200);
  });
});

test('maxRights lists what an account may', async () => {
  const rights = async (person: typeof ana) =>
    (await person.request<{ 'xyz-hub': Record<string, unknown> }>('GET', '/token-api/maxRights')).body[
      'xyz-hub'
    ];
  assert.deepEqual((await rights(admin)).manageSpaces, [{}]);
  assert.deepEqual((await rights(ana)).readFeatures, [{ owner: ana.aid }]);
  assert.equal(Object.keys(await rights(ana)).length, 9);
  assert.equal((await ana.newToken({ urm: { 'xyz-hub': await rights(ana) } })).aid, ana.aid);
});

describe('without a session', async () => {
  const made = await ana.newToken();
  const CALLS = [
    ['GET', '/token-api/tokens'],
    ['POST', '/token-api/tokens'],
    ['DELETE', `/token-api/tokens/${made.tid}`],
    ['GET', '/token-api/token'],
    ['POST', '/token-api/token'],
    ['GET', '/token-api/maxRights'],
    ['GET', '/account-api/accounts/me'],
  ] as const;
  const CALLERS: [string, { token?: string | null; headers?: Record<string, string> }][] = [
    ['nobody', { token: null }],
    ['a bearer token', { token: made.token }],
    ['unknown cookies', { token: null, headers: { cookie: 'here_access=unknown; here_auth=x' } }],
    ['a token as cookie', { token: null, headers: { cookie: `here_access=${made.token}` } }],
    [
      'a token id as cookie',
      { token: null, headers: { cookie: `here_access=${made.tid}; here_access=; =; here_access` } },
    ],
  ];
  for (const [who, ask] of CALLERS) {
    test(`${who} is turned away`, async () => {
      for (const [method, path] of CALLS) {
        const response = await hub.request(method, path, method === 'POST' ? { ...ask, body: {} } : ask);
        assert.equal(response.status, 401, `${method} ${path}: ${response.text}`);
        assert.equal(response.text, '{"message":"Unauthorized"}');
      }
      assert.equal((await hub.get('/hub/spaces', { token: made.token })).status, 200, 'still there');
    });
  }
});

describe('dialects', () => {
  const CLI = { 'app-name': 'HereCLI' };
  const PYTHON = { 'user-agent': 'python-requests/2.31.0' };

  test('the old command line gets as tid what it sends as bearer', async () => {
    const made = await ana.request<NewToken>('POST', '/token-api/tokens', { body: {}, headers: CLI });
    assert.equal(made.body.tid, made.body.token);
    assert.equal((await hub.get('/hub/spaces', { token: made.body.tid })).status, 200);
    const gone = await ana.request('DELETE', `/token-api/tokens/${made.body.tid}`, { headers: CLI });
    assert.equal(gone.status, 204);
  });

  test('everybody else gets an id that opens nothing', async () => {
    // In a session of their own: that of the old command line remembers who uses it.
    const dora = await newPerson(hub, admin);
    for (const headers of [{}, PYTHON]) {
      const made = await dora.request<NewToken>('POST', '/token-api/tokens', { body: {}, headers });
      assertTurnedAway(await hub.get('/hub/spaces', { token: made.body.tid }), 401);
    }
  });

  for (const [name, headers] of [
    ['HereCLI', CLI],
    ['python-requests', PYTHON],
  ] as const) {
    test(`${name} gets errors as bare text`, async () => {
      const unknown = await open('/token-api/tokens/nope.json', headers);
      assert.equal(unknown.status, 412);
      assert.equal(unknown.text, 'tokenId is not valid');
      const missing = await ana.request('DELETE', '/token-api/tokens/nope', { headers });
      assert.equal(missing.status, 404);
      assert.equal(missing.text, 'Token not found');
    });
  }
});
