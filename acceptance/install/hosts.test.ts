// Embedded engine only: it is about what runs, not about a hub.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hostVersions } from './hosts.ts';

test('npm run test:install tries every version of Node, CI two of them by seed, npm test none', () => {
  const all = hostVersions('all');
  assert.ok(all.length > 2);
  assert.deepEqual(hostVersions('', 1), []);
  const drawn = Array.from({ length: 30 }, (_, seed) => hostVersions('1', seed));
  for (const versions of drawn) assert.equal(new Set(versions).size, 2);
  assert.deepEqual([...new Set(drawn.flat())].sort(), all);
  assert.deepEqual(hostVersions('1', 5), hostVersions('1', 5));
});
