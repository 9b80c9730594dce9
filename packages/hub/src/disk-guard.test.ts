import assert from 'node:assert/strict';
import { describe, mock, test } from 'node:test';
import { Fault } from '@meridian/store';
import { DiskGuard, diskSpaceOf } from './disk-guard.ts';

/** A guard of a disk of 1000 bytes, so much of which is free, and how often it was asked about. */
function guardOf(free: number, minFreePercent = 5) {
  const disk = { free, total: 1000 };
  let asked = 0;
  const guard = new DiskGuard(minFreePercent, async () => {
    asked++;
    return { ...disk };
  });
  return { disk, guard, asked: () => asked };
}

/** Moves the clock that figures age by. */
function later(ms: number): () => void {
  const now = performance.now();
  const clock = mock.method(performance, 'now', () => now + ms);
  return () => clock.mock.restore();
}

describe('a guard of the disk', () => {
  test('refuses writes where less than its share is free, and says how much is', async () => {
    await assert.rejects(
      guardOf(49).guard.requireRoom(),
      (error) =>
        error instanceof Fault &&
        error.kind === 'full' &&
        /4\.9 % free, at least 5 % must be/.test(error.message),
    );
    await guardOf(50).guard.requireRoom();
    await guardOf(0, 0).guard.requireRoom();
  });

  test('recovers by itself, and notices by itself', async () => {
    const { disk, guard } = guardOf(10);
    assert.match((await guard.trouble())!, /1\.0 % free/);
    disk.free = 500;
    await guard.requireRoom();
    disk.free = 10;
    const restore = later(1000);
    await assert.rejects(guard.requireRoom(), /1\.0 % free/);
    restore();
  });

  test('asks once a second where there is room, however many write', async () => {
    const { guard, asked } = guardOf(500);
    await Promise.all(Array.from({ length: 50 }, () => guard.requireRoom()));
    await guard.requireRoom();
    assert.equal(asked(), 1);
  });

  test('asks once for all that are refused together', async () => {
    const { guard, asked } = guardOf(10);
    const refused = await Promise.allSettled(Array.from({ length: 50 }, () => guard.requireRoom()));
    assert.ok(refused.every(({ status }) => status === 'rejected'));
    assert.equal(asked(), 1);
  });

  test('knows the disk of a folder', async () => {
    const { free, total } = await diskSpaceOf('.');
    assert.ok(total > 0 && free >= 0 && free <= total);
  });
});
