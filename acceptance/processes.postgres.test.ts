import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { newDatabase } from '../testing/postgres/database.ts';
import { ADMIN_PASSWORD, signIn } from './harness/account.ts';
import { collection, type FeatureCollection, idsOf, point } from './harness/geojson.ts';
import { startHub } from './harness/hub.ts';
import { exitCode, runMeridian } from './harness/program.ts';
import { newSpace, newSpaceId } from './harness/space.ts';

/** Several servers on one database: what one has acknowledged, all others show at once. */
describe('two servers on one database', async () => {
  const settings = {
    MERIDIAN_STORE: await newDatabase(),
    MERIDIAN_STORE_CONNECTIONS: '8',
    MERIDIAN_ADMIN_PASSWORD: ADMIN_PASSWORD,
    MERIDIAN_FETCH: 'on',
    MERIDIAN_FETCH_PRIVATE: '127.0.0.1',
  };
  // Started at once: one of them lays out the database, and the other waits for that.
  const [a, b] = await Promise.all([startHub({ settings }), startHub({ settings })]);

  test('a token works in the other at once, and is dead there as soon as it is revoked', async () => {
    const person = await signIn(a);
    for (let round = 0; round < 10; round++) {
      const { tid, token } = await person.newToken();
      // Asked twice: the second time it is known by heart.
      for (let i = 0; i < 2; i++) assert.equal((await b.get('/hub/spaces', { token })).status, 200);
      assert.equal((await person.request('DELETE', `/token-api/tokens/${tid}`)).status, 204);
      assert.equal((await b.get('/hub/spaces', { token })).status, 401);
    }
  });

  test('reads that confirm their caller by themselves are refused as soon as it may not read any more', async () => {
    const { id, path, load } = await newSpace(a, { shared: true });
    await load(point('x', 1, 2));
    const person = await signIn(a);
    const urm = { 'xyz-hub': { readFeatures: [{ space: id }] } };
    const { tid, token } = await person.newToken({ urm });
    const reads = ['features/x', 'features?id=x', 'bbox?west=0&south=0&east=5&north=5', 'tile/web/0/0/0.mvt'];
    const statuses = async () => {
      const statuses: number[] = [];
      for (const read of reads) statuses.push((await b.get(`${path}/${read}`, { token })).status);
      return new Set(statuses);
    };
    for (let i = 0; i < 2; i++) assert.deepEqual(await statuses(), new Set([200]));
    assert.equal((await person.request('DELETE', `/token-api/tokens/${tid}`)).status, 204);
    assert.deepEqual(await statuses(), new Set([401]));

    // The next read is the first that the other hears of each of these changes.
    const one = async (target = 'features/x') => (await b.get(`${path}/${target}`)).status;
    assert.deepEqual([await one(), await one()], [200, 200]);
    assert.equal((await a.delete(path)).status, 204);
    assert.equal(await one(), 404);
    await newSpace(a, { id });
    assert.deepEqual([await one(), await one('features?id=x')], [404, 200]);
  });

  test('somebody signed in sees a space that was made in the other', async () => {
    const { cookies } = await signIn(b);
    const { path } = await newSpace(a);
    const found = await b.get(`${path}/search`, { token: null, headers: { cookie: cookies } });
    assert.equal(found.status, 200);
  });

  test('a session that began in one is known in the other, and ends in both', async () => {
    const person = await signIn(a);
    const cookies = { token: null, headers: { cookie: person.cookies } };
    assert.equal((await b.get('/account-api/accounts/me', cookies)).status, 200);
    const headers = { ...cookies.headers, 'x-csrf-token': person.csrf };
    assert.ok((await b.post('/api/account/sign-out', {}, { token: null, headers })).status < 300);
    assert.equal((await a.get('/account-api/accounts/me', cookies)).status, 401);
  });

  test('a space made in one can be read and written in the other; what is deleted is gone in both', async () => {
    for (let round = 0; round < 10; round++) {
      const { path, features } = await newSpace(a);
      assert.equal((await b.put(features, collection(point('x', 1, 2)))).status, 200);
      assert.deepEqual(idsOf((await a.get<FeatureCollection>(`${path}/search`)).body), ['x']);
      assert.equal((await b.patch(path, { title: `round ${round}` })).status, 200);
      assert.equal((await a.get<{ title: string }>(path)).body.title, `round ${round}`);
      assert.equal((await b.delete(path)).status, 204);
      for (const hub of [a, b]) {
        assert.equal((await hub.get(path)).status, 404);
        assert.equal((await hub.get(`${path}/search`)).status, 404);
        assert.equal((await hub.put(features, collection(point('x', 1, 2)))).status, 404);
      }
    }
  });

  test('a space created again in one is the new one in the other', async () => {
    const id = newSpaceId();
    for (let round = 0; round < 5; round++) {
      const { path, features } = await newSpace(round % 2 ? a : b, { id });
      const other = round % 2 ? b : a;
      assert.deepEqual((await other.get<FeatureCollection>(`${path}/iterate`)).body.features, []);
      await other.put(features, collection(point(`r${round}`, 1, 2)));
      assert.equal((await other.delete(path)).status, 204);
    }
  });

  test('of two who make the same space at once, one does', async () => {
    for (let round = 0; round < 5; round++) {
      const definition = { id: newSpaceId(), title: 'A space' };
      const responses = await Promise.all([a, b].map((hub) => hub.post('/hub/spaces', definition)));
      assert.deepEqual(responses.map(({ status }) => status).sort(), [200, 409]);
    }
  });

  test('spaces that are filled from an address are filled by one of the two', async () => {
    const asked: string[] = [];
    const source = createServer(({ url = '' }, response) => {
      asked.push(url);
      response.end(JSON.stringify(collection(point('x', 1, 2))));
    });
    await new Promise<void>((resolve) => source.listen(0, '127.0.0.1', resolve));
    const { port } = source.address() as AddressInfo;
    const paths = ['/1.geojson', '/2.geojson', '/3.geojson'];
    const spaces = await Promise.all(
      paths.map((path, i) =>
        newSpace(i % 2 ? a : b, { import: { source: `http://127.0.0.1:${port}${path}` } }),
      ),
    );
    for (const { path } of spaces)
      for (;;) {
        const { body } = await a.get<{ import: { state: { last?: { error?: string } } } }>(path);
        const { last } = body.import.state;
        assert.equal(last?.error, undefined);
        if (last !== undefined) break;
        await pause(100);
      }
    assert.deepEqual(asked.toSorted(), paths);
    source.close();
  });

  test('changes of one definition from both are all there', async () => {
    const { path } = await newSpace(a);
    const changes = Array.from({ length: 20 }, (_, i) => ({ client: { [`key${i}`]: i } }));
    const responses = await Promise.all(changes.map((change, i) => (i % 2 ? a : b).patch(path, change)));
    assert.deepEqual(new Set(responses.map(({ status }) => status)), new Set([200]));
    const { client } = (await b.get<{ client: object }>(path)).body;
    assert.equal(Object.keys(client).length, changes.length);
  });

  test('a write is read in the other as soon as it is acknowledged, with another ETag', async () => {
    const { path, features } = await newSpace(a);
    let etag = '';
    for (let i = 0; i < 50; i++) {
      const [writer, reader] = i % 2 ? [a, b] : [b, a];
      assert.equal((await writer.put(`${features}/one`, point('one', i, 0))).status, 200);
      const known = await reader.get<{ geometry: { coordinates: number[] } }>(`${features}/one`, {
        headers: { 'if-none-match': etag },
      });
      assert.equal(known.status, 200);
      assert.equal(known.body.geometry.coordinates[0], i);
      etag = known.headers.etag as string;
      const box = await reader.get<FeatureCollection>(`${path}/bbox?west=${i}&south=0&east=${i}&north=0`);
      assert.deepEqual(idsOf(box.body), ['one']);
    }
  });

  test('writes of one space from both lose nothing and give no position twice', async () => {
    const { path, features } = await newSpace(a);
    const writes = Array.from({ length: 60 }, (_, i) => i);
    await Promise.all(
      writes.map(async (i) => {
        const sent = collection(point(`f${i}`, i, 1), point(`g${i}`, i, 2));
        assert.equal((await (i % 2 ? a : b).put(features, sent)).status, 200);
      }),
    );
    const { body } = await b.get<FeatureCollection>(`${path}/iterate`);
    assert.equal(new Set(idsOf(body)).size, 120);
    assert.equal((await a.get<{ count: number }>(`${path}/count`)).body.count, 120);
    const statistics = await a.get<{ count: { value: number } }>(`${path}/statistics`);
    assert.equal(statistics.body.count.value, 120);
    // Page by page each comes once: no two have the same position.
    const ids: string[] = [];
    for (let handle = ''; ; ) {
      const page = await b.get<FeatureCollection & { handle?: string }>(
        `${path}/iterate?limit=7${handle && `&handle=${handle}`}`,
      );
      ids.push(...idsOf(page.body));
      if (page.body.handle === undefined) break;
      handle = page.body.handle;
    }
    assert.deepEqual(ids.sort(), idsOf(body).sort());
  });

  test('commands look after accounts and tokens beside them', async () => {
    const run = async (...words: string[]) => {
      const program = runMeridian(words, settings);
      assert.equal(await exitCode(program), 0, program.stderr());
      return JSON.parse(program.stdout());
    };
    const { tid, token } = await run('token', 'create', '--json');
    for (const hub of [a, b]) assert.equal((await hub.get('/hub/spaces', { token })).status, 200);
    const revoked = runMeridian(['token', 'revoke', tid], settings);
    assert.equal(await exitCode(revoked), 0, revoked.stderr());
    for (const hub of [a, b]) assert.equal((await hub.get('/hub/spaces', { token })).status, 401);
  });
});

describe('a database that can not be used is named, without its password', () => {
  const cases: [what: string, store: string, message: RegExp][] = [
    [
      'not there',
      'postgres://me:hidden-word@127.0.0.1:1/none',
      /database none at 127\.0\.0\.1:1 .*ECONNREFUSED/,
    ],
    ['a schema of another spelling', 'postgres://me:hidden-word@127.0.0.1:1/none?schema=A-b', /schema=A-b/],
  ];
  for (const [what, MERIDIAN_STORE, message] of cases)
    for (const words of [['serve'], ['account', 'list']])
      test(`${what}: ${words.join(' ')}`, async () => {
        const program = runMeridian(words, { MERIDIAN_STORE, MERIDIAN_PORT: '0' });
        assert.equal(await exitCode(program), 6, program.stderr());
        assert.match(program.stderr(), message);
        assert.doesNotMatch(program.stderr(), /hidden-word/);
      });
});
