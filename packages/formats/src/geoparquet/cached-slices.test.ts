import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cachedSlices } from './cached-slices.ts';

test('pieces of a file are read once while they fit, the oldest go first, and long ones are not cached', async () => {
  const read: string[] = [];
  const slice = cachedSlices(async (start, end = 100) => {
    read.push(`${start}-${end}`);
    return new Uint8Array(end - start).buffer;
  }, 10);
  await slice(0, 5);
  assert.equal((await slice(0, 5)).byteLength, 5);
  await slice(5, 9);
  await slice(0, 5);
  assert.deepEqual(read.splice(0), ['0-5', '5-9']);
  await slice(20, 26);
  await slice(5, 9);
  assert.deepEqual(read.splice(0), ['20-26']);
  await slice(0, 5);
  assert.deepEqual(read.splice(0), ['0-5']);
  await slice(0, 50);
  await slice(0, 50);
  assert.deepEqual(read, ['0-50', '0-50']);
});
