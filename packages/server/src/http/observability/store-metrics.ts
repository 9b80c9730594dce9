import { diskSpaceOf, type Hub, isEmbedded, isInMemory, readGauge } from '@meridian/hub';
import type { Settings } from '../../config/index.ts';
import type { Metrics } from './metrics.ts';

/** What the storage has left, and what it has still to do. */
export function watchStore(metrics: Metrics, hub: Hub, settings: Settings): void {
  const { activity } = hub.features;
  metrics.gauge(
    'meridian_activity_logs_waiting',
    'Spaces with changes that are not in their activity log yet.',
    () => activity.backlog.waiting,
  );
  metrics.gauge(
    'meridian_activity_logs_failing',
    'Spaces whose changes could not be delivered to their activity log; it is tried again.',
    () => activity.backlog.failing,
  );
  metrics.gauge(
    'meridian_spaces_building',
    'Spaces with indexes, tile blocks or columns to build, or expired versions to remove.',
    () => readGauge('building'),
  );
  if (isEmbedded(settings)) watchDisk(metrics, settings.data);
  else if (!isInMemory(settings)) watchConnections(metrics, settings.storeConnections);
}

function watchConnections(metrics: Metrics, max: number): void {
  metrics.gauge('meridian_database_connections', 'Open connections to the database.', () =>
    readGauge('connections'),
  );
  metrics.gauge(
    'meridian_database_connections_max',
    'Connections to the database that this hub may open (MERIDIAN_STORE_CONNECTIONS).',
    () => max,
  );
}

function watchDisk(metrics: Metrics, folder: string): void {
  metrics.gauge(
    'meridian_disk_free_bytes',
    'Bytes that can still be written to the disk of the data folder.',
    async () => (await diskSpaceOf(folder)).free,
  );
  metrics.gauge(
    'meridian_disk_size_bytes',
    'Size of the disk of the data folder.',
    async () => (await diskSpaceOf(folder)).total,
  );
}
