import { type BackupSchedule, isInMemory } from '@meridian/hub';
import type { Settings } from './settings.ts';

const HOUR_MS = 60 * 60 * 1000;

/** Undefined where no backups are to be made, or there is nothing that would outlast the process. */
export function backupSchedule(settings: Settings): BackupSchedule | undefined {
  const { backupTo: to, backupEveryHours, backupKeep: keep } = settings;
  if (to === undefined || isInMemory(settings)) return undefined;
  return { to, everyMs: backupEveryHours * HOUR_MS, keep };
}
