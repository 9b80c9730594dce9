// Embedded engine only: it is about several processes on one data folder.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { ADMIN_PASSWORD, signIn } from './harness/account.ts';
import { selfSigned } from './harness/certificate.ts';
import { Connection, isRunning, oneToEach, readersOf } from './harness/connection.ts';
import { collection, feature, point } from './harness/geojson.ts';
import { type Hub, launchHub, startHub } from './harness/hub.ts';
import { temporaryFolder } from './harness/program.ts';
import { newSpace, newSpaceId } from './harness/space.ts';

const SETTINGS = { MERIDIAN_PROCESSES: '2', MERIDIAN_ADMIN_PASSWORD: ADMIN_PASSWORD };
const BOX = 'bbox?west=0&south=0&east=5&north=5';
const ROUNDS = 8;

/** A space with one feature, and a connection to each process. */
async function prepared(hub: Hub) {
  const space = await newSpace(hub);
  await space.load(point('x', 1, 2));
  const both = await oneToEach(hub, `${space.path}/features/x`);
  after(() => {
    both.main.close();
    both.reader.close();
  });
  return { space, ...both, each: [both.main, both.reader] };
}

describe('two processes on one data folder', async () => {
  const hub = await startHub({ settings: SETTINGS });
  const { space, main, reader, each } = await prepared(hub);

  test('a read on any connection has what was acknowledged on another', async () => {
    for (let n = 1; n <= ROUNDS; n++)
      for (const writer of each) {
        const body = feature('x', { n: `${n}` }, { geometry: { type: 'Point', coordinates: [1, 2] } });
        const written = await writer.request('PUT', `${space.features}/x`, { body });
        assert.equal(written.status, 200, written.text);
        for (const connection of each)
          for (const read of ['features/x', 'features?id=x', BOX, 'search?limit=5', 'iterate?limit=5']) {
            const { status, text } = await connection.get(`${space.path}/${read}`);
            assert.equal(status, 200, text);
            assert.match(text, new RegExp(`"n": ?"${n}"`), `${read} after write ${n}`);
          }
      }
  });

  test('counts, tiles and what is deleted are as new', async () => {
    for (let n = 1; n <= 5; n++) {
      await main.request('PUT', space.features, { body: collection(point(`more${n}`, 1.5, 2)) });
      for (const connection of each) {
        const { text } = await connection.get(`${space.path}/statistics?skipCache=false`);
        assert.equal(JSON.parse(text).count.value, n + 1);
        assert.match((await connection.get(`${space.path}/tile/web/0/0/0.mvt`)).text, new RegExp(`more${n}`));
      }
    }
    for (let n = 1; n <= 5; n++) {
      await reader.request('DELETE', `${space.features}/more${n}`);
      for (const connection of each)
        assert.equal((await connection.get(`${space.features}/more${n}`)).status, 404);
    }
  });

  test('a space is there for all once it is made, and gone for all once it is deleted', async () => {
    for (let round = 0; round < ROUNDS; round++)
      for (const by of each) {
        const id = newSpaceId();
        const path = `/hub/spaces/${id}`;
        assert.equal((await by.request('POST', '/hub/spaces', { body: { id, title: 'x' } })).status, 200);
        for (const connection of each) assert.equal((await connection.get(`${path}/search`)).status, 200);
        await by.request('PUT', `${path}/features`, { body: collection(point('x', 1, 2)) });
        for (const connection of each) assert.equal((await connection.get(`${path}/features/x`)).status, 200);
        assert.equal((await by.request('DELETE', path)).status, 204);
        for (const connection of each) {
          assert.equal((await connection.get(`${path}/features/x`)).status, 404);
          assert.equal((await connection.get(`${path}/search`)).status, 404);
        }
        // The same id again is another space.
        await by.request('POST', '/hub/spaces', { body: { id, title: 'x' } });
        for (const connection of each) assert.equal((await connection.get(`${path}/features/x`)).status, 404);
        await by.request('DELETE', path);
      }
  });

  test('a token works everywhere at once, and is dead everywhere as soon as it is revoked', async () => {
    const person = await signIn(hub);
    for (let round = 0; round < ROUNDS; round++) {
      const { tid, token } = await person.newToken();
      const read = async (connection: Connection) =>
        (await connection.get(`${space.features}/x`, { token })).status;
      // Several times: then it is leased, and known by heart.
      for (let i = 0; i < 4; i++) for (const connection of each) assert.equal(await read(connection), 200);
      assert.equal((await person.request('DELETE', `/token-api/tokens/${tid}`)).status, 204);
      for (const connection of each) assert.equal(await read(connection), 401);
    }
  });

  test('what a space is shared as, and who is disabled, counts from the response on', async () => {
    const other = { email: 'other@example.org', password: 'another-long-password' };
    const made = await signIn(hub).then((admin) =>
      admin.request<{ aid: string }>('POST', '/account-api/accounts', { body: other }),
    );
    assert.equal(made.status, 200, made.text);
    const person = await signIn(hub, other.email, other.password);
    const { token } = await person.newToken();
    const statuses = async () => {
      const found = [];
      for (const connection of [reader, main, reader, reader])
        found.push((await connection.get(`${space.features}/x`, { token })).status);
      return [...new Set(found)];
    };
    assert.deepEqual(await statuses(), [403]);
    for (let round = 0; round < 5; round++) {
      await hub.patch(space.path, { shared: true });
      assert.deepEqual(await statuses(), [200]);
      await hub.patch(space.path, { shared: false });
      assert.deepEqual(await statuses(), [403]);
    }
    const admin = await signIn(hub);
    const path = `/account-api/accounts/${made.body.aid}`;
    assert.equal((await admin.request('PATCH', path, { body: { disabled: true } })).status, 200);
    assert.deepEqual(await statuses(), [401]);
  });

  test('somebody signed in reads from both, and nothing any more once they have signed out', async () => {
    const person = await signIn(hub);
    const ask = { token: null, headers: { cookie: person.cookies } };
    for (const connection of each)
      for (let i = 0; i < 3; i++)
        assert.equal((await connection.get(`${space.features}/x`, ask)).status, 200);
    const headers = { ...ask.headers, 'x-csrf-token': person.csrf };
    await main.request('POST', '/api/account/sign-out', { token: null, headers, body: {} });
    for (const connection of each)
      assert.equal((await connection.get(`${space.features}/x`, ask)).status, 401);
  });

  test('metrics are those of all processes', async () => {
    const counted = async () => {
      const { text } = await hub.get('/metrics');
      const spaces = Number(/^meridian_spaces (\d+)$/m.exec(text)![1]);
      const reads = /^meridian_requests_total\{.*operation="getFeature".*status="2xx".*\} (\d+)$/m.exec(text);
      return { spaces, reads: Number(reads![1]) };
    };
    const before = await counted();
    for (let i = 0; i < 20; i++)
      for (const connection of each) assert.equal((await connection.get(`${space.features}/x`)).status, 200);
    const afterwards = await counted();
    assert.equal(afterwards.reads, before.reads + 40);
    assert.equal(afterwards.spaces, before.spaces);
  });

  test('bodies that come in pieces, that are too large and that nobody sends to their end', async () => {
    const { request, response } = hub.begin('PUT', space.features, { 'content-type': 'application/json' });
    const [head, tail] = [JSON.stringify(collection(point('pieces', 1, 2))).slice(0, 40), 40];
    request.write(head);
    await pause(20);
    request.end(JSON.stringify(collection(point('pieces', 1, 2))).slice(tail));
    assert.equal((await response).status, 200);
    for (const connection of each) {
      const tooLarge = await connection
        .request('PUT', space.features, { body: 'x'.repeat(33 * 1024 ** 2) })
        .catch((error: NodeJS.ErrnoException) => ({ status: error.code }));
      assert.ok([413, 'EPIPE', 'ECONNRESET'].includes(tooLarge.status as never), String(tooLarge.status));
    }
    for (let i = 0; i < 6; i++) {
      const cut = hub.begin('PUT', space.features, { 'content-type': 'application/json' });
      cut.request.on('error', () => {});
      cut.request.write('{"type":"FeatureColl');
      await pause(20);
      cut.request.destroy();
    }
    assert.equal((await hub.get(`${space.features}/pieces`)).status, 200);
  });
});

