// Embedded engine only: what is tested is the command, which writes as every import does.
import assert from 'node:assert/strict';
import { appendFileSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { newUser, type User } from './harness/command.ts';
import { startHub } from './harness/hub.ts';
import { exitCode, type Program, runMeridian } from './harness/program.ts';
import { newSpace, type Space } from './harness/space.ts';

const hub = await startHub();
const WITHIN_MS = 120_000;

type Report = { file: string; inserted: number; updated: number; failed: number; reason?: string };

const point = (id: string, n = 0) =>
  JSON.stringify({
    type: 'Feature',
    id,
    geometry: { type: 'Point', coordinates: [7, 50] },
    properties: { n },
  });

function start(user: User, space: Space, ...words: string[]): Program {
  return runMeridian(
    ['import', ...words, '--to', space.id, '--every', '1s', '--json'],
    user.settings,
    undefined,
    user.folder,
  );
}

const reportsOf = (program: Program) =>
  program
    .stdout()
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as Report);

/** Waits for this many reports of files or batches. */
async function reports(program: Program, count: number): Promise<Report[]> {
  for (let end = Date.now() + WITHIN_MS; Date.now() < end; await pause(50))
    if (reportsOf(program).length >= count) return reportsOf(program);
  throw new Error(`${count} reports did not come: ${program.stdout()} ${program.stderr()}`);
}

async function idsOf(space: Space): Promise<string[]> {
  const { body } = await hub.get<{ features: { id: string }[] }>(`${space.path}/iterate`);
  return body.features.map(({ id }) => id).sort();
}

async function stop(program: Program): Promise<void> {
  program.child.kill('SIGTERM');
  assert.equal(await exitCode(program, WITHIN_MS), 0, program.stderr());
}

test('--watch imports files that are there, come, and change; a restart reads none of them again', async () => {
  const [user, space] = [newUser(hub), await newSpace(hub)];
  const folder = join(user.folder, 'in');
  const put = (name: string, text: string) => writeFileSync(join(folder, name), text);
  mkdirSync(folder);
  put('a.ndjson', `${point('a')}\n`);
  put('notes.pdf', 'no geodata');
  const first = start(user, space, 'in', '--watch');
  await reports(first, 1);
  put('bad.geojson', '{"type":"FeatureCollection","features":[');
  put('c.ndjson.part', point('half'));
  const [, bad] = await reports(first, 2);
  assert.match(bad!.reason!, /bad\.geojson: /);
  renameSync(join(folder, 'c.ndjson.part'), join(folder, 'c.ndjson'));
  await reports(first, 3);
  put('a.ndjson', `${point('a', 1)}\n${point('b')}\n`);
  const seen = await reports(first, 4);
  assert.deepEqual(
    seen.map(({ file, inserted, updated }) => [file, inserted, updated]),
    [
      ['in/a.ndjson', 1, 0],
      ['in/bad.geojson', 0, 0],
      ['in/c.ndjson', 1, 0],
      ['in/a.ndjson', 1, 1],
    ],
  );
  assert.match(first.stderr(), /notes\.pdf: ignored/);
  assert.deepEqual(await idsOf(space), ['a', 'b', 'half']);
  await stop(first);

  const second = start(user, space, 'in', '--watch');
  put('d.ndjson', `${point('d')}\n`);
  assert.deepEqual(
    (await reports(second, 1)).map(({ file }) => file),
    ['in/d.ndjson'],
  );
  await stop(second);
});

test('--follow imports lines as they are appended, behind a rotation and a restart, too', async () => {
  const [user, space] = [newUser(hub), await newSpace(hub)];
  const path = join(user.folder, 'events.ndjson');
  writeFileSync(path, `${point('a')}\nno JSON\n${point('b').slice(0, 20)}`);
  const first = start(user, space, 'events.ndjson', '--follow');
  const [one] = await reports(first, 1);
  assert.deepEqual([one!.inserted, one!.failed], [1, 1]);
  assert.match(one!.file, /^events\.ndjson from byte 0$/);
  appendFileSync(path, `${point('b').slice(20)}\n`);
  await reports(first, 2);
  renameSync(path, `${path}.1`);
  writeFileSync(path, `${point('c')}\n`);
  await reports(first, 3);
  assert.deepEqual(await idsOf(space), ['a', 'b', 'c']);
  await stop(first);

  appendFileSync(path, `${point('d')}\n`);
  const second = start(user, space, 'events.ndjson', '--follow');
  const [next] = await reports(second, 1);
  assert.deepEqual([next!.inserted, next!.file], [1, `events.ndjson from byte ${point('c').length + 1}`]);
  await stop(second);
});

test('what does not go with them is said', async () => {
  const [user, space] = [newUser(hub), await newSpace(hub)];
  mkdirSync(join(user.folder, 'in'));
  for (const [words, reason] of [
    [['in', '--watch', '--mode', 'replace'], /--mode does not go with it/],
    [['in', 'in', '--watch'], /--watch takes one folder/],
    [['-', '--follow'], /--follow takes one file/],
    [['in', '--watch', '--follow'], /choose one/],
  ] as const) {
    const { code, err } = await user.run('import', ...words, '--to', space.id);
    assert.equal(code, 2, err);
    assert.match(err, reason);
  }
  const { code, err } = await user.run('import', 'nowhere', '--watch', '--to', space.id);
  assert.equal(code, 10);
  assert.match(err, /no folder nowhere to watch/i);
});

test('a token that lost its right ends it, with the exit code of that', async () => {
  const [user, space] = [newUser(hub), await newSpace(hub)];
  mkdirSync(join(user.folder, 'in'));
  writeFileSync(join(user.folder, 'in', 'a.ndjson'), `${point('a')}\n`);
  const program = start(user, space, 'in', '--watch');
  await reports(program, 1);
  await hub.delete(space.path);
  writeFileSync(join(user.folder, 'in', 'b.ndjson'), `${point('b')}\n`);
  assert.equal(await exitCode(program, WITHIN_MS), 8, program.stderr());
});
