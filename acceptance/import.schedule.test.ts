import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { ADMIN_PASSWORD, newPerson, signIn } from './harness/account.ts';
import { newUser } from './harness/command.ts';
import { collection, type FeatureCollection, idsOf, point } from './harness/geojson.ts';
import { startHub } from './harness/hub.ts';
import { assertRefused } from './harness/refusal.ts';
import { newSpace, newSpaceId, type Space } from './harness/space.ts';

/** Within this machine: the hub is told that it may read the second of two addresses, and no other. */
const ALLOWED = '127.0.0.2';
const settings = {
  MERIDIAN_ADMIN_PASSWORD: ADMIN_PASSWORD,
  MERIDIAN_FETCH: 'on',
  MERIDIAN_FETCH_PRIVATE: ALLOWED,
  MERIDIAN_MAX_FETCH_BYTES: '2M',
  MERIDIAN_FETCH_TIMEOUT_MS: '20s',
};
const hub = await startHub({ settings });
const careful = await startHub();
const admin = await signIn(hub);

const BEGINNING = '{"type":"FeatureCollection","features":[';
type Handler = (request: IncomingMessage, response: ServerResponse) => void;
const pages = new Map<string, Handler | string | Buffer>();
const asked: IncomingMessage[] = [];

async function serve(host: string): Promise<string> {
  const server = createServer((request, response) => {
    asked.push(request);
    const page = pages.get(new URL(request.url!, 'http://x').pathname);
    if (typeof page === 'function') page(request, response);
    else if (page === undefined) response.writeHead(404).end();
    else response.end(page);
  });
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  after(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://${host}:${(server.address() as AddressInfo).port}`;
}

const source = await serve(ALLOWED);
const forbidden = await serve('127.0.0.1');
pages.set('/secret.geojson', JSON.stringify(collection(point('secret', 1, 2))));

type Result = { startedAt: number; error?: string; [count: string]: unknown };
type Import = {
  source: string;
  state: { running: boolean; failures: number; last?: Result; lastGood?: Result };
};

const importOf = async (space: Pick<Space, 'path'>) =>
  (await hub.get<{ import: Import }>(space.path)).body.import;

/** Once the run that the change leads to is over. */
async function run(space: Pick<Space, 'path'>, change: object): Promise<Import> {
  const since = Date.now();
  const changed = await hub.patch(space.path, { import: change });
  assert.equal(changed.status, 200, changed.text);
  for (;;) {
    const found = await importOf(space);
    const { last, running } = found.state;
    if (last !== undefined && last.startedAt >= since && !running) return found;
    await pause(100);
  }
}

const idsIn = async ({ path }: Pick<Space, 'path'>) =>
  idsOf((await hub.get<FeatureCollection>(`${path}/iterate`)).body).sort();

describe('a space that is filled from an address', () => {
  test('has what the source has, and says what became of it', async () => {
    const space = await newSpace(hub);
    await space.load(point('old', 1, 1), point('same', 2, 2), point('moved', 3, 3));
    pages.set(
      '/a.geojson',
      JSON.stringify(collection(point('same', 2, 2), point('moved', 4, 4), point('new', 5, 5))),
    );
    const { state } = await run(space, { source: `${source}/a.geojson` });
    const { startedAt: _, endedAt: __, ...result } = state.last!;
    assert.deepEqual(result, {
      read: 3,
      inserted: 1,
      updated: 1,
      unchanged: 1,
      deleted: 1,
      refused: 0,
      repeated: 0,
      repaired: 0,
      guessed: [],
      atomic: true,
    });
    assert.deepEqual(state.lastGood, state.last);
    assert.deepEqual(await idsIn(space), ['moved', 'new', 'same']);

    pages.set('/b.csv', 'id,lon,lat\nnew,9,9\nlast,1,2\n');
    const merged = await run(space, { source: `${source}/b.csv`, mode: 'merge', idProperty: 'id' });
    assert.equal(merged.state.last?.error, undefined);
    assert.deepEqual(await idsIn(space), ['last', 'moved', 'new', 'same']);

    const failed = await run(space, { source: `${source}/nothing-there` });
    assert.match(failed.state.last?.error ?? 'none', /responds with 404/);
    assert.deepEqual(failed.state.lastGood, merged.state.last);
    assert.deepEqual(await idsIn(space), ['last', 'moved', 'new', 'same']);
    const { out } = await newUser(hub).run('spaces', 'show', space.id);
    assert.match(out, /\nImport +http:.*nothing-there, every 1d, merge\n/);
    assert.match(out, /\nLast run .* failed: .*responds with 404/);
    assert.match(out, /\n +1 run failed in a row: the features are those of \d{4}-/);
    assert.match(out, /\nNext run +\d{4}-/);
  });

  test('says what was guessed, repaired and left out, in the words of the command', async () => {
    const space = await newSpace(hub);
    const bowTie = 'POLYGON ((0 0, 1 1, 1 0, 0 1, 0 0))';
    const csv = `wkt;h\nPOINT M (1 2 7);3,5\nPOINT ZM (1 2 3 7);4,5\n${bowTie};5,5\n`;
    pages.set('/guessed.csv', csv);
    const { state } = await run(space, { source: `${source}/guessed.csv`, repair: true });
    assert.equal(state.last?.error, undefined);
    assert.equal(state.last?.repaired, 1);
    const user = newUser(hub);
    writeFileSync(join(user.folder, 'guessed.csv'), csv);
    const { out } = await user.run('import', 'guessed.csv', '--to', space.id, '--repair', '--json');
    const [{ guessed, repaired }] = JSON.parse(out);
    assert.deepEqual(state.last?.guessed, guessed);
    assert.equal(repaired, 1);
    assert.ok(guessed.includes('measures (M) of 2 features, left out'), out);
    assert.ok(guessed.includes('decimal commas in "h"'), out);
  });

  test('stays as it is whatever the source does, and says why', async () => {
    const failures: [string, Handler | string | Buffer, RegExp][] = [
      [
        'broken',
        '{"type":"FeatureCollection","features":[{"type":"Feature","id":"x","geom',
        /ends before the document does/,
      ],
      ['empty', '{"type":"FeatureCollection","features":[]}', /has no features; the 1 of the space stay/],
      [
        'refused',
        '{"type":"FeatureCollection","features":[{"type":"Feature","geometry":7}]}',
        /feature 1 .*allowRefused/,
      ],
      ['bomb', gzipSync(`${BEGINNING}${' '.repeat(64 * 1024 ** 2)}`), /inflate|times/],
      ['endless', endless, /sends more than the 2097152 bytes allowed/],
      ['silent', () => {}, /took longer than 20000 ms/],
      ['inside', redirectTo(`${forbidden}/secret.geojson`), /within a private network/],
      [
        'mapped',
        redirectTo(`http://[::ffff:127.0.0.1]:${new URL(forbidden).port}/secret.geojson`),
        /private network/,
      ],
      ['metadata', redirectTo('http://169.254.169.254/latest/meta-data'), /private network/],
      [
        'decimal',
        redirectTo(`http://2130706433:${new URL(forbidden).port}/secret.geojson`),
        /private network/,
      ],
      ['name', redirectTo(`http://localhost:${new URL(forbidden).port}/secret.geojson`), /private network/],
      ['file', redirectTo('file:///etc/passwd'), /only http and https/],
    ];
    const before = asked.filter(({ headers }) => headers.host?.startsWith('127.0.0.1')).length;
    await Promise.all(
      failures.map(async ([name, page, expected]) => {
        const space = await newSpace(hub);
        await space.load(point('good', 1, 2));
        pages.set(`/${name}`, page);
        const { state } = await run(space, { source: `${source}/${name}` });
        assert.match(state.last?.error ?? 'none', expected, name);
        assert.equal(state.failures, 1);
        assert.deepEqual(await idsIn(space), ['good']);
      }),
    );
    assert.equal(asked.filter(({ headers }) => headers.host?.startsWith('127.0.0.1')).length, before);
  });

  test('shows its source to who manages it, and what is secret in it to nobody', async () => {
    const space = await newSpace(hub, { shared: true });
    pages.set('/private.geojson', JSON.stringify(collection(point('p', 1, 2))));
    const secret = `${source.replace('//', '//me:pa55@')}/private.geojson?token=t0ken`;
    const found = await run(space, { source: secret });
    assert.equal(asked.at(-1)?.headers.authorization, `Basic ${Buffer.from('me:pa55').toString('base64')}`);
    assert.equal(asked.at(-1)?.url, '/private.geojson?token=t0ken');
    assert.equal(found.source, `${source.replace('//', '//***@')}/private.geojson?token=***`);
    const reader = await newPerson(hub, admin);
    const { token } = await reader.newToken({ urm: { 'xyz-hub': { readFeatures: [{}] } } });
    assert.equal((await hub.get<{ import?: object }>(space.path, { token })).body.import, undefined);
    const texts = [
      (await hub.get(space.path)).text,
      (await hub.get('/hub/spaces?includeRights=true')).text,
      (await hub.patch(space.path, { import: { mode: 'merge', source: found.source } })).text,
      (await hub.get(`/hub/audit`)).text,
      hub.logs(),
    ];
    for (const text of texts) assert.doesNotMatch(text, /pa55|t0ken/);
    await run(space, { every: '2h', source: found.source });
    assert.equal(asked.at(-1)?.url, '/private.geojson?token=t0ken');
    assertRefused(
      await hub.patch(space.path, { import: { source: 'https://***@example.org/' } }),
      400,
      'import.source has *** in it',
    );
  });

  test('is filled in the name of its owner, as long as that account is in use', async () => {
    const owner = await newPerson(hub, admin);
    const { token } = await owner.newToken();
    const id = newSpaceId();
    const definition = { id, title: 'A space', import: { source: `${source}/a.geojson` } };
    const limited = await owner.newToken({ urm: { 'xyz-hub': { manageSpaces: [{}], readFeatures: [{}] } } });
    assertRefused(await hub.post('/hub/spaces', definition, { token: limited.token }), 403, 'createFeatures');
    await admin.request('PATCH', `/account-api/accounts/${owner.aid}`, { body: { disabled: true } });
    assert.equal(
      (await hub.post('/hub/spaces', { ...definition, import: undefined, owner: owner.aid })).status,
      200,
    );
    const { state } = await run({ path: `/hub/spaces/${id}` }, { source: `${source}/a.geojson` });
    assert.match(state.last?.error ?? 'none', /the account ".*" is disabled/);
    assert.equal((await hub.post('/hub/spaces', { id: newSpaceId(), title: 't' }, { token })).status, 401);
  });

  test('can be deleted while it is filled: the reading ends', async () => {
    const space = await newSpace(hub);
    const begun = Promise.withResolvers<IncomingMessage>();
    pages.set('/slow', (request, response) => {
      response.write(BEGINNING);
      begun.resolve(request);
    });
    await hub.patch(space.path, { import: { source: `${source}/slow` } });
    const request = await begun.promise;
    const ended = new Promise((resolve) => request.socket.once('close', resolve));
    assert.equal((await importOf(space)).state.running, true);
    assert.equal((await hub.delete(space.path)).status, 204);
    await ended;
  });
});

describe('a hub whose operator has not set MERIDIAN_FETCH', () => {
  test('takes no address', async () => {
    const definition = { title: 'A space', import: { source: `${source}/a.geojson` } };
    assertRefused(await careful.post('/hub/spaces', definition), 400, 'MERIDIAN_FETCH');
  });
});

function redirectTo(location: string): Handler {
  return (_, response) => void response.writeHead(302, { location }).end();
}

/** More than may be read, and no end of it. */
function endless(_: IncomingMessage, response: ServerResponse): void {
  response.write(BEGINNING);
  const more = () => {
    while (!response.destroyed && response.write(' '.repeat(65_536)));
    if (!response.destroyed) response.once('drain', more);
  };
  more();
}
