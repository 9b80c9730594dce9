import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { syncFolder } from '../database.ts';
import { makeDataFolder, spacesFolder } from '../space-files.ts';
import { BackupFault } from './backup-fault.ts';

/** The name that a folder has until all of it is there. */
export const INCOMPLETE = '.incomplete';

/** Fills a folder under another name, and gives it its own once all of it is on disk. */
export async function wholeFolder<T>(target: string, fill: (folder: string) => T | Promise<T>): Promise<T> {
  if (existsSync(target) && readdirSync(target).length > 0)
    throw new BackupFault(`the folder ${target} is not empty: name one that is, or that is not there yet`);
  const folder = `${resolve(target)}${INCOMPLETE}`;
  rmSync(folder, { recursive: true, force: true });
  makeDataFolder(folder);
  try {
    const result = await fill(folder);
    syncFolder(spacesFolder(folder));
    syncFolder(folder);
    rmSync(target, { recursive: true, force: true });
    renameSync(folder, target);
    syncFolder(dirname(resolve(target)));
    return result;
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
}
