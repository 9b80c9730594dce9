import type { Hub } from '@meridian/hub';
import type { Logger } from 'pino';
import type { Metrics } from './http/observability/metrics.ts';

/** Has the hub make its backups, where it is to, and shows what becomes of them. */
export function startBackups({ backups }: Hub, logger: Logger, metrics: Metrics): void {
  if (!backups) return;
  metrics.counter(
    'meridian_backups_total',
    'Backups that this process was to make, by what became of them.',
    'result',
    () => backups.counts,
  );
  metrics.gauge(
    'meridian_backup_last_success_timestamp_seconds',
    'When the last complete backup of the hub began, whichever process made it; 0 before the first one.',
    () => backups.lastMadeAt / 1000,
  );
  backups.start({
    made: ({ target, removed, report: { spaces, unchanged, features } }, ms) =>
      logger.info({ target, spaces, unchanged, features, removed, ms }, 'a backup was made'),
    failed: (reason) => logger.error({ reason }, 'a backup failed'),
  });
}
