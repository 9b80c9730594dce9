// Embedded engine only: the command remembers how far it came; crash/kills.postgres.test.ts has writes that a kill interrupts.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../testing/free-port.ts';
import { newUser, type User } from './harness/command.ts';
import { type Hub, type HubOptions, startHub } from './harness/hub.ts';
import { exitCode, type Program, runMeridian } from './harness/program.ts';
import { newSpace, type Space } from './harness/space.ts';

/** Interrupted imports on a real hub: nothing is lost and nothing is there twice. */
const COUNT = 12_000;
/** Far more than it takes: a machine that is busy with something else proves nothing. */
const EXIT_WITHIN_MS = 300_000;
/** For those that leave their hub alone. */
const shared = await startHub();

interface Report {
  inserted: number;
  updated: number;
  unchanged: number;
  failed: number;
  resumedAt?: number;
  isComplete: boolean;
  reason?: string;
}

async function setting(options?: HubOptions): Promise<{ hub: Hub; space: Space; user: User }> {
  const hub = options ? await startHub(options) : shared;
  const space = await newSpace(hub);
  const user = newUser(hub);
  const lines = Array.from({ length: COUNT }, (_, n) =>
    // Every tenth has no id of its own.
    JSON.stringify({
      type: 'Feature',
      ...(n % 10 === 0 ? {} : { id: `f${n}` }),
      geometry: { type: 'Point', coordinates: [(n % 3600) / 10 - 180, Math.floor(n / 3600)] },
      properties: { n, text: 'x'.repeat(100) },
    }),
  );
  writeFileSync(join(user.folder, 'many.ndjson'), `${lines.join('\n')}\n`);
  return { hub, space, user };
}

function startImport(user: User, space: Space, ...words: string[]): Program {
  return startImportOf('many.ndjson', user, space, ...words);
}

function startImportOf(file: string, user: User, space: Space, ...words: string[]): Program {
  const sent = ['--chunk-features', '200', '--parallel', '2', '--json'];
  return runMeridian(
    ['import', file, '--to', space.id, ...sent, ...words],
    user.settings,
    undefined,
    user.folder,
  );
}

async function countOf(hub: Hub, space: Space): Promise<number> {
  const { body } = await hub.get<{ count: number }>(`${space.path}/count`);
  return body.count;
}

async function reached(hub: Hub, space: Space, count: number): Promise<void> {
  while ((await countOf(hub, space)) < count) await new Promise((resolve) => setTimeout(resolve, 10));
}

function reportOf(program: Program): Report {
  return (JSON.parse(program.stdout()) as Report[])[0]!;
}

/** All are there, each once, and none was written a second time. */
async function assertWhole(hub: Hub, space: Space): Promise<void> {
  assert.equal(await countOf(hub, space), COUNT);
  const seen = new Set<number>();
  let handle: string | undefined;
  do {
    const { body } = await hub.get<Page>(
      `${space.path}/iterate?limit=10000${handle ? `&handle=${handle}` : ''}`,
    );
    for (const { properties } of body.features) {
      const { createdAt, updatedAt } = properties['@ns:com:here:xyz'];
      assert.equal(createdAt, updatedAt);
      seen.add(properties.n);
    }
    handle = body.handle;
  } while (handle);
  assert.equal(seen.size, COUNT);
}

interface Page {
  features: { properties: { n: number; '@ns:com:here:xyz': { createdAt: number; updatedAt: number } } }[];
  handle?: string;
}

const states = (user: User) => readdirSync(join(user.settings.XDG_CONFIG_HOME!, 'meridian', 'imports'));

test('Ctrl-C stops in good order, and --resume does the rest', async () => {
  const { hub, space, user } = await setting();
  const first = startImport(user, space);
  await reached(hub, space, 1500);
  first.child.kill('SIGINT');
  assert.equal(await exitCode(first, EXIT_WITHIN_MS), 130, first.stderr());
  assert.match(
    first.stderr(),
    /Stopped before the end of many\.ndjson; the same command with --resume continues/,
  );
  const before = reportOf(first);
  assert.ok(before.inserted >= 1500 && before.inserted < COUNT && !before.isComplete);
  assert.equal(before.reason, 'interrupted');
  assert.equal(await countOf(hub, space), before.inserted, 'what was said to be written is what is there');
  assert.equal(states(user).length, 1);

  const second = startImport(user, space, '--resume');
  assert.equal(await exitCode(second, EXIT_WITHIN_MS), 0, second.stderr());
  const after = reportOf(second);
  assert.equal(after.resumedAt, before.inserted);
  assert.deepEqual([after.inserted, after.updated, after.unchanged, after.failed], [COUNT, 0, 0, 0]);
  assert.equal(states(user).length, 0);
  await assertWhole(hub, space);
});

