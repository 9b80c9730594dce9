import { rmSync } from 'node:fs';
import { makeDataFolder } from '../space-files.ts';
import { finishFolder, hasContent, unfinishedFolder } from '../unfinished-folder.ts';
import { BackupFault } from './backup-fault.ts';

/** Fills a folder under another name, and gives it its own once all of it is on disk. */
export async function wholeFolder<T>(target: string, fill: (folder: string) => T | Promise<T>): Promise<T> {
  if (hasContent(target))
    throw new BackupFault(`the folder ${target} is not empty: name one that is, or that is not there yet`);
  const folder = unfinishedFolder(target);
  rmSync(folder, { recursive: true, force: true });
  makeDataFolder(folder);
  try {
    const result = await fill(folder);
    finishFolder(folder, target);
    return result;
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
}
