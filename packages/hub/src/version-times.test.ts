import assert from 'node:assert/strict';
import { test } from 'node:test';
import { VersionTimes } from './version-times.ts';

test('a version is searched by its time once, until something is written', async () => {
  const times = new VersionTimes();
  const searched: string[] = [];
  const find = (storageKey: string, present: number, time: number, version?: number) =>
    times.find(storageKey, present, time, async () => {
      searched.push(`${storageKey} ${present} ${time}`);
      return version;
    });
  assert.deepEqual([await find('a', 7, 1000, 3), await find('a', 7, 1000, 4)], [3, 3]);
  // What has expired with a write is not found any more.
  assert.equal(await find('a', 8, 1000), undefined);
  assert.equal(await find('a', 8, 1000), undefined);
  assert.deepEqual([await find('a', 7, 1001, 5), await find('b', 7, 1000, 6)], [5, 6]);
  assert.deepEqual(searched, ['a 7 1000', 'a 8 1000', 'a 8 1000', 'a 7 1001', 'b 7 1000']);
});

test('those that nobody asks for are forgotten', async () => {
  const times = new VersionTimes();
  let searches = 0;
  const find = (time: number) => times.find('a', 1, time, async () => ++searches && 1);
  for (let time = 0; time <= 1000; time++) {
    await find(0);
    await find(time);
  }
  assert.equal(searches, 1001);
  await find(0);
  await find(1000);
  assert.equal(searches, 1001);
  await find(1);
  assert.equal(searches, 1002);
});