test('an import that is killed goes on with --resume from what was acknowledged', async () => {
  const { hub, space, user } = await setting();
  const first = startImport(user, space);
  await reached(hub, space, 2000);
  first.child.kill('SIGKILL');
  await exitCode(first, EXIT_WITHIN_MS);
  const second = startImport(user, space, '--resume');
  assert.equal(await exitCode(second, EXIT_WITHIN_MS), 0, second.stderr());
  const { inserted, updated, unchanged, failed } = reportOf(second);
  assert.deepEqual([inserted + unchanged, updated, failed], [COUNT, 0, 0]);
  await assertWhole(hub, space);
});

test('the import of an address goes on with --resume while the server says that it has the same file', async () => {
  const { hub, space, user } = await setting();
  const bytes = readFileSync(join(user.folder, 'many.ndjson'));
  let etag = '"1"';
  const server = createServer((_, response) =>
    response.writeHead(200, { etag, 'content-length': bytes.length }).end(bytes),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  after(() => void server.close());
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/many.ndjson`;
  const first = startImportOf(address, user, space);
  await reached(hub, space, 2000);
  first.child.kill('SIGINT');
  await exitCode(first, EXIT_WITHIN_MS);
  const { inserted } = reportOf(first);
  const second = startImportOf(address, user, space, '--resume');
  assert.equal(await exitCode(second, EXIT_WITHIN_MS), 0, second.stderr());
  assert.equal(reportOf(second).resumedAt, inserted);
  await assertWhole(hub, space);

  etag = '"2"';
  const third = startImportOf(address, user, space, '--resume');
  assert.equal(await exitCode(third, EXIT_WITHIN_MS), 0, third.stderr());
  assert.deepEqual([reportOf(third).resumedAt, reportOf(third).unchanged], [undefined, COUNT]);
});

test('another file of the same name is not resumed', async () => {
  const { hub, space, user } = await setting();
  const first = startImport(user, space);
  await reached(hub, space, 1000);
  first.child.kill('SIGINT');
  await exitCode(first, EXIT_WITHIN_MS);
  writeFileSync(
    join(user.folder, 'many.ndjson'),
    `${JSON.stringify({ type: 'Feature', id: 'new', geometry: null, properties: {} })}\n`,
  );
  const second = startImport(user, space, '--resume');
  assert.equal(await exitCode(second, EXIT_WITHIN_MS), 0, second.stderr());
  const { inserted, resumedAt } = reportOf(second);
  assert.deepEqual([inserted, resumedAt], [1, undefined]);
});

test('an import waits for a hub that is killed and started again, and carries on', async () => {
  const port = await freePort();
  const settings = { MERIDIAN_PORT: String(port) };
  const { hub, space, user } = await setting({ settings });
  const importing = startImport(user, space);
  await reached(hub, space, 1500);
  await hub.kill();
  const isWaiting = () => /^Waiting for the hub/m.test(importing.stderr());
  while (!isWaiting() && importing.child.exitCode === null) await pause(20);
  const again = await startHub({ data: hub.data, settings });
  assert.equal(await exitCode(importing, EXIT_WITHIN_MS), 0, importing.stderr());
  assert.match(importing.stderr(), /^Waiting for the hub: http:\S+ cannot be reached: /m);
  const { inserted, updated, unchanged, failed } = reportOf(importing);
  assert.deepEqual([inserted + unchanged, updated, failed], [COUNT, 0, 0]);
  await assertWhole(again, space);
});

test('retrying a hub that stays away ends, and --resume does the rest later', async () => {
  const port = await freePort();
  const settings = { MERIDIAN_PORT: String(port) };
  const { hub, space, user } = await setting({ settings });
  const first = startImport(user, space, '--retry-timeout', '1s');
  await reached(hub, space, 2000);
  await hub.kill();
  assert.equal(await exitCode(first, EXIT_WITHIN_MS), 6, first.stderr());
  assert.match(first.stderr(), /cannot be reached[\s\S]*--resume continues from here/);
  const again = await startHub({ data: hub.data, settings });
  const second = startImport(user, space, '--resume');
  assert.equal(await exitCode(second, EXIT_WITHIN_MS), 0, second.stderr());
  await assertWhole(again, space);
});
