import type { Load, ReplicaUse } from '@meridian/hub';
import type { Admission } from '../admission/admission.ts';
import type { ResponseCache } from '../response-cache.ts';
import type { SingleFlight } from '../single-flight.ts';
import type { Metrics } from './metrics.ts';

/** How busy the hub is, and how often it had to turn somebody away. */
export function watchLoad(metrics: Metrics, load: Load, { addresses, tokens }: Admission): void {
  const { reads, writes, processing, exports, openExports, responses, bodies } = load;
  metrics.gauge('meridian_reads_running', 'Queries that run.', () => reads.running);
  metrics.gauge('meridian_reads_waiting', 'Queries that wait for their turn.', () => reads.waiting);
  metrics.total('meridian_reads_started_total', 'Queries that have begun.', () => reads.started);
  metrics.counter(
    'meridian_reads_cancelled_total',
    'Queries whose client closed the connection while they waited, or while they ran.',
    'stage',
    () => reads.cancelled,
  );
  metrics.gauge('meridian_writes_running', 'Writes that run.', () => writes.running);
  metrics.gauge('meridian_writes_waiting', 'Writes that wait for their turn.', () => writes.waiting);
  metrics.gauge('meridian_processing_running', 'Slices of processors that run.', () => processing.running);
  metrics.gauge(
    'meridian_processing_waiting',
    'Requests with features to be processed that wait for their turn.',
    () => processing.waiting,
  );
  metrics.gauge('meridian_exports_running', 'Exports that are being made.', () => exports.running);
  metrics.gauge('meridian_open_exports', 'Exports that are being made or sent.', () => openExports.used);
  metrics.gauge(
    'meridian_open_answers',
    'Responses of many features that are being sent.',
    () => responses.used,
  );
  metrics.gauge('meridian_body_memory_bytes', 'Bytes of request bodies in memory.', () => bodies.used);
  metrics.counter('meridian_refusals_total', 'Requests refused with 429 or 503.', 'reason', () => ({
    token_rate: tokens.refused,
    address_rate: addresses.refused,
    read_queue: reads.refused,
    write_queue: writes.refused,
    processing_queue: processing.refused,
    export_queue: exports.refused,
    open_exports: openExports.refused,
    open_answers: responses.refused,
    body_memory: bodies.refused,
  }));
}

/** How much the response cache holds, and how often it was of use. */
export function watchCache(metrics: Metrics, cache: ResponseCache, flights: SingleFlight): void {
  metrics.gauge('meridian_cache_bytes', 'Bytes of cached responses.', () => cache.bytes);
  metrics.counter(
    'meridian_cache_lookups_total',
    'Responses looked for in the cache; "shared" ones were being computed for another request.',
    'result',
    () => ({ ...cache.lookups, shared: flights.shared }),
  );
}

/** Whether the replica of the database can be used, and how often it was. */
export function watchReplica(metrics: Metrics, replica: ReplicaUse): void {
  metrics.gauge('meridian_replica_up', 'Whether the replica of the database can be used.', () =>
    replica.isDown ? 0 : 1,
  );
  metrics.counter(
    'meridian_replica_reads_total',
    'Reads that the replica answered, and that the primary answered since the replica was behind or unavailable.',
    'result',
    () => replica.counts(),
  );
}
