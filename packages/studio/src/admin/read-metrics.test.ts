import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readMetrics } from './read-metrics.ts';

test('figures are sums over all labels', () => {
  const figures = readMetrics(`# HELP meridian_requests_total Requests, by class of the status they got.
# TYPE meridian_requests_total counter
meridian_requests_total{operation="getHub",status="2xx"} 7
meridian_requests_total{operation="getHub",status="5xx"} 2
meridian_requests_total{operation="signIn",status="4xx"} 1
meridian_refusals_total{reason="busy"} 3
meridian_build_info{version="1.2.3",node="26.0.0",engine="sqlite"} 1
meridian_reads_waiting 1
meridian_writes_waiting 2
meridian_spaces 4
process_resident_memory_bytes 1.5e8
meridian_disk_free_bytes 2e9
meridian_disk_size_bytes 8e9
process_start_time_seconds 1700000000
`);
  assert.deepEqual(figures, {
    version: '1.2.3',
    startedAt: 1_700_000_000_000,
    requests: 10,
    serverErrors: 2,
    refused: 3,
    spaces: 4,
    memoryBytes: 150_000_000,
    disk: { freeBytes: 2e9, sizeBytes: 8e9 },
    waiting: 3,
  });
});

test('what is not measured is nothing', () => {
  assert.deepEqual(readMetrics('').startedAt, undefined);
  assert.equal(readMetrics('').requests, 0);
  assert.equal(readMetrics('').disk, undefined);
});
