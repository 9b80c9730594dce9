import assert from 'node:assert/strict';
import { execFile, execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { promisify } from 'node:util';
import { freePort } from '../../../testing/free-port.ts';
import { type Served, serve } from '../served.ts';
import { RetryingWriter } from './retrying-writer.ts';

const DATA = '/var/lib/meridian';
const BACKUP = '/var/lib/meridian.drill-backup';
const BATCH = 5000;

/** Every step, with the seconds it took. */
async function step<T>(what: string, work: () => T | Promise<T>): Promise<T> {
  const started = performance.now();
  const result = await work();
  console.log(`${((performance.now() - started) / 1000).toFixed(1).padStart(8)} s  ${what}`);
  return result;
}

/**
 * A hub of an older package with many features is upgraded while a client writes and retries: nothing that was acknowledged
 * may be missing. Then the way back of docs/operating/upgrading.md: the older package, with the backup from before.
 */
export async function drillUpgrade(from: string, to: string, count: number): Promise<void> {
  assert.ok(!existsSync('/usr/bin/meridian') && !existsSync(DATA), 'a machine without Meridian is needed');
  const port = await freePort();
  const start = () =>
    serve('/usr/bin/meridian', {
      cwd: '/',
      env: { PATH: '/usr/bin:/bin', MERIDIAN_DATA: DATA },
      uid: idOf('-u'),
      gid: idOf('-g'),
      port,
    });
  const meridian = (...args: string[]) =>
    execFileSync('/usr/bin/meridian', args, { stdio: ['ignore', 'pipe', 'inherit'], encoding: 'utf8' });
  let hub: Served | undefined;
  try {
    await step(`install ${from}`, () => dpkg('-i', from));
    hub = await step('start the older version', start);
    const older = hub;
    await step(`write ${count} features`, () => load(older, count));
    await step('back up', () => meridian('backup', BACKUP, '--data', DATA));
    const headers = { Authorization: `Bearer ${hub.token}`, 'Content-Type': 'application/geo+json' };
    const writer = new RetryingWriter(`${hub.url}/hub/spaces/drill`, headers);
    await reach(writer, 20);
    await step('stop', () => older.stop());
    await step('install the newer version', () => dpkg('-i', to));
    hub = await step('start it', start);
    await reach(writer, writer.acknowledged + 20);
    await writer.stop();
    const upgraded = hub;
    assert.ok(writer.retries > 0, 'the client met the hub while it was away');
    const found = await step('count what is there', () => ids(upgraded));
    const expected = new Set([
      ...Array.from({ length: count }, (_, n) => `f${n}`),
      ...Array.from({ length: writer.acknowledged }, (_, n) => `live-${n}`),
    ]);
    assert.deepEqual(expected.difference(found).size, 0, 'features that were acknowledged are missing');
    console.log(
      `           all ${count} features and all ${writer.acknowledged} acknowledged writes are there; the client tried ${writer.retries} times in vain`,
    );
    await step('go back: stop, install the older version, restore the backup, start', async () => {
      await upgraded.stop();
      execFileSync('mv', [DATA, `${DATA}.newer`]);
      await dpkg('-i', from);
      execFileSync('rm', ['-rf', DATA]);
      meridian('restore', BACKUP, '--data', DATA);
      execFileSync('chown', ['-R', 'meridian:meridian', DATA]);
      hub = await start();
    });
    const back = hub;
    const restored = await step('count what is there', () => ids(back));
    for (let n = 0; n < count; n++) assert.ok(restored.has(`f${n}`), `f${n} is missing after the way back`);
    console.log(`           all ${count} features of the backup are there, under the older version`);
  } finally {
    await hub?.stop();
    await dpkg('--purge', 'meridian');
    execFileSync('rm', ['-rf', DATA, `${DATA}.newer`, BACKUP]);
    execFileSync('deluser', ['--quiet', '--system', 'meridian'], { stdio: 'ignore' });
  }
}

/** Does not block: the client writes on meanwhile. */
async function dpkg(...args: string[]): Promise<void> {
  await promisify(execFile)('dpkg', ['--force-confold', '--force-downgrade', ...args]);
}

function idOf(flag: string): number {
  return Number(execFileSync('id', [flag, 'meridian'], { encoding: 'utf8' }));
}

async function load({ send }: Served, count: number): Promise<void> {
  const made = await send('POST', '/hub/spaces', { id: 'drill', title: 'Upgrade drill' });
  assert.equal(made.status, 200, await made.text());
  for (let from = 0; from < count; from += BATCH) {
    const features = Array.from({ length: Math.min(BATCH, count - from) }, (_, i) => feature(from + i));
    const written = await send('PUT', '/hub/spaces/drill/features', { type: 'FeatureCollection', features });
    assert.equal(written.status, 200);
    await written.arrayBuffer();
  }
}

function feature(n: number) {
  const coordinates = [((n * 7919) % 360_000) / 1000 - 180, ((n * 104_729) % 170_000) / 1000 - 85];
  return { type: 'Feature', id: `f${n}`, geometry: { type: 'Point', coordinates }, properties: { n } };
}

/** Every id that the hub gives page by page. */
async function ids({ get }: Served): Promise<Set<string>> {
  const found = new Set<string>();
  for (let next = ''; ; ) {
    const response = await get(`/hub/spaces/drill/iterate?limit=100000&selection=p.none${next}`);
    assert.equal(response.status, 200);
    const page = (await response.json()) as { features: { id: string }[]; handle?: string };
    for (const { id } of page.features) found.add(id);
    if (page.handle === undefined) return found;
    next = `&handle=${encodeURIComponent(page.handle)}`;
  }
}

async function reach(writer: RetryingWriter, count: number): Promise<void> {
  while (writer.acknowledged < count) await new Promise((resolve) => setTimeout(resolve, 50));
}
