import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { checkFormat, openStill } from '../database.ts';
import { CATALOGUE_MIGRATIONS, SPACE_MIGRATIONS } from '../schema.ts';
import { BackupFault } from './backup-fault.ts';

/** A space as the catalogue has it; `body` is the text of its definition. */
export type SpaceFile = { id: string; file: string; body: string };

/** The spaces in the catalogue of a folder, in the order they were made. */
export function spacesOf(folder: string): SpaceFile[] {
  return reading(join(folder, 'hub.db'), (database) =>
    (database.prepare('SELECT id, file, body FROM space ORDER BY serial').all() as SpaceFile[]).map(
      (row) => ({ ...row }),
    ),
  );
}

export function checkCatalogue(path: string): void {
  check(path, CATALOGUE_MIGRATIONS.length, 'the catalogue');
}

/** The number of its features, where the file is sound and has all that it says it has. */
export function checkSpace(path: string, id: string): number {
  check(path, SPACE_MIGRATIONS.length, `the space ${id}`);
  return reading(path, (database) => {
    // Nothing was ever written to it.
    if (checkFormat(database, path, SPACE_MIGRATIONS.length) === 0) return 0;
    const { stored } = database.prepare('SELECT count AS stored FROM content').get() as { stored: number };
    const { found } = database.prepare('SELECT count(*) AS found FROM feature').get() as { found: number };
    if (stored !== found)
      throw new BackupFault(`the space ${id} is damaged: it should have ${stored} features and has ${found}`);
    return found;
  });
}

function check(path: string, knownFormat: number, what: string): void {
  reading(path, (database) => {
    checkFormat(database, path, knownFormat);
    const { quick_check: result } = database.prepare('PRAGMA quick_check(1)').get() as {
      quick_check: string;
    };
    if (result !== 'ok') throw new BackupFault(`${what} is damaged: ${result}`);
  });
}

/** Opens a file that no server uses; what SQLite says of it is reported with the name of the file. */
export function reading<T>(path: string, read: (database: DatabaseSync) => T): T {
  let database: DatabaseSync | undefined;
  try {
    database = openStill(path);
    return read(database);
  } catch (error) {
    if ((error as { errcode?: number }).errcode === undefined) throw error;
    throw new BackupFault(`${path} cannot be read: ${(error as Error).message}`);
  } finally {
    database?.close();
  }
}
