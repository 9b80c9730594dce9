import assert from 'node:assert/strict';
import { test } from 'node:test';
import { columnCacheShare } from './thread-counts.ts';

test('readers share the cache of columns', () => {
  assert.equal(columnCacheShare({ readers: 4, writers: 1, columnCacheBytes: 1000 }), 250);
  assert.equal(columnCacheShare({ readers: 4, writers: 1 }), undefined);
});
