import type { AuditLimits } from '@meridian/hub';
import type { Settings } from './settings.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

export type AuditSettings = Pick<Settings, 'auditRetentionDays' | 'auditMaxEntries'>;

export function auditLimits({ auditRetentionDays, auditMaxEntries }: AuditSettings): AuditLimits {
  return { maxAgeMs: auditRetentionDays * DAY_MS, maxEntries: auditMaxEntries };
}
