import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { describe, test } from 'node:test';
import { hubDouble, type Reply } from './hub-double.ts';
import {
  MeridianClient,
  MeridianError,
  UnreachableError,
  type WriteAnswer,
  type WriteResult,
} from './index.ts';

const space = { id: 'cities', title: 'Cities' };

const refusals: [name: string, reply: Reply, error: object][] = [
  [
    'in the usual form',
    {
      status: 404,
      body: {
        type: 'ErrorResponse',
        error: 'Exception',
        errorMessage: 'The requested resource does not exist.',
        streamId: 's1',
      },
    },
    { status: 404, error: 'Exception', message: 'The requested resource does not exist.', streamId: 's1' },
  ],
  [
    'in the form of a missing token',
    {
      status: 401,
      body: {
        type: 'error',
        statusCode: 401,
        reasonPhrase: 'Unauthorized',
        message: 'No token',
        streamId: 's2',
      },
    },
    { status: 401, error: 'Unauthorized', message: 'No token', streamId: 's2' },
  ],
  [
    'that a proxy wrote in HTML',
    { status: 502, headers: { 'Stream-Id': 's3' }, body: '<h1>Bad Gateway</h1>' },
    {
      status: 502,
      error: 'Bad Gateway',
      message:
        'HOST responded with 502 (Bad Gateway) and a page of HTML: this is a proxy or another server, not the hub',
      streamId: 's3',
    },
  ],
  [
    'without any body',
    { status: 503 },
    {
      status: 503,
      error: 'Service Unavailable',
      message: 'HOST responded with 503 (Service Unavailable)',
      streamId: undefined,
    },
  ],
  [
    'in plain text',
    { status: 504, body: 'upstream request timeout' },
    {
      status: 504,
      error: 'Gateway Timeout',
      message: 'HOST responded with 504 (Gateway Timeout) and something else than the JSON of a hub',
      streamId: undefined,
    },
  ],
  [
    'that is a page with status 200, to sign in at a proxy,',
    { status: 200, body: '<!DOCTYPE html><title>Sign in</title>' },
    {
      status: 200,
      error: 'Not JSON',
      message:
        'HOST responded with 200 (OK) and a page of HTML: this is a proxy or another server, not the hub',
      streamId: undefined,
    },
  ],
];

describe('a refusal', () => {
  for (const [name, reply, error] of refusals)
    test(`${name} is thrown as a MeridianError`, async (t) => {
      const { url } = await hubDouble(t, reply);
      const thrown = await new MeridianClient({ url }).spaces.get('x').catch((reason: unknown) => reason);
      assert.ok(thrown instanceof MeridianError);
      const { status, error: kind, message, streamId } = thrown;
      const said = message.replace(new URL(url).host, 'HOST');
      assert.deepEqual({ status, error: kind, message: said, streamId }, error);
    });
});

test('a client without token sends none, and the address may end with a slash', async (t) => {
  const { url, received } = await hubDouble(t, { body: {} });
  await new MeridianClient({ url: `${url}/` }).hub();
  assert.equal(received[0]!.call, 'GET /hub');
  assert.equal(received[0]!.headers.authorization, undefined);
});

test('an address that is none is refused when the client is made', () => {
  for (const url of ['localhost:8080', '', 'ftp://x'])
    assert.throws(() => new MeridianClient({ url }), { name: 'RangeError', message: /no address of a hub/ });
});

test('without a response, the error says so and why', async () => {
  const unused = createServer().listen(0, '127.0.0.1');
  await once(unused, 'listening');
  const { port } = unused.address() as AddressInfo;
  await new Promise((resolve) => unused.close(resolve));
  const thrown = await new MeridianClient({ url: `http://127.0.0.1:${port}` })
    .hub()
    .catch((reason: unknown) => reason);
  assert.ok(thrown instanceof UnreachableError);
  assert.match(thrown.message, /^http:\/\/127\.0\.0\.1:\d+ cannot be reached: .*ECONNREFUSED/);
});

