import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cpSync, globSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { dropDatabase, newDatabase } from '../testing/postgres/database.ts';
import { smallDisk } from '../testing/small-disk.ts';
import { feature } from './harness/geojson.ts';
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

const startAt = (url: string) =>
  startHub({ settings: { MERIDIAN_STORE: url, MERIDIAN_STORE_CONNECTIONS: '8' } });

async function meridian(url: string, ...words: string[]) {
  const program = runMeridian(words, { MERIDIAN_STORE: url });
  const code = await program.exited;
  return { code, out: program.stdout(), err: program.stderr() };
}

const many = (count: number) => Array.from({ length: count }, (_, n) => feature(`f${n}`, { n }));

const countIn = async (hub: Hub, { path }: { path: string }) =>
  (await hub.get<{ count: number }>(`${path}/count`)).body.count;

const volume = smallDisk(50);

describe('meridian backup and restore of a database', () => {
  test('with --keep share what has not changed, and each backup is whole by itself', async () => {
    const [url, target] = [await newUrl(), await newUrl()];
    const hub = await startAt(url);
    const [quiet, busy] = [await newSpace(hub, { versionsToKeep: 5 }), await newSpace(hub)];
    for (const space of [quiet, busy]) await space.load(...many(20));
    const series = join(temporaryFolder(), 'backups');
    const backUp = () => meridian(url, 'backup', series, '--keep', '2');
    for (const n of [1, 2, 3]) {
      await busy.load(feature(`new${n}`));
      const { code, out, err } = await backUp();
      assert.equal(code, 0, err);
      assert.match(out, n === 1 ? /^Copied 2 spaces with / : /^Copied 2 spaces \(1 unchanged\) with /);
      if (n > 1) assert.match(err, new RegExp(`: ${quiet.id}, 20 features, unchanged$`, 'm'));
    }
    const links = globSync('*/spaces/*.db', { cwd: series }).map(
      (file) => statSync(join(series, file)).nlink,
    );
    assert.deepEqual(links.sort(), [1, 1, 2, 2], 'the quiet space is one file in both');
    await hub.delete(quiet.path);
    const without = await backUp();
    assert.match(without.out, /^Copied 1 space \(1 unchanged\) with 23 features/, without.err);
    await hub.stop();
    const [before, last] = readdirSync(series)
      .sort()
      .map((name) => join(series, name));
    for (const backup of [before!, last!]) assert.equal((await meridian(url, 'verify', backup)).code, 0);
    assert.equal((await meridian(target, 'restore', before!)).code, 0);
    const again = await startAt(target);
    assert.deepEqual([await countIn(again, quiet), await countIn(again, busy)], [20, 23]);
    assert.equal((await again.get(`${quiet.path}/changesets`)).status, 200);
  });

  test('bring one space back, with its definition and history, and leave the others alone', async () => {
    const url = await newUrl();
    const hub = await startAt(url);
    const space = await newSpace(hub, { title: 'As it was', versionsToKeep: 10 });
    const [other, gone] = [await newSpace(hub), await newSpace(hub)];
    for (const one of [space, other, gone]) await one.load(...many(3));
    const history = (await hub.get(`${space.path}/changesets?startVersion=1`)).text;
    const backup = join(temporaryFolder(), 'backup');
    assert.equal((await meridian(url, 'backup', backup)).code, 0);
    const one = (id: string, to = url) => meridian(to, 'restore', backup, '--space', id);
    const early = await one(space.id);
    assert.deepEqual([early.code, early.out], [1, '']);
    assert.match(early.err, /connections of Meridian to this database are open: stop every server/);
    await space.load(feature('f0', { n: 'changed' }), feature('new'));
    await other.load(feature('new'));
    await hub.patch(space.path, { title: 'Renamed' });
    await hub.delete(gone.path);
    await hub.stop();
    assert.match((await one('none')).err, /has no space none/);
    assert.match((await one(space.id, await newUrl())).err, /has no hub: restore the whole backup/);
    for (const { id } of [space, gone]) {
      const { code, out, err } = await one(id);
      assert.equal(code, 0, err);
      assert.match(out, /^Restored the space \S+ with 3 features into the database\.\n$/);
    }
    const again = await startAt(url);
    const counts = await Promise.all([space, gone, other].map((each) => countIn(again, each)));
    assert.deepEqual(counts, [3, 3, 4]);
    assert.equal((await again.get<{ title: string }>(space.path)).body.title, 'As it was');
    assert.equal((await again.get(`${space.path}/features/f0`)).text.includes('changed'), false);
    assert.equal((await again.get(`${space.path}/changesets?startVersion=1`)).text, history);
    await again.stop();
    const checked = await meridian(url, 'doctor');
    assert.equal(checked.code, 0, checked.out);
    assert.match(checked.out, /^3 spaces checked, 0 damaged\.$/m);
  });

  test('refuse a damaged backup before anything is written, and read one where nothing can be written', {
    skip: 'skip' in volume ? volume.skip : false,
  }, async () => {
    const [url, target] = [await newUrl(), await newUrl()];
    const hub = await startAt(url);
    const space = await newSpace(hub);
    await space.load(...many(3));
    const [backup, data] = ['backup', 'data'].map((name) => join(temporaryFolder(), name)) as [
      string,
      string,
    ];
    assert.equal((await meridian(url, 'backup', backup)).code, 0);
    const path = 'skip' in volume ? '' : volume.path;
    cpSync(backup, path, { recursive: true });
    execFileSync('mount', ['-o', 'remount,ro', path]);
    for (const words of [['--data', data], ['--data', data, '--space', space.id], []]) {
      const { code, err } = await meridian(target, 'restore', path, ...words);
      assert.equal(code, 0, err);
    }
    const [file] = globSync('spaces/*.db', { cwd: backup });
    const bytes = readFileSync(join(backup, file!));
    bytes[bytes.length - 1]! ^= 1;
    writeFileSync(join(backup, file!), bytes);
    const empty = await newUrl();
    const damaged = await meridian(empty, 'restore', backup);
    assert.equal(damaged.code, 1);
    assert.match(damaged.err, /is damaged in the backup/);
    assert.equal((await meridian(empty, 'restore', path)).code, 0);
  });
});
