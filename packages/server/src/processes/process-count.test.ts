import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readSettings } from '../config/index.ts';
import { shareOf } from './process-count.ts';

test('caches, threads and queues are divided among processes', () => {
  const configuration = readSettings({
    MERIDIAN_CACHE_BYTES: '64M',
    MERIDIAN_COLUMN_CACHE_BYTES: '1G',
    MERIDIAN_READER_THREADS: '6',
    MERIDIAN_MAX_CONNECTIONS: '1001',
  });
  assert.ok(configuration.ok);
  const { settings } = configuration;
  assert.equal(shareOf(settings, 1), settings);
  const { cacheBytes, columnCacheBytes, readerThreads, maxConnections } = shareOf(settings, 2);
  assert.deepEqual(
    { cacheBytes, columnCacheBytes, readerThreads, maxConnections },
    { cacheBytes: 32 * 1024 ** 2, columnCacheBytes: 512 * 1024 ** 2, readerThreads: 3, maxConnections: 501 },
  );
});
