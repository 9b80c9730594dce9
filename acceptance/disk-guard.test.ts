// Embedded engine only: the disk of a database is its own concern.
import assert from 'node:assert/strict';
import { rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { smallDisk } from '../testing/small-disk.ts';
import { ADMIN_PASSWORD, signIn } from './harness/account.ts';
import { until } from './harness/departed.ts';
import { feature } from './harness/geojson.ts';
import { type Hub, startHub } from './harness/hub.ts';
import { assertRefused } from './harness/refusal.ts';
import { newSpace } from './harness/space.ts';

const DISK_MB = 64;

/** Asks until it is answered with this status: a figure holds for a second. */
async function untilStatus(status: number, ask: () => Promise<{ status: number; text: string }>) {
  let answer = await ask();
  await until(`an answer with ${status}`, async () => {
    assert.ok([200, 503, 507].includes(answer.status), answer.text);
    if (answer.status === status) return true;
    answer = await ask();
    return false;
  });
  return answer;
}

const disk = smallDisk(DISK_MB);
if ('skip' in disk) test('the guard of the disk', disk, () => {});
else {
  const data = join(disk.path, 'data');
  const filler = join(disk.path, 'filler');
  const hub: Hub = await startHub({ data, settings: { MERIDIAN_ADMIN_PASSWORD: ADMIN_PASSWORD } });
  const space = await newSpace(hub);
  await space.load(feature('a'), feature('b'));
  const ready = () => hub.get('/readyz');

  describe('a hub whose disk is nearly full', async () => {
    const { bavail, bsize } = statfsSync(disk.path);
    writeFileSync(filler, Buffer.alloc(bavail * bsize - Math.floor(DISK_MB * 1024 ** 2 * 0.03)));
    const notReady = await untilStatus(503, ready);

    test('is not ready, and says why', () => {
      assert.match(
        notReady.text,
        /nearly full \(\d\.\d % free, at least 5 % must be\): only deletes and sign-ins/,
      );
    });

    test('refuses what would be stored, and says why', async () => {
      for (const refused of [
        await hub.put(space.features, feature('c')),
        await hub.post(space.features, feature('c')),
        await hub.patch(`${space.features}/a`, { properties: { n: 1 } }),
        await hub.post('/hub/spaces', { title: 'New' }),
        await hub.patch(space.path, { title: 'Other' }),
        await hub.post('/project-api/projects', { title: 'A map' }),
      ])
        assertRefused(refused, 507, 'nearly full', 'only deletes and sign-ins');
    });

    test('tells nobody without a token', async () => {
      assert.equal((await hub.put(space.features, feature('c'), { token: null })).status, 401);
    });

    test('reads, also by POST', async () => {
      assert.deepEqual(await space.search(), ['a', 'b']);
      const area = {
        type: 'Polygon',
        coordinates: [
          [
            [-1, -1],
            [1, -1],
            [1, 1],
            [-1, 1],
            [-1, -1],
          ],
        ],
      };
      assert.equal((await hub.post(`${space.path}/spatial`, area)).status, 200);
    });

    test('deletes, and takes sign-ins', async () => {
      assert.equal((await hub.delete(`${space.features}/b`)).status, 204);
      assert.deepEqual(await space.search(), ['a']);
      await signIn(hub);
    });
  });

  test('a hub whose disk has room again accepts writes by itself', async () => {
    rmSync(filler);
    await untilStatus(200, ready);
    assert.equal((await hub.put(space.features, feature('c'))).status, 200);
  });
}
