import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ExportLimits, isEmbedded } from '@meridian/hub';
import type { Settings } from './settings.ts';

const HOUR_MS = 60 * 60 * 1000;

/** `isTemporary`: the folder is to be deleted when the server ends. */
export function exportLimits(settings: Settings): ExportLimits & { isTemporary: boolean } {
  const { exports: folder, exportHours, maxExportBytes: maxBytes } = settings;
  const limits = { maxBytes, lifetimeMs: exportHours * HOUR_MS };
  if (folder !== undefined) return { ...limits, folder, isTemporary: false };
  if (isEmbedded(settings)) return { ...limits, folder: join(settings.data, 'exports'), isTemporary: false };
  return { ...limits, folder: mkdtempSync(join(tmpdir(), 'meridian-exports-')), isTemporary: true };
}
