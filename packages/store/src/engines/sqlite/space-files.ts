import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { createFile, syncFolder } from './database.ts';

const FOLDER = 'spaces';

export function spacesFolder(dataFolder: string): string {
  return join(dataFolder, FOLDER);
}

/** Makes a data folder, with the folders above it, where it is not there yet. All of it is on disk then. */
export function makeDataFolder(dataFolder: string): void {
  const folder = resolve(dataFolder);
  makeFolder(dirname(folder));
  makeFolder(folder, PRIVATE);
  makeFolder(spacesFolder(folder), PRIVATE);
  // The process that created it may have died before that.
  syncFolder(dirname(folder));
  syncFolder(folder);
}

/** Hashes of passwords and tokens, and everybody's features, are nothing for other users of the machine. */
const PRIVATE = 0o700;

/** Node's own way to make those above too (26.10) tries for ever where the system takes no folders, as in /proc. */
function makeFolder(path: string, mode?: number): void {
  if (existsSync(path)) return;
  makeFolder(dirname(path));
  try {
    mkdirSync(path, { mode });
  } catch (error) {
    // Somebody else may have made it meanwhile.
    if (!existsSync(path)) throw error;
  }
  syncFolder(dirname(path));
}

/**
 * A file name for a space: recognisable, but neither the length nor the case of an id can make two spaces share one,
 * and a space created again gets another than the one deleted before it.
 */
export function newFileName(spaceId: string): string {
  const readable = spaceId.replace(/[^A-Za-z0-9_-]/g, '_').slice(0, 60);
  return `${readable}.${randomBytes(6).toString('hex')}.db`;
}

export function spacePath(dataFolder: string, storageKey: string): string {
  return join(dataFolder, FOLDER, storageKey);
}

export function createSpaceFile(dataFolder: string, storageKey: string): void {
  createFile(spacePath(dataFolder, storageKey));
}

export function removeSpaceFile(dataFolder: string, storageKey: string): void {
  const path = spacePath(dataFolder, storageKey);
  for (const suffix of ['', '-wal', '-shm']) rmSync(path + suffix, { force: true, recursive: true });
  if (existsSync(spacesFolder(dataFolder))) syncFolder(spacesFolder(dataFolder));
}
