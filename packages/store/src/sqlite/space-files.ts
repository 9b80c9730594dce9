import { randomBytes } from 'node:crypto';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createFile, syncFolder } from './database.ts';

const FOLDER = 'spaces';

export function spacesFolder(dataFolder: string): string {
  return join(dataFolder, FOLDER);
}

/**
 * A file name for a space: recognisable, but neither the length nor the case of an id can make two spaces share one,
 * and a space created anew gets another than the one deleted before it.
 */
export function newPlace(spaceId: string): string {
  const readable = spaceId.replace(/[^A-Za-z0-9_-]/g, '_').slice(0, 60);
  return `${readable}.${randomBytes(6).toString('hex')}.db`;
}

export function spacePath(dataFolder: string, place: string): string {
  return join(dataFolder, FOLDER, place);
}

export function createSpaceFile(dataFolder: string, place: string): void {
  createFile(spacePath(dataFolder, place));
}

export function removeSpaceFile(dataFolder: string, place: string): void {
  const path = spacePath(dataFolder, place);
  for (const suffix of ['', '-wal', '-shm']) rmSync(path + suffix, { force: true });
  if (existsSync(spacesFolder(dataFolder))) syncFolder(spacesFolder(dataFolder));
}
