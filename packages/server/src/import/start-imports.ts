import type { Hub } from '@meridian/hub';
import type { Logger } from 'pino';
import type { Settings } from '../config/index.ts';
import type { Metrics } from '../http/observability/metrics.ts';
import { ScheduledImports } from './scheduled-imports.ts';

/** Fills spaces from addresses, where the operator lets the hub read any; undefined where not. */
export function startImports(
  hub: Hub,
  settings: Settings,
  logger: Logger,
  metrics: Metrics,
): ScheduledImports | undefined {
  if (settings.fetch === 'off') return undefined;
  const imports = new ScheduledImports(hub, settings, logger);
  metrics.gauge(
    'meridian_imports_running',
    'Scheduled imports that this process is at.',
    () => imports.running,
  );
  metrics.counter(
    'meridian_imports_total',
    'Scheduled imports that this process has run, by what became of them.',
    'result',
    () => imports.counts,
  );
  imports.start();
  return imports;
}
