import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { dropDatabase, newDatabase } from '../testing/postgres/database.ts';
import { feature, tagged } from './harness/geojson.ts';
import { type Hub, startHub } from './harness/hub.ts';
import { runMeridian, temporaryFolder } from './harness/program.ts';
import { newSpace } from './harness/space.ts';

const databases: string[] = [];
after(() => {
  for (const url of databases) dropDatabase(url);
});

async function newUrl(): Promise<string> {
  const url = await newDatabase();
  databases.push(url);
  return url;
}

const newFolder = () => join(temporaryFolder(), 'data');

async function copy(from: string, to: string): Promise<{ code: number | null; out: string; err: string }> {
  const program = runMeridian(['copy', '--from', from, '--to', to], {});
  const code = await program.exited;
  return { code, out: program.stdout(), err: program.stderr() };
}

/** A hub on the data folder or the database of this name. */
const startAt = (location: string) =>
  location.startsWith('postgres:')
    ? startHub({ settings: { MERIDIAN_STORE: location, MERIDIAN_STORE_CONNECTIONS: '8' } })
    : startHub({ data: location, settings: { MERIDIAN_STORE: 'embedded' } });

const many = (count: number) =>
  Array.from({ length: count }, (_, n) =>
    feature(`f${n}`, { n, name: `number ${n}` }, { geometry: { type: 'Point', coordinates: [n / 100, 1] } }),
  );

/** Paths of everything that is to be answered alike. */
async function fill(hub: Hub): Promise<string[]> {
  const plain = await newSpace(hub, { searchableProperties: { n: true } });
  await plain.load(...many(3000));
  await hub.delete(`${plain.features}?id=f7,f8`);
  await plain.load(tagged('t1', 'red'), feature('f3', { n: 'changed' }));
  const versioned = await newSpace(hub, { enableHistory: true, enableUUID: true });
  for (let n = 1; n <= 4; n++) await versioned.load(feature('a', { n }), feature(`b${n}`));
  await hub.delete(`${versioned.features}?id=b2`);
  const shared = await newSpace(hub, { shared: true });
  await hub.post('/project-api/projects', { id: 'map', title: 'A map' });
  return [
    '/hub/spaces?owner=*&includeRights=true',
    '/project-api/projects/map',
    ...[plain, versioned, shared].flatMap(({ path }) => [
      path,
      `${path}/search`,
      `${path}/iterate?limit=500`,
      `${path}/count`,
      `${path}/statistics`,
      `${path}/bbox?west=0&south=0&east=20&north=20`,
    ]),
    `${plain.path}/search?p.n>=2990`,
    `${plain.path}/search?tags=red`,
    `${plain.path}/tile/quadkey/1.mvt`,
    `${versioned.path}/features/a?version=2`,
    `${versioned.path}/changesets?startVersion=1&endVersion=5`,
  ];
}

async function responses(hub: Hub, paths: string[]): Promise<Record<string, unknown>> {
  const found: Record<string, unknown> = {};
  for (const path of paths) {
    const { status, text, headers } = await hub.get(path);
    assert.equal(status, 200, `${path}: ${text}`);
    found[path] = { text, etag: headers.etag };
  }
  return found;
}

/** While the hub goes on, into a backup and from there into a database and a folder. */
async function backUpAndRestore(url: string, paths: string[], before: unknown): Promise<void> {
  const meridian = async (words: string[], store: string) => {
    const program = runMeridian(words, { MERIDIAN_STORE: store });
    assert.equal(await program.exited, 0, program.stderr());
    return program.stdout();
  };
  const backup = newFolder();
  assert.match(await meridian(['backup', backup], url), /^Copied 3 spaces with 3003 features/);
  assert.match(await meridian(['verify', backup], url), /is as it was written: 3 spaces/);
  const [database, folder] = [await newUrl(), newFolder()];
  assert.match(await meridian(['restore', backup], database), /^Restored 3 spaces .* into the database\.\n$/);
  await meridian(['restore', backup, '--data', folder], url);
  for (const restored of [database, folder]) {
    const hub = await startAt(restored);
    assert.deepEqual(await responses(hub, paths), before);
    await hub.stop();
  }
}

