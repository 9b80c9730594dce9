import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { test } from 'node:test';
import { memorySample, memorySuites, NOT_IN_MEMORY } from './memory.ts';

test('the suites that memory is left out of are there', () =>
  assert.deepEqual(
    NOT_IN_MEMORY.filter((file) => !existsSync(file)),
    [],
  ));

test('a sample follows from its seed, and has none of those that are left out', () => {
  const sample = memorySample(5, 1);
  assert.equal(sample.length, 5);
  assert.deepEqual(memorySample(5, 1), sample);
  assert.notDeepEqual(memorySample(5, 2), sample);
  for (const file of sample) assert.ok(memorySuites().includes(file) && !NOT_IN_MEMORY.includes(file), file);
});
