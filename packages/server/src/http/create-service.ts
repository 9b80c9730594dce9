import type { Hub } from '@meridian/hub';
import type { Settings } from '../config/index.ts';
import type { ExportJobs } from '../export/export-jobs.ts';
import { SpaceStatistics } from '../ogc/space-statistics.ts';
import { VERSION } from '../version.ts';
import type { Admission } from './admission/admission.ts';
import type { Service } from './context.ts';
import { watchCache, watchLoad } from './observability/load-metrics.ts';
import type { Metrics } from './observability/metrics.ts';
import { ResponseCache } from './response-cache.ts';
import { SingleFlight } from './single-flight.ts';

/** What the operations of one process share. */
export function createService(hub: Hub, settings: Settings, exportJobs: ExportJobs): Service {
  return {
    hub,
    settings,
    responseCache: new ResponseCache(settings.cacheBytes),
    flights: new SingleFlight(),
    statistics: new SpaceStatistics(),
    exportJobs,
    version: VERSION,
    startedAt: Date.now(),
  };
}

/** How busy the process is, in its metrics. */
export function watchService(metrics: Metrics, service: Service, admission: Admission): void {
  watchLoad(metrics, service.hub.load, admission);
  watchCache(metrics, service.responseCache, service.flights);
}
