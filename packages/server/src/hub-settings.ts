import type { HubSettings, LoadLimits } from '@meridian/hub';
import { auditLimits } from './config/audit-limits.ts';
import { backupSchedule } from './config/backup-schedule.ts';
import { exportLimits } from './config/export-limits.ts';
import type { Settings } from './config/index.ts';

/** What the hub is told of the settings of the server. `exports`: the limits where they are known already. */
export function hubSettings(settings: Settings, exports = exportLimits(settings)): HubSettings {
  const { isTemporary: _, ...limits } = exports;
  return {
    data: settings.data,
    store: settings.store,
    storeConnections: settings.storeConnections,
    storeRead: settings.storeRead,
    memoryStoreMax: settings.memoryStoreMax,
    readerThreads: settings.readerThreads,
    writerThreads: settings.writerThreads,
    columnCacheBytes: settings.columnCacheBytes,
    maxDocumentBytes: settings.maxDocumentBytes,
    minFreeDiskPercent: settings.minFreeDiskPercent,
    maxAccountBytes: settings.maxAccountBytes,
    auditLimits: auditLimits(settings),
    exportLimits: limits,
    mayFetch: settings.fetch === 'on',
    backupSchedule: backupSchedule(settings),
    load: loadLimits(settings),
    passwordCost: settings.passwordCost,
    sessionLifetimes: { usual: settings.sessionLifetimeMs, remembered: settings.longSessionLifetimeMs },
  };
}

const READS_PER_THREAD = 4;

function loadLimits(settings: Settings): LoadLimits {
  const { maxConcurrentReads, readerThreads, maxQueuedBytes, maxBodyBytes } = settings;
  return {
    ...settings,
    maxConcurrentReads: maxConcurrentReads || readerThreads * READS_PER_THREAD,
    // A caller gets half of it, and the largest body that is allowed must fit.
    maxQueuedBytes: Math.max(maxQueuedBytes, 2 * maxBodyBytes),
  };
}
