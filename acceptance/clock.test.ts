import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { ADMIN_PASSWORD, signIn } from './harness/account.ts';
import { feature, namespaceOf } from './harness/geojson.ts';
import { startHub } from './harness/hub.ts';
import { temporaryFolder } from './harness/program.ts';
import { newSpace } from './harness/space.ts';

const HOUR = 3_600_000;
const clock = join(temporaryFolder(), 'offset');
const setClock = (offsetMs: number) => writeFileSync(clock, String(offsetMs));
setClock(0);
const hub = await startHub({
  settings: {
    MERIDIAN_ADMIN_PASSWORD: ADMIN_PASSWORD,
    CLOCK_OFFSET_FILE: clock,
    NODE_OPTIONS: `--import=${new URL('./harness/set-clock.preload.ts', import.meta.url).href}`,
  },
});

test('a clock that is set back an hour, and right again, makes nothing older and locks nobody out', async () => {
  const admin = await signIn(hub);
  const { token } = await admin.newToken({ exp: Math.floor((Date.now() + HOUR) / 1000) });
  const space = await newSpace(hub, { versionsToKeep: 10 });
  const before = namespaceOf((await space.load(feature('a', { n: 1 }))).features[0]!);
  const first = await hub.get(`${space.features}/a`);

  setClock(-HOUR);
  await space.load(feature('a', { n: 2 }), feature('b'));
  const changed = await space.read('a');
  assert.equal(changed.properties?.n, 2);
  const after = namespaceOf(changed);
  assert.equal(after.createdAt, before.createdAt);
  assert.ok(after.updatedAt >= before.updatedAt, 'a change is not older than the one before it');
  assert.ok(namespaceOf(await space.read('b')).createdAt >= before.createdAt);
  const { contentUpdatedAt } = await space.definition();
  assert.ok(contentUpdatedAt >= before.updatedAt);
  const again = await hub.get(`${space.features}/a`, { headers: { 'if-none-match': first.headers.etag! } });
  assert.equal(again.status, 200, 'what was cached before is not taken for the new state');
  const versions = await hub.get<{ endVersion: number }>(`${space.path}/history`);
  assert.equal(versions.body.endVersion, 2, versions.text);

  assert.equal((await hub.get(space.path, { token })).status, 200, 'a token that has not expired is taken');
  assert.equal((await admin.request('GET', '/token-api/tokens')).status, 200, 'who was signed in still is');
  await signIn(hub);
  const reads = Array.from({ length: 100 }, () => hub.get(`${space.features}/a`));
  for (const { status } of await Promise.all(reads)) assert.equal(status, 200);

  setClock(0);
  await space.load(feature('a', { n: 3 }));
  assert.equal((await space.read('a')).properties?.n, 3);
  assert.equal((await hub.get('/readyz', { token: null })).status, 200);
});
