import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openStore, type Store } from '@meridian/store';
import type { BackupJob, MadeBackup } from './make-backup.ts';
import { ScheduledBackups } from './scheduled-backups.ts';

const HOUR = 3_600_000;
const SCHEDULE = { to: '/backups', everyMs: 24 * HOUR, keep: 3 };
const MADE: MadeBackup = {
  target: '/backups/x',
  removed: 0,
  report: { spaces: 0, unchanged: 0, features: 0, deleted: [] },
};

let store: Store;
before(async () => {
  store = await openStore({ store: 'memory:', data: '', storeConnections: 1 });
});
after(() => store.close());

/** A hub of several on the same catalogue, with what becomes of its backups. */
function hub(outcome: () => Promise<MadeBackup>) {
  const jobs: BackupJob[] = [];
  const backups = new ScheduledBackups(store.catalogue.keys, '/data', SCHEDULE, (job) => {
    jobs.push(job);
    return { made: outcome(), cancel: async () => {} };
  });
  const look = async (now: number) => {
    const before = jobs.length;
    await backups.look(now);
    return jobs.length - before;
  };
  return { backups, jobs, look };
}

test('of several hubs one makes the backup that is due, and none before the next is', async () => {
  const [one, other] = [hub(async () => MADE), hub(async () => MADE)];
  const start = 1000 * HOUR;
  const made = await Promise.all([one.look(start), other.look(start)]);
  assert.equal(made[0]! + made[1]!, 1);
  assert.deepEqual([...one.jobs, ...other.jobs], [{ store: '/data', folder: '/backups', keep: 3 }]);
  assert.equal((await one.look(start + 23 * HOUR)) + (await other.look(start + 23 * HOUR)), 0);
  assert.equal(await other.look(start + 24 * HOUR), 1);
  assert.equal(other.backups.lastMadeAt, start + 24 * HOUR);
  await one.look(start + 25 * HOUR);
  assert.equal(one.backups.lastMadeAt, start + 24 * HOUR);
});

test('a backup that fails is counted and tried again soon, by whichever hub', async () => {
  const failing = hub(async () => {
    throw new Error('the disk is full');
  });
  const other = hub(async () => MADE);
  const start = 2000 * HOUR;
  assert.equal(await failing.look(start), 1);
  assert.deepEqual(failing.backups.counts, { made: 0, failed: 1 });
  assert.equal(await other.look(start + 60_000), 0);
  assert.equal(await other.look(start + 11 * 60_000), 1);
});

test('a catalogue that can not be written is reported, and no backup is made', async () => {
  const { keys } = store.catalogue;
  const failures: string[] = [];
  const broken = {
    getOrAdd: keys.getOrAdd.bind(keys),
    swap: async () => {
      throw new Error('the catalogue is full');
    },
  };
  const backups = new ScheduledBackups(broken, '/data', SCHEDULE, () => assert.fail('no backup is made'));
  backups.start({ made: () => {}, failed: (reason) => failures.push(reason) });
  await backups.look();
  await backups.close();
  assert.deepEqual(failures, ['the catalogue is full']);
});

test('the claim of a hub that died runs out', async () => {
  const dead = hub(() => new Promise<MadeBackup>(() => {}));
  const other = hub(async () => MADE);
  const start = 3000 * HOUR;
  void dead.backups.look(start);
  while (dead.jobs.length === 0) await new Promise(setImmediate);
  assert.equal(await other.look(start + 60_000), 0);
  assert.equal(await other.look(start + HOUR), 1);
});

test('one that is asked for begins at once, due or not, but not beside another', async () => {
  const start = 4000 * HOUR;
  let finish: (made: MadeBackup) => void = () => {};
  const one = hub(
    () =>
      new Promise((resolve) => {
        finish = resolve;
      }),
  );
  const other = hub(async () => MADE);
  assert.equal(await other.look(start), 1);
  assert.equal(await one.backups.begin(start + 1), true);
  assert.equal(one.backups.isRunning, true);
  assert.equal(await one.backups.begin(start + 2), false);
  assert.equal(await other.backups.begin(start + 2), false);
  finish(MADE);
  await one.backups.look(start + 3);
  assert.equal(one.backups.isRunning, false);
  assert.deepEqual([one.jobs.length, one.backups.lastMadeAt], [1, start + 1]);
  assert.equal(await other.backups.begin(start + 4), true);
  await other.backups.look(start + 5);
});

test('one that is asked for does not wait for the next try after a failure, which is known until one is complete', async () => {
  const start = 5000 * HOUR;
  let outcome = async (): Promise<MadeBackup> => {
    throw new Error('the disk is full');
  };
  const { backups, look } = hub(() => outcome());
  assert.equal(await look(start), 1);
  assert.equal(backups.lastFailure?.reason, 'the disk is full');
  outcome = async () => MADE;
  assert.equal(await backups.begin(start + 1), true);
  await look(start + 2);
  assert.deepEqual([backups.lastFailure, backups.lastMadeAt], [undefined, start + 1]);
});
