import { existsSync, readdirSync, renameSync, rmdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { syncFolder } from './database.ts';
import { spacesFolder } from './space-files.ts';

/** The name, or its end, of a folder that is being filled. */
export const INCOMPLETE = '.incomplete';

/** What a file system makes, and what an attempt that was cut short has left. */
const NO_CONTENT = ['lost+found', INCOMPLETE];

export function hasContent(folder: string): boolean {
  return existsSync(folder) && readdirSync(folder).some((name) => !NO_CONTENT.includes(name));
}

/** Where a new folder is filled: beside it, or inside where it is there; nothing can take the place of a mounted volume. */
export function unfinishedFolder(target: string): string {
  const path = resolve(target);
  return existsSync(path) ? join(path, INCOMPLETE) : `${path}${INCOMPLETE}`;
}

/** Gives a folder that is whole its name, once all of it is on disk. */
export function finishFolder(folder: string, target: string): void {
  syncFolder(spacesFolder(folder));
  syncFolder(folder);
  const path = resolve(target);
  if (dirname(folder) !== path) renameSync(folder, path);
  else {
    // The catalogue comes last: no server starts on files of spaces without it.
    const names = readdirSync(folder).sort((a, b) => Number(a === 'hub.db') - Number(b === 'hub.db'));
    for (const name of names) renameSync(join(folder, name), join(path, name));
    rmdirSync(folder);
    syncFolder(path);
  }
  syncFolder(dirname(path));
}
