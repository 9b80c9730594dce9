// Embedded engine only: it damages the files.
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { collection, point } from '../harness/geojson.ts';
import { startHub } from '../harness/hub.ts';
import { assertRefused } from '../harness/refusal.ts';
import { newSpace, type Space } from '../harness/space.ts';
import { DAMAGES } from './damage.ts';

const FEATURES = 120;
const features = (prefix: string) =>
  collection(
    ...Array.from({ length: FEATURES }, (_, n) => ({
      ...point(`${prefix}${n}`, n, n / 2),
      properties: { n, text: 'x'.repeat(300), '@ns:com:here:xyz': { tags: [`t${n % 3}`] } },
    })),
  );

/** Every way to it: indexes, tables and what is derived from them. */
const READS = [
  '',
  '/features/a1',
  '/features?id=a1,a2,a3',
  '/search?limit=200',
  '/search?tags=t1',
  '/search?p.n=5',
  '/iterate?limit=50',
  '/count',
  '/statistics',
  '/bbox?west=0&south=0&east=20&north=20',
  '/tile/web/0/0/0.mvt',
  '/export?format=csv',
];

describe(`with ${DAMAGES.length} spaces, each damaged in a way of its own`, async () => {
  const first = await startHub();
  const sound = await newSpace(first, { id: 'sound' });
  const broken: Space[] = [];
  for (const n of DAMAGES.keys()) {
    const space = await newSpace(first, {
      id: `broken${n}x`,
      enableHistory: n % 2 === 0,
      searchableProperties: { n: true },
    });
    await space.load(...features('a').features);
    broken.push(space);
  }
  await sound.load(...features('a').features);
  await first.stop();
  // A second run leaves something in the logs of the files.
  const second = await startHub({ data: first.data });
  for (const { features: path } of broken) await second.put(path, features('b'));
  await second.kill();
  const folder = join(first.data, 'spaces');
  for (const [n, { harm }] of DAMAGES.entries()) {
    const file = readdirSync(folder).find((name) => name.startsWith(`broken${n}x`) && name.endsWith('.db'));
    harm(join(folder, file!));
  }
  const hub = await startHub({ data: first.data });

  test('the hub starts and lists all of them', async () => {
    const { status, body, text } = await hub.get<{ id: string }[]>('/hub/spaces');
    assert.equal(status, 200, text);
    assert.equal(body.length, DAMAGES.length + 1);
    assert.equal((await hub.get('/readyz', { token: null })).status, 200);
  });

  for (const [n, { what }] of DAMAGES.entries())
    test(`${what}: what can't be read or written is refused in words`, async () => {
      const { path } = broken[n]!;
      for (const read of READS) {
        // A response that has begun can only be cut off where the damage is met later; and a text that is served as it is
        // stored, without being looked into, is seen to be damaged only by who reads it.
        const answer = await hub
          .get(path + read)
          .catch(({ message }: Error) => assert.match(message, /aborted|hang up|not valid JSON/));
        if (answer && answer.status !== 200 && answer.status !== 404)
          assertRefused(answer, 503, /damaged|missing|unreadable|newer/);
      }
      const written = await hub.put(`${path}/features`, features('c'));
      if (written.status !== 200) assertRefused(written, 503, /damaged|missing|unreadable|newer/);
    });

  test('the sound one is read and written as ever', async () => {
    for (const read of READS) assert.equal((await hub.get(`/hub/spaces/sound${read}`)).status, 200, read);
    assert.equal((await hub.put(sound.features, features('b'))).status, 200);
    const { body } = await hub.get<{ count: number }>(`${sound.path}/count`);
    assert.equal(body.count, 2 * FEATURES);
  });

  test('each of them can be deleted and made again', async () => {
    for (const { id, path } of broken) {
      const gone = await hub.delete(path);
      assert.equal(gone.status, 204, `${id}: ${gone.text}`);
      const again = await newSpace(hub, { id });
      await again.load(...features('d').features);
      const { body } = await hub.get<{ count: number }>(`${path}/count`);
      assert.equal(body.count, FEATURES, id);
    }
  });
});