describe('meridian copy', () => {
  test('moves a hub to PostgreSQL and back; everything is answered as before, with the same tokens', async () => {
    const [data, url, back] = [newFolder(), await newUrl(), newFolder()];
    const hub = await startAt(data);
    const paths = await fill(hub);
    const before = await responses(hub, paths);
    const busy = await copy(data, url);
    assert.equal(busy.code, 3, busy.err);
    assert.match(busy.err, /is in use by another Meridian server/);
    await hub.stop();

    for (const [from, to] of [
      [data, url],
      [url, back],
    ] as const) {
      const { code, out, err } = await copy(from, to);
      assert.equal(code, 0, err);
      assert.match(err, /1 of 3: \w+, 2999 features\n.*3 of 3: \w+, 0 features\n$/s);
      assert.match(
        out,
        /^Copied 3 spaces with 3.003 features, accounts, tokens and projects to .*Counts and checksums are the same\.\n$/,
      );
      const there = await startAt(to);
      assert.deepEqual(await responses(there, paths), before);
      assert.doesNotMatch(there.output(), /password/i, 'no first account is made: there is one');
      if (to === url) await backUpAndRestore(url, paths, before);
      await there.stop();
    }
  });

  test('goes on after it was killed', async () => {
    const [data, url] = [newFolder(), await newUrl()];
    const hub = await startAt(data);
    const spaces = [];
    for (let n = 0; n < 4; n++) {
      const space = await newSpace(hub);
      await space.load(...many(2000));
      spaces.push(space);
    }
    const paths = spaces.map(({ path }) => `${path}/search`);
    const before = await responses(hub, paths);
    await hub.stop();
    const program = runMeridian(['copy', '--from', data, '--to', url], {});
    while (!program.stderr().includes('2 of 4')) await new Promise((resolve) => setTimeout(resolve, 5));
    program.child.kill('SIGKILL');
    await program.exited;

    const refused = runMeridian(['serve'], { MERIDIAN_STORE: url, MERIDIAN_PORT: '0' });
    assert.equal(await refused.exited, 6, refused.stderr());
    assert.match(refused.stderr(), /unfinished copy of a hub: run the same "meridian copy" again/);
    const other = newFolder();
    await (await startAt(other)).stop();
    const wrong = await copy(other, url);
    assert.equal(wrong.code, 1, wrong.err);
    assert.match(wrong.err, /has an unfinished copy of another hub/);

    const { code, out, err } = await copy(data, url);
    assert.equal(code, 0, err);
    assert.match(err, /1 of 4: \w+, 2000 features, copied before\n/);
    assert.match(out, /Copied 4 spaces \([23] of them had been copied before\)/);
    const there = await startAt(url);
    assert.deepEqual(await responses(there, paths), before);
  });

  test('says what is wrong, and leaves nothing behind', async () => {
    const [data, url] = [newFolder(), await newUrl()];
    await (await startAt(data)).stop();
    await (await startAt(url)).stop();
    const full = await copy(data, url);
    assert.equal(full.code, 1);
    assert.match(full.err, /has a hub already: nothing is overwritten/);
    const away = await copy(data, 'postgres://someone:s3cret@127.0.0.1:1/none');
    assert.equal(away.code, 6);
    assert.match(away.err, /the database none at 127.0.0.1:1 can't be used/);
    assert.doesNotMatch(away.err, /s3cret/);
    const target = newFolder();
    const none = await copy(newFolder(), target);
    assert.equal(none.code, 1);
    assert.match(none.err, /there is no hub in the folder/);
    assert.equal(existsSync(target) || existsSync(`${target}.incomplete`), false);
    const unsaid = runMeridian(['copy', '--from', data], {});
    assert.equal(await unsaid.exited, 2);
    assert.match(unsaid.stderr(), /--to/);
  });
});
