// Embedded engine only: it copies the files of a data folder.
import assert from 'node:assert/strict';
import { existsSync, readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
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
});
