import assert from 'node:assert/strict';
import { test } from 'node:test';
import { StorageCheck } from './storage-check.ts';

test('the storage is asked once, however many want to know', async () => {
  let asked = 0;
  const check = new StorageCheck(async () => {
    asked++;
    return undefined;
  });
  assert.deepEqual(await Promise.all([check.trouble(), check.trouble()]), [undefined, undefined]);
  assert.equal(await check.trouble(), undefined);
  assert.equal(asked, 1);
});

test('after a second it is asked again', async (context) => {
  context.mock.method(performance, 'now', () => now);
  let now = 5000;
  let isThere = false;
  const check = new StorageCheck(async () => {
    if (!isThere) throw new Error('gone');
    return undefined;
  });
  assert.equal(await check.trouble(), 'the database can not be reached');
  isThere = true;
  now += 999;
  assert.equal(await check.trouble(), 'the database can not be reached');
  now += 1;
  assert.equal(await check.trouble(), undefined);
});

test('storage that does not respond is not waited for', async (context) => {
  context.mock.timers.enable({ apis: ['setTimeout'] });
  const trouble = new StorageCheck(() => new Promise(() => {})).trouble();
  context.mock.timers.tick(2000);
  assert.equal(await trouble, 'the database can not be reached');
});

test('what is wrong is told as it is known', async () => {
  const check = new StorageCheck(async () => 'a reader thread has not answered for 12 s');
  assert.equal(await check.trouble(), 'a reader thread has not answered for 12 s');
});
