import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { damaged, damageOf } from '../../../model/storage-fault.ts';
import { createFile, isEmptyFile, keepPrivate, openForWriting } from '../database.ts';
import { CATALOGUE_MIGRATIONS } from '../schema.ts';
import { spacesFolder } from '../space-files.ts';

/** No server can start on the data folder; the message says why, and what would help. */
export class DataFolderDamaged extends Error {
  readonly code = 'DATA_FOLDER_DAMAGED';
}

export function cataloguePath(folder: string): string {
  return join(folder, 'hub.db');
}

/**
 * Creates the catalogue of a new data folder, or brings the one that is there up to date. Done before a thread opens it: here a
 * format that is too new, or a file that is damaged, can be distinguished from a thread that died.
 */
export function prepareCatalogue(folder: string): void {
  const path = cataloguePath(folder);
  const lost = lostSpaces(folder);
  if (lost > 0)
    throw new DataFolderDamaged(
      `${path} is ${existsSync(path) ? 'empty' : 'missing'}, but there are ${lost} files of spaces beside it, which nothing else names. ${REMEDY}`,
    );
  if (!existsSync(path) || isEmptyFile(path)) createFile(path);
  keepPrivate(path);
  try {
    openForWriting(path, CATALOGUE_MIGRATIONS).close();
  } catch (error) {
    const damage = damageOf(error);
    throw damage === undefined ? error : unusableCatalogue(path, `it ${damage}`);
  }
}

export function unusableCatalogue(path: string, reason: string): DataFolderDamaged {
  return new DataFolderDamaged(`Cannot use ${path}: ${reason}. ${REMEDY}`);
}

/** An error of SQLite about the catalogue of a running server; any other as it is. */
export function asCatalogueFault(error: unknown): unknown {
  const damage = damageOf(error);
  return damage === undefined ? error : damaged(`the catalogue of the hub ${damage}`);
}

const REMEDY =
  'Without this file nobody knows accounts, tokens and spaces. Restore the data folder from a backup ("meridian restore"); "meridian doctor" shows what else is damaged';

/** Files of spaces that a new catalogue would hide: a server that began with one would look like a new hub. */
function lostSpaces(folder: string): number {
  const path = cataloguePath(folder);
  if ((existsSync(path) && !isEmptyFile(path)) || !existsSync(spacesFolder(folder))) return 0;
  return readdirSync(spacesFolder(folder)).filter((name) => name.endsWith('.db')).length;
}