test('a caller gets no more than its limits, on however many connections', async () => {
  const burst = 400;
  const hub = await startHub({
    settings: { ...SETTINGS, MERIDIAN_TOKEN_RATE: '1', MERIDIAN_TOKEN_BURST: `${burst}` },
  });
  const space = await newSpace(hub);
  await space.load(point('x', 1, 2));
  const { token } = await (await signIn(hub)).newToken();
  const connections = Array.from({ length: 8 }, () => new Connection(hub));
  const statuses: number[] = [];
  const processes = new Set<string>();
  const since = performance.now();
  await Promise.all(
    connections.map(async (connection) => {
      for (let i = 0; i < burst / 4; i++) {
        const { status, process } = await connection.get(`${space.features}/x`, { token });
        statuses.push(status);
        if (status === 200) processes.add(process);
        if (status === 429) break;
      }
      connection.close();
    }),
  );
  const admitted = statuses.filter((status) => status === 200).length;
  const refilled = (performance.now() - since) / 1000 + 1;
  assert.equal(processes.size, 2, 'both have responded');
  assert.ok(admitted <= burst + refilled, `${admitted} of ${burst}`);
  assert.ok(admitted >= burst * 0.7, `${admitted} of ${burst}`);
});

test('a process that dies is replaced, and the others go on meanwhile', async () => {
  const hub = await startHub({ settings: SETTINGS });
  const { space, reader, main } = await prepared(hub);
  for (let round = 1; round <= 3; round++) {
    await space.load(point(`kept${round}`, 1, 2));
    const [pid] = readersOf(hub);
    process.kill(pid!, 'SIGKILL');
    if (round === 1) await assert.rejects(reader.get(`${space.features}/x`).then(() => reader.get('/hub')));
    assert.equal((await main.get(`${space.features}/kept${round}`)).status, 200);
    while (readersOf(hub).every((found) => found === pid)) await pause(20);
    const again = await oneToEach(hub, `${space.features}/x`);
    for (const connection of [again.main, again.reader]) {
      assert.equal((await connection.get(`${space.features}/kept${round}`)).status, 200);
      connection.close();
    }
  }
  assert.match(hub.logs(), /a process that reads has ended, and is replaced/);
});

