// Embedded engine only: it is about the files of a data folder.
import assert from 'node:assert/strict';
import { chmodSync, globSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { feature } from './harness/geojson.ts';
import { startHub } from './harness/hub.ts';
import { exitCode, runMeridian, temporaryFolder } from './harness/program.ts';
import { newSpace } from './harness/space.ts';

// What most systems have: new files are for everybody to read.
process.umask(0o022);

const permissions = (path: string) => (statSync(path).mode & 0o777).toString(8);

/** Databases with the logs beside them, and lists of what a backup has. */
function assertPrivate(folder: string, atLeast: number): void {
  const files = globSync('**/*{.db,.db-wal,.db-shm,backup.json}', { cwd: folder });
  assert.ok(files.length >= atLeast, files.join());
  assert.deepEqual(
    files.map((file) => [file, permissions(join(folder, file))]),
    files.map((file) => [file, '600']),
  );
}

async function run(...words: string[]): Promise<void> {
  const program = runMeridian(words, {});
  assert.equal(await exitCode(program), 0, program.stderr());
}

describe('files of a hub', () => {
  test('are for its own account only: in the data folder, in backups, and restored', async () => {
    const hub = await startHub();
    const space = await newSpace(hub);
    await space.load(feature('a'));
    assertPrivate(hub.data, 6);
    const [backup, data] = ['backup', 'data'].map((name) => join(temporaryFolder(), name)) as [
      string,
      string,
    ];
    await run('backup', backup, '--data', hub.data);
    assertPrivate(backup, 3);
    // As backups of older versions are, or ones that were copied.
    for (const file of globSync('**/*.db', { cwd: backup })) chmodSync(join(backup, file), 0o644);
    await run('restore', backup, '--data', data);
    assertPrivate(data, 2);
    await run('restore', backup, '--data', data, '--space', space.id);
    assertPrivate(data, 2);
  });

  test('of an older version are closed at the start; what was opened for a group stays open', async () => {
    const hub = await startHub();
    await hub.stop();
    const catalogue = join(hub.data, 'hub.db');
    chmodSync(catalogue, 0o644);
    const again = await startHub({ data: hub.data });
    assertPrivate(hub.data, 3);
    await again.stop();
    chmodSync(catalogue, 0o640);
    await startHub({ data: hub.data });
    assert.equal(permissions(catalogue), '640');
  });
});
