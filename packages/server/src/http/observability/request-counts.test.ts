import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Registry } from 'prom-client';
import { RequestCounts } from './request-counts.ts';

test('requests are told as Prometheus reads them', async () => {
  const counts = new RequestCounts(['getFeature', 'none']);
  counts.add('getFeature', 200, 0.0005, 500);
  counts.add('getFeature', 404, 0.001, 100);
  counts.add('getFeature', 200, 0.3, 0);
  counts.add('getFeature', 200, 60, 0);
  const registry = new Registry();
  for (const metric of counts.metrics()) registry.registerMetric(metric);
  const lines = new Set((await registry.metrics()).split('\n'));
  for (const line of [
    '# TYPE meridian_requests_total counter',
    'meridian_requests_total{operation="getFeature",status="2xx"} 3',
    'meridian_requests_total{operation="getFeature",status="4xx"} 1',
    'meridian_request_errors_total{operation="getFeature"} 1',
    'meridian_response_bytes_total{operation="getFeature"} 600',
    '# TYPE meridian_request_duration_seconds histogram',
    'meridian_request_duration_seconds_bucket{le="0.001",operation="getFeature"} 2',
    'meridian_request_duration_seconds_bucket{le="0.25",operation="getFeature"} 2',
    'meridian_request_duration_seconds_bucket{le="0.5",operation="getFeature"} 3',
    'meridian_request_duration_seconds_bucket{le="30",operation="getFeature"} 3',
    'meridian_request_duration_seconds_bucket{le="+Inf",operation="getFeature"} 4',
    'meridian_request_duration_seconds_sum{operation="getFeature"} 60.3015',
    'meridian_request_duration_seconds_count{operation="getFeature"} 4',
  ])
    assert.ok(lines.has(line), line);
  for (const line of lines) assert.ok(!line.includes('none'), 'operations without a request have no lines');
});