test('a client with a retry timeout waits for a busy hub, and reports it', async (t) => {
  const { url, received } = await hubDouble(
    t,
    { status: 503 },
    { status: 429, headers: { 'Retry-After': '0' } },
    { body: space },
  );
  const waits: number[] = [];
  const hub = new MeridianClient({ url, retryTimeoutMs: 5000, onDelay: ({ waitMs }) => waits.push(waitMs) });
  assert.deepEqual(await hub.spaces.get('cities'), space);
  assert.equal(received.length, 3);
  assert.ok(waits[0]! >= 160 && waits[0]! <= 240 && waits[1] === 0, String(waits));
});

test('the old name of the retry timeout still works, for the client and for a call', async (t) => {
  const busy = { status: 429, headers: { 'Retry-After': '0' } };
  const { url, received } = await hubDouble(t, busy, { body: space }, busy, { body: space });
  assert.deepEqual(await new MeridianClient({ url, patience: 5000 }).spaces.get('cities'), space);
  assert.deepEqual(await new MeridianClient({ url }).spaces.get('cities', { patience: 5000 }), space);
  assert.equal(received.length, 4);
  const written: WriteAnswer = { type: 'FeatureCollection', features: [] } satisfies WriteResult;
  assert.deepEqual(written.features, []);
});

test('what may have been done is not done again', async (t) => {
  const { url, received } = await hubDouble(t, { status: 503 });
  await assert.rejects(new MeridianClient({ url, retryTimeoutMs: 5000 }).spaces.create(space), {
    status: 503,
  });
  assert.equal(received.length, 1);
});

test('spaces are listed page by page along the Link header', async (t) => {
  const link = { Link: '</hub/spaces?limit=1&handle=5>; rel="next"' };
  const { url, received } = await hubDouble(t, { headers: link, body: [space] }, { body: [space] });
  const listed = await Array.fromAsync(new MeridianClient({ url }).spaces.iterate({ pageSize: 1 }));
  assert.deepEqual(listed, [space, space]);
  assert.deepEqual(
    received.map(({ call }) => call),
    ['GET /hub/spaces?limit=1', 'GET /hub/spaces?limit=1&handle=5'],
  );
});

test('signing in keeps the cookies for tokens and accounts, and for nothing else', async (t) => {
  const { url, received } = await hubDouble(
    t,
    { headers: { 'Set-Cookie': 'here_account=v; Path=/' }, body: '{"csrf": "c1", "x": 1}' },
    {
      headers: { 'Set-Cookie': 'here_access=s=1; Path=/; HttpOnly' },
      body: { aid: 'a', email: 'e', csrf: 'c2' },
    },
    { body: [] },
    { body: [] },
    { status: 204 },
  );
  const hub = new MeridianClient({ url, token: 'secret' });
  await hub.account.signIn({ email: 'e', password: 'p' });
  assert.deepEqual(received[1]!.body, { realm: 'meridian', email: 'e', password: 'p', rememberMe: false });
  assert.deepEqual(
    [received[1]!.headers.cookie, received[1]!.headers['x-csrf-token']],
    ['here_account=v', 'c1'],
  );
  assert.equal(hub.account.session, 'here_account=v; here_access=s=1');
  await new MeridianClient({ url, session: hub.account.session }).tokens.list();
  await hub.spaces.list();
  await hub.account.signOut();
  assert.deepEqual(
    received.slice(2).map(({ headers }) => [headers.cookie, headers.authorization]),
    [
      ['here_account=v; here_access=s=1', undefined],
      [undefined, 'Bearer secret'],
      ['here_account=v; here_access=s=1', undefined],
    ],
  );
  assert.equal(hub.account.session, '');
});

test('a call can be cancelled', async (t) => {
  const { url } = await hubDouble(t, { body: {} });
  const signal = AbortSignal.abort();
  await assert.rejects(new MeridianClient({ url }).hub({ signal }), { name: 'AbortError' });
});
