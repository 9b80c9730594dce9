import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { syncFolder } from '../database.ts';
import { INCOMPLETE } from '../unfinished-folder.ts';
import { refuseAddress } from './backup-fault.ts';
import { isBackup } from './manifest.ts';

/** The names of backups in a series: the moment at which each began. They sort by time. */
const NAME = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(\d{3})Z$/;
/** A backup that is still being made is not older than this; what is, was cut short. */
const LONGEST_MS = 24 * 3600 * 1000;

export type Series = {
  /** The folder of the backup that is to be made. */
  next: string;
  /** The newest that is whole. */
  newest: string | undefined;
  /** Removes the oldest ones beyond so many, and what was cut short; gives how many backups went. */
  prune(keep: number): number;
};

/** Backups of one hub in a folder, one beside the other. */
export function openSeries(folder: string, now: Date = new Date()): Series {
  refuseAddress(folder);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const newest = wholeOnes(folder).at(-1);
  return {
    next: join(folder, now.toISOString().replaceAll(/[-:.]/g, '')),
    newest: newest && join(folder, newest),
    prune(keep) {
      const surplus = wholeOnes(folder).slice(0, -keep);
      const cutShort = readdirSync(folder).filter((name) => wasCutShort(name, now));
      for (const name of [...surplus, ...cutShort]) rmSync(join(folder, name), { recursive: true });
      syncFolder(folder);
      return surplus.length;
    },
  };
}

function wholeOnes(folder: string): string[] {
  return readdirSync(folder)
    .filter(
      (name) => NAME.test(name) && isBackup(join(folder, name)) && existsSync(join(folder, name, 'hub.db')),
    )
    .sort();
}

function wasCutShort(name: string, now: Date): boolean {
  if (!name.endsWith(INCOMPLETE)) return false;
  const parts = NAME.exec(name.slice(0, -INCOMPLETE.length));
  if (!parts) return false;
  const [year, month, day, hour, minute, second, millisecond] = parts.slice(1).map(Number) as [
    number,
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  return now.getTime() - Date.UTC(year, month - 1, day, hour, minute, second, millisecond) > LONGEST_MS;
}
