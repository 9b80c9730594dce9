// Embedded engine only: it copies the files of a data folder.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { programFile } from '../testing/program.ts';
import { smallDisk } from '../testing/small-disk.ts';
import { type FeatureCollection, feature, idsOf } from './harness/geojson.ts';
import { startHub } from './harness/hub.ts';
import { runMeridian, temporaryFolder } from './harness/program.ts';
import { newSpace } from './harness/space.ts';

async function meridian(...args: string[]): Promise<{ code: number | null; out: string; err: string }> {
  const program = runMeridian(args, {});
  const code = await program.exited;
  return { code, out: program.stdout(), err: program.stderr() };
}

const many = (from: number, count: number) =>
  Array.from({ length: count }, (_, n) => feature(`f${from + n}`, { n: from + n }));

const volume = smallDisk(50);

describe('meridian backup and restore', () => {
  test('take folders only: an address would become a folder of an odd name', async () => {
    const hub = await startHub();
    const { code, err } = await meridian('backup', 's3://bucket/x', '--data', hub.data);
    assert.equal(code, 1);
    assert.match(err, /^s3:\/\/bucket\/x is an address, and a backup is written to a folder/);
    assert.ok(!existsSync('s3:'));
    const restored = await meridian('restore', hub.data, '--data', 's3://bucket/x');
    assert.equal(restored.code, 1);
    assert.match(restored.err, /is an address/);
  });

  test('copy a hub that goes on serving and writing, and bring all of it back', async () => {
    const hub = await startHub();
    const [busy, quiet] = [await newSpace(hub), await newSpace(hub, { title: 'Quiet', description: 'd' })];
    const empty = await newSpace(hub);
    await quiet.load(...many(0, 100));
    await hub.post('/project-api/projects', { id: 'map', title: 'A map' });
    let written = 0;
    let isOver = false;
    const writing = (async () => {
      while (!isOver) {
        await busy.load(...many(written, 200));
        written += 200;
      }
    })();
    while (written < 1000) await new Promise((resolve) => setTimeout(resolve, 5));
    const before = written;
    const backup = join(temporaryFolder(), 'backup');
    const { code, out, err } = await meridian('backup', backup, '--data', hub.data);
    isOver = true;
    await writing;
    assert.equal(code, 0, err);
    assert.match(out, /^Copied 3 spaces with \d+ features, accounts, tokens and projects to /);
    assert.match(err, /3 of 3: /);
    const quietBefore = (await hub.get(`${quiet.path}/search`)).text;
    const { text: definition } = await hub.get(quiet.path);
    await hub.kill();

    const data = join(temporaryFolder(), 'data');
    const restored = await meridian('restore', backup, '--data', data);
    assert.equal(restored.code, 0, restored.err);
    assert.match(restored.out, /^Restored 3 spaces with /);
    const again = await startHub({ data });
    assert.equal((await again.get(`${quiet.path}/search`)).text, quietBefore);
    assert.equal((await again.get(quiet.path)).text, definition);
    assert.equal((await again.get('/project-api/projects/map')).status, 200);
    assert.deepEqual(idsOf((await again.get<FeatureCollection>(`${empty.path}/search`)).body), []);
    // A whole number of writes, at least those acknowledged before it began, in the order they were made.
    const { body } = await again.get<FeatureCollection>(`${busy.path}/search?limit=100000`);
    const ids = idsOf(body);
    assert.ok(ids.length >= before && ids.length % 200 === 0, `${ids.length} of ${before}`);
    assert.deepEqual(
      ids,
      many(0, ids.length).map(({ id }) => id),
    );
    assert.equal(
      (await again.put(busy.features, { type: 'FeatureCollection', features: many(0, 1) })).status,
      200,
    );
    assert.equal((await again.get<{ count: number }>(`${busy.path}/count`)).body.count, ids.length);
  });

  test('with --quiet say only the result, or what went wrong', async () => {
    const hub = await startHub();
    const [one] = [await newSpace(hub), await newSpace(hub)];
    await one.load(feature('only'));
    const [backup, data] = ['backup', 'data'].map((name) => join(temporaryFolder(), name)) as [
      string,
      string,
    ];
    const steps: [words: string[], result: RegExp][] = [
      [['backup', backup, '--data', hub.data], /^Copied 2 spaces with 1 feature, .*\n$/],
      [['verify', backup], /is as it was written: 2 spaces with 1 feature\.\n$/],
      [['restore', backup, '--data', data], /^Restored 2 spaces with 1 feature, .*\n$/],
      [
        ['restore', backup, '--data', data, '--space', one.id],
        /^Restored the space .* with 1 feature into .*\n$/,
      ],
    ];
    for (const [words, result] of steps) {
      const { code, out, err } = await meridian(...words, '--quiet');
      assert.deepEqual([code, err], [0, '']);
      assert.match(out, result);
    }
    const loud = await meridian('verify', backup);
    assert.match(loud.err, new RegExp(`^\\d of 2: ${one.id}, 1 feature$`, 'm'));
    const again = await meridian('restore', backup, '--data', data, '--quiet');
    assert.deepEqual([again.code, again.out], [1, '']);
    assert.match(again.err, /is not empty/);
  });

  test('fill a volume that is mounted, which no other folder can take the place of', {
    skip: 'skip' in volume ? volume.skip : false,
  }, async () => {
    const hub = await startHub();
    const space = await newSpace(hub);
    await space.load(...many(0, 10));
    const backup = join(temporaryFolder(), 'backup');
    assert.equal((await meridian('backup', backup, '--data', hub.data)).code, 0);
    await hub.stop();
    const path = 'skip' in volume ? '' : volume.path;
    for (const words of [
      ['restore', backup, '--data', path],
      ['copy', '--from', hub.data, '--to', path],
    ]) {
      // As file systems of a volume have it, and as a restore that was killed leaves it.
      for (const name of ['lost+found', '.incomplete']) mkdirSync(join(path, name));
      const { code, err } = await meridian(...words);
      assert.equal(code, 0, err);
      assert.ok(!existsSync(join(path, '.incomplete')));
      const again = await startHub({ data: path });
      assert.equal((await again.get<{ count: number }>(`${space.path}/count`)).body.count, 10);
      await again.stop();
      for (const name of readdirSync(path)) rmSync(join(path, name), { recursive: true });
    }
  });

  test('overwrite nothing', async () => {
    const hub = await startHub();
    await hub.stop();
    const full = temporaryFolder();
    writeFileSync(join(full, 'precious'), 'x');
    const backup = await meridian('backup', full, '--data', hub.data);
    assert.equal(backup.code, 1);
    assert.match(backup.err, /is not empty: name one that is, or that is not there yet/);
    const restored = await meridian('restore', hub.data, '--data', full);
    assert.equal(restored.code, 1);
    assert.deepEqual(readdirSync(full), ['precious']);
  });

  test('say what is wrong with a folder or a backup, and leave nothing half done', async () => {
    const hub = await startHub();
    const space = await newSpace(hub);
    await space.load(...many(0, 2000));
    await hub.stop();
    const folder = temporaryFolder();
    const backup = join(folder, 'backup');
    assert.match(
      (await meridian('backup', backup, '--data', join(folder, 'none'))).err,
      /there is no hub in the folder/,
    );
    assert.equal((await meridian('backup', backup, '--data', hub.data)).code, 0);
    const [file] = readdirSync(join(backup, 'spaces'));
    const data = join(folder, 'data');
    const refused = async (reason: RegExp) => {
      const { code, err } = await meridian('restore', backup, '--data', data);
      assert.equal(code, 1, err);
      assert.match(err, reason);
      assert.equal(existsSync(data), false);
      assert.equal(existsSync(`${data}.incomplete`), false);
    };
    truncateSync(join(backup, 'spaces', file!), 20_000);
    await refused(/damaged|cannot be read/);
    rmSync(join(backup, 'spaces', file!));
    await refused(/not whole: the file .* is missing/);
    rmSync(join(backup, 'hub.db'));
    await refused(/is no backup/);
  });

  test('with --keep share what has not changed, and remove the oldest', async () => {
    const hub = await startHub();
    const [quiet, busy] = [await newSpace(hub), await newSpace(hub)];
    await quiet.load(...many(0, 50));
    const series = join(temporaryFolder(), 'backups');
    const made: string[] = [];
    for (const n of [1, 2, 3]) {
      await busy.load(...many(n, 1));
      const { code, out, err } = await meridian('backup', series, '--keep', '2', '--data', hub.data);
      assert.equal(code, 0, err);
      if (n > 1) assert.match(out, /^Copied 2 spaces \(1 unchanged\) with /);
      if (n === 3) assert.match(out, / Removed 1 older backup\.$/m);
      made.push(/ to (\S+)\.(?: Removed|\n)/.exec(out)![1]!);
    }
    await hub.stop();
    const left = readdirSync(series);
    assert.deepEqual(left.map((name) => join(series, name)).sort(), made.slice(1));
    const links = left
      .flatMap((name) =>
        readdirSync(join(series, name, 'spaces')).map((file) => join(series, name, 'spaces', file)),
      )
      .map((file) => statSync(file).nlink);
    assert.deepEqual(links.sort(), [1, 1, 2, 2], 'the quiet space is one file in both');
    for (const backup of made.slice(1)) {
      const verified = await meridian('verify', backup);
      assert.equal(verified.code, 0, verified.err);
      assert.match(verified.out, /is as it was written: 2 spaces with 5\d features\.\n$/);
    }
    const data = join(temporaryFolder(), 'data');
    assert.equal((await meridian('restore', made[1]!, '--data', data)).code, 0);
    const again = await startHub({ data });
    assert.equal((await again.get<{ count: number }>(`${busy.path}/count`)).body.count, 2);
    assert.equal((await again.get<{ count: number }>(`${quiet.path}/count`)).body.count, 50);
  });

  test('verify finds a single changed byte, and restore refuses it', async () => {
    const hub = await startHub();
    const space = await newSpace(hub);
    await space.load(...many(0, 500));
    await hub.stop();
    const backup = join(temporaryFolder(), 'backup');
    assert.equal((await meridian('backup', backup, '--data', hub.data)).code, 0);
    const [file] = readdirSync(join(backup, 'spaces'));
    const path = join(backup, 'spaces', file!);
    const bytes = readFileSync(path);
    // Within the text of a feature: SQLite itself would not notice.
    bytes[bytes.indexOf('"n":1')]! ^= 1;
    writeFileSync(path, bytes);
    for (const command of [
      ['verify', backup],
      ['restore', backup, '--data', join(backup, '..', 'data')],
    ]) {
      const { code, err } = await meridian(...command);
      assert.equal(code, 1, err);
      assert.match(err, /the space \S+ is damaged in the backup: \S+ is not what was written/);
    }
  });

  test('bring one space back, with its definition and history, and leave the others alone', async () => {
    const hub = await startHub();
    const space = await newSpace(hub, { title: 'As it was', versionsToKeep: 10 });
    const other = await newSpace(hub);
    const gone = await newSpace(hub);
    for (const one of [space, other, gone]) await one.load(...many(0, 3));
    const backup = join(temporaryFolder(), 'backup');
    assert.equal((await meridian('backup', backup, '--data', hub.data)).code, 0);
    const one = (...args: string[]) => meridian('restore', backup, '--data', hub.data, '--space', ...args);
    assert.match((await one(space.id)).err, /in use by another Meridian server/);
    await space.load(feature('f0', { n: 'changed' }), feature('new'));
    await other.load(feature('new'));
    await hub.patch(space.path, { title: 'Renamed' });
    await hub.delete(gone.path);
    await hub.stop();
    assert.match((await one('none')).err, /has no space none/);
    for (const { id } of [space, gone]) {
      const { code, out, err } = await one(id);
      assert.equal(code, 0, err);
      assert.match(out, /^Restored the space \S+ with 3 features into /);
    }
    const again = await startHub({ data: hub.data });
    const counted = async ({ path }: { path: string }) =>
      (await again.get<{ count: number }>(`${path}/count`)).body.count;
    assert.deepEqual(await Promise.all([space, gone, other].map(counted)), [3, 3, 4]);
    assert.equal((await again.get<{ title: string }>(space.path)).body.title, 'As it was');
    assert.equal((await again.get(`${space.path}/features/f0`)).text.includes('changed'), false);
    await again.stop();
    assert.equal(readdirSync(join(hub.data, 'spaces')).filter((name) => name.endsWith('.db')).length, 3);
  });

  test('go through a pipe: a stream is checked and restored, and one that breaks off is not', async () => {
    const hub = await startHub();
    const space = await newSpace(hub);
    await space.load(...many(0, 50));
    const folder = temporaryFolder();
    const piped = (input: Buffer, ...words: string[]) =>
      spawnSync(process.execPath, [programFile(), ...words], {
        ...{ input, maxBuffer: 1024 ** 3, env: { PATH: process.env.PATH } },
      });
    const made = piped(Buffer.alloc(0), 'backup', '-', '--data', hub.data);
    assert.equal(made.status, 0, made.stderr.toString());
    assert.match(made.stderr.toString(), /1 of 1: .*, 50 features\nWrote 1 space with 50 features/);
    assert.match(`${piped(made.stdout, 'verify', '-').stdout}`, /^The stream is as it was written: 1 space/);
    const cut = piped(made.stdout.subarray(0, 40_000), 'restore', '-', '--data', join(folder, 'cut'));
    assert.deepEqual([cut.status, existsSync(join(folder, 'cut'))], [1, false]);
    assert.match(`${cut.stderr}`, /the stream ends before the backup does/);
    const damaged = Buffer.from(made.stdout);
    damaged[5000]! ^= 1;
    assert.equal(piped(damaged, 'restore', '-', '--data', join(folder, 'damaged')).status, 1);
    const restored = piped(made.stdout, 'restore', '-', '--data', join(folder, 'data'));
    assert.equal(restored.status, 0, `${restored.stderr}`);
    const again = await startHub({ data: join(folder, 'data') });
    const { body } = await again.get<FeatureCollection>(`${space.path}/search`);
    assert.equal(idsOf(body).length, 50);
    const kept = await meridian('backup', '-', '--keep', '3', '--data', hub.data);
    assert.equal(kept.code, 1);
    assert.match(kept.err, /--keep needs a folder/);
  });

  test('are no data folders: a server would change them', async () => {
    const hub = await startHub();
    await hub.stop();
    const backup = join(temporaryFolder(), 'backup');
    assert.equal((await meridian('backup', backup, '--data', hub.data)).code, 0);
    const { code, err } = await meridian('serve', '--data', backup, '--port', '0');
    assert.equal(code, 5);
    assert.match(
      err,
      /is a backup, which a server would change: make a data folder of it with "meridian restore/,
    );
  });
});
