import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setImmediate as soon } from 'node:timers/promises';
import { ExportFiles, type ExportRecord, type Fault } from '@meridian/hub';
import { type ExportContent, ExportJobs } from './export-jobs.ts';

const ASKED = {
  account: 'ann',
  space: 'lakes',
  storageKey: 's1',
  sources: ['s1'],
  fileName: 'lakes.geojson',
  mediaType: 'application/geo+json',
  format: 'geojson',
};

function open(t: TestContext, limits: { maxBytes?: number; lifetimeMs?: number } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'meridian-exports-test-'));
  const files = new ExportFiles({ folder, maxBytes: 1000, lifetimeMs: 60_000, ...limits });
  const logged: unknown[] = [];
  const log = (...words: unknown[]) => void logged.push(words);
  const jobs = new ExportJobs(files, async () => {}, { error: log, warn: log });
  t.after(async () => {
    await jobs.close();
    rmSync(folder, { recursive: true });
  });
  return { folder, files, jobs, logged };
}

/** A file of one chunk, of a space that is at these versions one after the other. */
function content(versions: number[], text = 'x'): ExportContent {
  return {
    isFixed: false,
    version: async () => (versions.length > 1 ? versions.shift()! : versions[0]!),
    async write(_, { path, room }) {
      await room(0, text.length);
      await writeFile(path, text);
    },
  };
}

/** One that goes on until it is stopped. */
const ENDLESS: ExportContent = {
  isFixed: true,
  version: async () => 1,
  async write(_, { signal }) {
    while (!signal.aborted) await soon();
    signal.throwIfAborted();
  },
};

async function ended(files: ExportFiles, { id }: ExportRecord): Promise<ExportRecord> {
  for (;;) {
    const found = await files.find(id);
    if (found?.state === 'done' || found?.state === 'failed') return found;
    await soon();
  }
}

test('a space that changes while it is read is read again', async (t) => {
  const { files, jobs } = open(t);
  const done = await ended(files, await jobs.add(ASKED, content([1, 2, 2, 2])));
  assert.deepEqual([done.state, done.version, done.bytes], ['done', 2, 1]);
});

test('one that changes each time fails, and says why', async (t) => {
  const { files, jobs, logged } = open(t);
  const failed = await ended(files, await jobs.add(ASKED, content([1, 2, 3, 4, 5, 6])));
  assert.equal(failed.state, 'failed');
  assert.match(failed.error!, /changed while the file was written, 3 times/);
  assert.deepEqual([failed.bytes, logged], [0, []]);
});

test('a file that has no room fails, and leaves its room to others', async (t) => {
  const { files, jobs } = open(t, { maxBytes: 40 * 1024 * 1024 });
  const large = content([1], 'x'.repeat(50 * 1024 * 1024));
  const failed = await ended(files, await jobs.add(ASKED, large));
  assert.match(failed.error!, /may have 41943040 bytes/);
  assert.equal(await files.usedBytes(), 0);
});

test('an unexpected fault is logged, and not shown', async (t) => {
  const { files, jobs, logged } = open(t);
  const broken: ExportContent = { ...content([1]), version: () => Promise.reject(new Error('secret')) };
  const failed = await ended(files, await jobs.add(ASKED, broken));
  assert.doesNotMatch(failed.error!, /secret/);
  assert.equal(logged.length, 1);
});

test('two are written at a time, and an account may have eight that are not complete', async (t) => {
  const { files, jobs } = open(t);
  for (let i = 0; i < 8; i++) await jobs.add(ASKED, ENDLESS);
  await assert.rejects(jobs.add(ASKED, ENDLESS), { kind: 'tooMany' } satisfies Partial<Fault>);
  await jobs.add({ ...ASKED, account: 'bob' }, ENDLESS);
  while ((await files.all()).filter(({ state }) => state === 'running').length < 2) await soon();
  assert.equal(jobs.open, 9);
  const [first] = await files.all();
  await jobs.remove(first!.id);
  assert.equal(await files.find(first!.id), undefined);
  assert.equal(jobs.open, 8);
});

test('what is not complete when the server stops fails, and says so', async (t) => {
  const { files, jobs } = open(t);
  const running = await jobs.add(ASKED, ENDLESS);
  await jobs.close();
  assert.match((await files.find(running.id))!.error!, /the server was stopped/);
});

test('one whose server was killed has failed', async (t) => {
  const { folder, files } = open(t);
  const id = files.newId();
  const record: ExportRecord = {
    ...ASKED,
    id,
    state: 'running',
    features: 0,
    bytes: 5,
    createdAt: 1,
    expiresAt: Date.now() + 60_000,
  };
  await files.store(record);
  assert.equal((await files.find(id))!.state, 'running');
  const minuteAgo = Date.now() / 1000 - 60;
  utimesSync(join(folder, `${id}.json`), minuteAgo, minuteAgo);
  const { state, error } = (await files.find(id))!;
  assert.equal(state, 'failed');
  assert.match(error!, /was stopped/);
});

test('expired files are deleted, and files that nobody knows', async (t) => {
  const { folder, files, jobs } = open(t, { lifetimeMs: 0 });
  await jobs.add(ASKED, content([1]));
  while (jobs.open > 0) await soon();
  const orphan = join(folder, `${files.newId()}.data`);
  writeFileSync(orphan, 'x');
  utimesSync(orphan, 1, 1);
  writeFileSync(join(folder, 'notes.txt'), 'not ours');
  assert.deepEqual(await files.all(), []);
  await files.sweep();
  assert.deepEqual(readdirSync(folder), ['notes.txt']);
});

test('names that are no ids are not looked for', async (t) => {
  const { files } = open(t);
  assert.equal(await files.find('../../etc/passwd'), undefined);
});

test('records of exports that have ended are read once, and go with their files', async (t) => {
  const { folder, files, jobs } = open(t);
  const [kept, removed] = [await jobs.add(ASKED, content([1])), await jobs.add(ASKED, content([1]))];
  for (const record of [kept, removed]) await ended(files, record);
  assert.equal(await files.usedBytes(), 2);
  const path = join(folder, `${kept.id}.json`);
  writeFileSync(path, JSON.stringify({ ...kept, state: 'done', bytes: 100 }));
  assert.equal(await files.usedBytes(), 2, 'read again');
  // Another server that shares the folder deletes one.
  rmSync(join(folder, `${removed.id}.json`));
  assert.deepEqual(
    (await files.all()).map(({ id }) => id),
    [kept.id],
  );
});
