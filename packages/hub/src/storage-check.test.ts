import assert from 'node:assert/strict';
import { test } from 'node:test';
import { StorageCheck } from './storage-check.ts';

test('the storage is asked once, however many want to know', async () => {
  let asked = 0;
  const check = new StorageCheck(async () => {
    asked++;
  });
  assert.deepEqual(await Promise.all([check.answers(), check.answers()]), [true, true]);
  assert.equal(await check.answers(), true);
  assert.equal(asked, 1);
});

test('after a second it is asked again', async (context) => {
  context.mock.method(performance, 'now', () => now);
  let now = 5000;
  let isThere = false;
  const check = new StorageCheck(async () => {
    if (!isThere) throw new Error('gone');
  });
  assert.equal(await check.answers(), false);
  isThere = true;
  now += 999;
  assert.equal(await check.answers(), false);
  now += 1;
  assert.equal(await check.answers(), true);
});

test('storage that does not answer is not waited for', async (context) => {
  context.mock.timers.enable({ apis: ['setTimeout'] });
  const answers = new StorageCheck(() => new Promise(() => {})).answers();
  context.mock.timers.tick(2000);
  assert.equal(await answers, false);
});
