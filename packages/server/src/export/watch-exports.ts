import type { Metrics } from '../http/observability/metrics.ts';
import type { ExportJobs } from './export-jobs.ts';

export function watchExports(metrics: Metrics, jobs: ExportJobs): void {
  metrics.gauge(
    'meridian_exports_open',
    'Exports in the background that wait or are written.',
    () => jobs.open,
  );
  metrics.counter(
    'meridian_exports_total',
    'Exports in the background that have ended, by what became of them.',
    'result',
    () => jobs.counts,
  );
}
