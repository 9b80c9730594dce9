import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SeenIds } from './seen-ids.ts';

test('ids that come again are counted, among many that do not', () => {
  const seen = new SeenIds();
  for (let n = 0; n < 300_000; n++) seen.add(`feature-${n}`);
  assert.equal(seen.repeats, 0);
  for (let n = 0; n < 300_000; n += 1000) seen.add(`feature-${n}`);
  assert.equal(seen.repeats, 300);
});

test('it stops noticing rather than growing without end', () => {
  const seen = new SeenIds();
  for (let n = 0; !seen.isFull; n++) seen.add(String(n));
  const { repeats } = seen;
  seen.add('0');
  assert.equal(seen.repeats, repeats);
  assert.equal(repeats, 0);
});
