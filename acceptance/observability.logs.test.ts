import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { feature } from './harness/geojson.ts';
import { type Hub, startHub } from './harness/hub.ts';
import { newSpace, newSpaceId } from './harness/space.ts';

type Entry = Record<string, unknown>;

/** The log line of a request; it may be written just after the response was. */
async function logged(hub: Hub, streamId: string): Promise<Entry> {
  for (let tries = 0; tries < 100; tries++) {
    const line = hub
      .logs()
      .split('\n')
      .find((text) => text.includes(`"${streamId}"`));
    if (line !== undefined) return JSON.parse(line) as Entry;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error(`no log line has the stream id ${streamId}:\n${hub.logs()}`);
}

const hub = await startHub();
const space = await newSpace(hub);
await space.load(feature('a'));

describe('the log', () => {
  test('is JSON, one object per line', async () => {
    await hub.get('/hub/spaces/never-created');
    const lines = hub.logs().trim().split('\n');
    assert.ok(lines.length > 0);
    for (const line of lines) assert.equal(typeof JSON.parse(line), 'object');
  });

  const REQUESTS: [string, string, unknown, number, boolean][] = [
    ['GET', '/hub', undefined, 200, false],
    ['GET', '/hub/spaces', undefined, 200, false],
    ['GET', space.path, undefined, 200, true],
    ['PATCH', space.path, {}, 200, true],
    ['PUT', space.features, feature('a'), 200, true],
    ['POST', space.features, feature('a'), 200, true],
    ['GET', `${space.features}/a`, undefined, 200, true],
    ['GET', `${space.features}?id=a`, undefined, 200, true],
    ['GET', `${space.path}/search`, undefined, 200, true],
    ['GET', `${space.path}/iterate`, undefined, 200, true],
    ['GET', `${space.path}/statistics`, undefined, 200, true],
    ['GET', `${space.path}/count`, undefined, 200, true],
    ['GET', `${space.path}/search?limit=no`, undefined, 400, true],
    ['GET', `${space.features}/none`, undefined, 404, true],
    ['DELETE', `${space.features}?id=none`, undefined, 204, true],
  ];
  const operations = new Map<string, string>();
  for (const [method, path, body, status, named] of REQUESTS) {
    test(`says what ${method} ${path.replace(space.path, '…')} was, on which space, how it ended, how long and how much`, async () => {
      const streamId = newSpaceId();
      const response = await hub.request(method, path, { body, headers: { 'stream-id': streamId } });
      assert.equal(response.status, status, response.text);
      const entry = await logged(hub, streamId);
      assert.equal(entry.streamId, streamId);
      assert.equal(entry.status, status);
      if (named) assert.equal(entry.space, space.id);
      assert.ok(typeof entry.operation === 'string' && entry.operation !== '');
      assert.equal(entry.bytes, response.bytes.length);
      assert.equal(entry.method, method);
      assert.match(String(entry.route), /^\/hub/);
      assert.ok(!String(entry.route).includes(space.id), 'the route is that of the operation, not the path');
      assert.equal(entry.address, '127.0.0.1');
      if (path !== '/hub') assert.ok(entry.account && entry.token, 'who called, and by which token');
      assert.equal(entry.reason === undefined, status < 400);
      const times = Object.entries(entry).filter(
        ([name, value]) => /time|duration|ms|elapsed|took/i.test(name) && typeof value === 'number',
      );
      assert.ok(times.length > 0, JSON.stringify(entry));
      operations.set(`${method} ${path.replace(/\?.*/, '').replace(/none$/, 'a')}`, entry.operation);
    });
  }

  test('has one name for each operation', () => {
    assert.equal(new Set(operations.values()).size, operations.size, JSON.stringify([...operations]));
  });

  test('holds refused strangers and unknown routes too', async () => {
    for (const [path, status] of [
      [space.path, 401],
      ['/nope', 404],
    ] as const) {
      const streamId = newSpaceId();
      await hub.get(path, { token: null, headers: { 'stream-id': streamId } });
      const entry = await logged(hub, streamId);
      assert.equal(entry.status, status);
      assert.ok(entry.reason, 'says why');
      assert.equal(entry.account, undefined);
    }
  });

  test('says why a request was refused, in the words of the response', async () => {
    const streamId = newSpaceId();
    const response = await hub.get<{ errorMessage: string }>(`${space.path}/search?limit=no`, {
      headers: { 'stream-id': streamId },
    });
    assert.equal((await logged(hub, streamId)).reason, response.body.errorMessage);
  });

  test('says of a response that broke off how far it came, and that it did', async () => {
    const long = await newSpace(hub);
    await long.load(...Array.from({ length: 3000 }, (_, n) => feature(`f${n}`, { text: 'x'.repeat(2000) })));
    const streamId = newSpaceId();
    const cut = new AbortController();
    const headers = {
      Authorization: `Bearer ${hub.token}`,
      'Stream-Id': streamId,
      'User-Agent': 'a-client/1',
    };
    const { body } = await fetch(`${hub.url}${long.path}/iterate?limit=3000`, {
      headers,
      signal: cut.signal,
    });
    await body!.getReader().read();
    cut.abort();
    const { status, bytes, reason, agent } = await logged(hub, streamId);
    assert.equal(status, 200);
    assert.ok(Number(bytes) > 0 && Number(bytes) < 6_000_000, String(bytes));
    assert.match(String(reason), /closed before the response was complete/);
    assert.equal(agent, 'a-client/1');
  });

  test('names the account and the token by their ids', async () => {
    const streamId = newSpaceId();
    await hub.get(space.path, { headers: { 'stream-id': streamId } });
    const { account, token } = await logged(hub, streamId);
    assert.ok(typeof token === 'string' && token !== hub.token, 'the id, not the secret');
    const { body: definition } = await hub.get<{ owner: string }>(space.path);
    assert.equal(account, definition.owner);
  });
});

describe('a token is never logged', async () => {
  // On its second start, so that the box with the secrets is not in the output.
  const first = await startHub({ token: 'token+secret/for-the.log~test_0123456789' });
  await first.stop();

  for (const level of ['trace', 'info']) {
    test(`at level ${level}, however it comes and whether it is right or not`, async () => {
      const quiet = await startHub({
        data: first.data,
        token: null,
        settings: { MERIDIAN_LOG_LEVEL: level },
      });
      const right = first.token;
      const wrong = 'wrong-secret-that-nobody-may-read-either';
      const last = newSpaceId();
      for (const secret of [right, wrong]) {
        const encoded = encodeURIComponent(secret);
        const basic = Buffer.from(`user:${secret}`).toString('base64');
        for (const path of [
          '/hub',
          '/hub/spaces',
          '/hub/spaces/never-created/search',
          '/nope',
          '/metrics',
          '/hub/spaces?limit=no',
        ]) {
          const separator = path.includes('?') ? '&' : '?';
          await quiet.get(path, { token: secret });
          await quiet.get(path, { token: null, headers: { authorization: `Basic ${basic}` } });
          await quiet.get(`${path}${separator}access_token=${encoded}`, { token: null });
          await quiet.get(`${path}${separator}access%5Ftoken=${encoded}`, { token: null });
          await quiet.request('POST', `${path}${separator}access_token=${encoded}`, {
            token: null,
            body: '{',
          });
        }
      }
      await quiet.get('/hub', { token: null, headers: { 'stream-id': last } });
      await logged(quiet, last);
      await quiet.stop();
      const written = quiet.output() + quiet.logs();
      for (const secret of [right, wrong]) {
        const forms = [secret, encodeURIComponent(secret), Buffer.from(`user:${secret}`).toString('base64')];
        for (const form of forms) assert.ok(!written.includes(form), `${form} is in the output`);
      }
    });
  }
});
