import assert from 'node:assert/strict';
import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { until } from './harness/departed.ts';
import { feature } from './harness/geojson.ts';
import { startHub } from './harness/hub.ts';
import { exitCode, runMeridian, temporaryFolder } from './harness/program.ts';
import { newSpace } from './harness/space.ts';

const folder = join(temporaryFolder(), 'backups');
const hub = await startHub({ settings: { MERIDIAN_BACKUP_TO: folder } });

async function metric(name: string): Promise<number> {
  const { text } = await hub.get('/metrics', { token: null });
  return Number(
    text
      .split('\n')
      .find((line) => line.startsWith(`${name} `))
      ?.split(' ')[1],
  );
}

/** The hub makes it by itself: until then its number is asked for. */
function counted(name: string): Promise<void> {
  return until(`${name} counts one`, async () => (await metric(name)) >= 1);
}

test('a hub makes a backup of itself at its first start, which is as good as one of the command', async () => {
  await counted('meridian_backups_total{result="made"}');
  const [name] = readdirSync(folder);
  assert.match(name!, /^\d{8}T\d{9}Z$/);
  const verified = runMeridian(['verify', join(folder, name!)], {});
  assert.equal(await exitCode(verified), 0, verified.stderr());
  assert.ok((await metric('meridian_backup_last_success_timestamp_seconds')) > 1.7e9);
  const space = await newSpace(hub);
  await space.load(feature('a'));
  assert.deepEqual(await space.search(), ['a']);
});

test('an administrator sees what is backed up and when, and has one made now', async () => {
  type Shown = { scheduled: boolean; folder?: string; keep?: number; lastMadeAt?: number; running?: boolean };
  const before = (await hub.get<Shown>('/hub/backups')).body;
  assert.deepEqual([before.scheduled, before.folder, before.keep], [true, folder, 14]);
  const begun = await hub.post<Shown>('/hub/backups', undefined);
  assert.equal(begun.status, 202);
  let { body } = begun;
  while (body.running || body.lastMadeAt === before.lastMadeAt)
    body = (await hub.get<Shown>('/hub/backups')).body;
  assert.ok(body.lastMadeAt! > before.lastMadeAt!);
  assert.equal(readdirSync(folder).length, 2);
});

test('a hub without a folder for backups makes none, and says whose decision that is', async () => {
  const other = await startHub();
  assert.deepEqual((await other.get('/hub/backups')).body, { scheduled: false });
  const refused = await other.post<{ errorMessage: string }>('/hub/backups', undefined);
  assert.equal(refused.status, 409);
  assert.match(refused.body.errorMessage, /MERIDIAN_BACKUP_TO/);
});

test('an address in the place of the folder is a fault of the configuration', async () => {
  const program = runMeridian(['serve'], { MERIDIAN_BACKUP_TO: 's3://bucket/x', MERIDIAN_PORT: '0' });
  assert.equal(await exitCode(program), 2);
  assert.match(program.stderr(), /MERIDIAN_BACKUP_TO.*not an address/s);
});

test('a backup that can not be made is counted and logged, and the hub goes on', async () => {
  const file = join(temporaryFolder(), 'file');
  writeFileSync(file, 'no folder');
  const other = await startHub({ settings: { MERIDIAN_BACKUP_TO: file } });
  let text = '';
  while (!/^meridian_backups_total\{result="failed"\} 1$/m.test(text)) {
    text = (await other.get('/metrics', { token: null })).text;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  assert.match(other.logs(), /"reason":"[^"]*EEXIST|"reason":"[^"]*ENOTDIR/);
  assert.equal((await other.get('/healthz', { token: null })).status, 200);
  rmSync(file);
});