test('without the main process none goes on, and a new server has everything', async () => {
  const data = `${temporaryFolder()}/data`;
  const hub = await launchHub({ data, settings: SETTINGS });
  const space = await newSpace(hub);
  await space.load(point('x', 1, 2));
  const pids = readersOf(hub);
  assert.equal(pids.length, 1);
  process.kill(hub.program.child.pid!, 'SIGKILL');
  // Started at once: it waits for what is left of the first one.
  const next = await startHub({ data, settings: SETTINGS });
  await hub.program.exited;
  assert.deepEqual(pids.filter(isRunning), []);
  assert.equal((await next.get(`${space.features}/x`)).status, 200);
  const [reading] = readersOf(next);
  assert.equal(await next.stop(), 0);
  assert.equal(isRunning(reading!), false);
});

test('an orderly stop lets the requests of all processes finish', async () => {
  const hub = await startHub({ settings: SETTINGS });
  const space = await newSpace(hub);
  const bodies = Array.from({ length: 12 }, () =>
    hub.begin('PUT', space.features, { 'content-type': 'application/json' }),
  );
  const texts = bodies.map((_, n) => JSON.stringify(collection(point(`f${n}`, 1, 2))));
  for (const [n, { request }] of bodies.entries()) request.write(texts[n]!.slice(0, 30));
  await pause(200);
  const stopped = hub.stop();
  await pause(100);
  for (const [n, { request }] of bodies.entries()) request.end(texts[n]!.slice(30));
  for (const { response } of bodies) assert.equal((await response).status, 200);
  assert.equal(await stopped, 0);
});

test('two servers do not share a port, though each would share it with its own processes', async () => {
  const hub = await startHub({ settings: SETTINGS });
  const port = new URL(hub.url).port;
  await assert.rejects(launchHub({ settings: { ...SETTINGS, MERIDIAN_PORT: port } }), /in use/i);
});

test('encrypted connections, and who is behind a proxy', async () => {
  const folder = temporaryFolder();
  const [cert, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
  const made = selfSigned('first');
  writeFileSync(cert, made.cert);
  writeFileSync(key, made.key);
  const hub = await startHub({
    settings: { ...SETTINGS, MERIDIAN_TLS_CERT: cert, MERIDIAN_TLS_KEY: key, MERIDIAN_TRUST_PROXY: '1' },
  });
  const space = await newSpace(hub);
  await space.load(point('x', 1, 2));
  for (let i = 0; i < 12; i++) {
    const found = await hub.get(`${space.features}/x`, { headers: { 'x-forwarded-for': '192.0.2.7' } });
    assert.equal(found.status, 200);
    assert.match(String(found.headers['strict-transport-security']), /max-age/);
    const about = await hub.get<{ reporter: { endpoint: string } }>('/hub');
    assert.match(about.body.reporter.endpoint, /^https:/);
    assert.match(String(about.headers['strict-transport-security']), /max-age/);
  }
  const addresses = new Set(
    [...hub.logs().matchAll(/"getFeature".*?"address":"([^"]+)"/g)].map(([, address]) => address),
  );
  assert.deepEqual([...addresses], ['192.0.2.7']);
});
