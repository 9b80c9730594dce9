import { constants, copyFileSync, linkSync } from 'node:fs';
import { syncFile } from './database.ts';

/** One file under two names, where the file system has that; else a copy. */
export function shareFile(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'EXDEV' && code !== 'EPERM' && code !== 'ENOTSUP' && code !== 'EMLINK') throw error;
    copyFileSync(from, to, constants.COPYFILE_FICLONE);
    syncFile(to);
  }
}
