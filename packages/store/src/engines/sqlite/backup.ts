import { constants, copyFileSync, existsSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { damageOf, isDiskFull } from '../../model/storage-fault.ts';
import { checkFormat, openExisting, syncFile, syncFolder } from './database.ts';
import { CATALOGUE_MIGRATIONS, SPACE_MIGRATIONS } from './schema.ts';
import { makeDataFolder, spacePath, spacesFolder } from './space-files.ts';

/** A copy that can't be made or used, in words for whoever asked for it. */
export class BackupFault extends Error {}

export type CopiedSpace = { id: string; features: number; number: number; of: number };

/** `deleted`: spaces that went while the copy was made, and are not in it. */
export type BackupReport = { spaces: number; features: number; deleted: string[] };

type SpaceFile = { id: string; file: string };

/**
 * Copies a data folder while a server may be using it. Each file is copied as of one moment, so all of a space fits
 * together; two spaces may be moments apart. The copy is a data folder itself and appears under its name when it is whole.
 */
export function backUp(data: string, target: string, told: (space: CopiedSpace) => void): BackupReport {
  refuseAddress(target);
  if (!existsSync(join(data, 'hub.db'))) throw new BackupFault(`there is no hub in the folder ${data}`);
  return whole(target, (folder) => {
    copied('the catalogue hub.db', () => copyOfMoment(join(data, 'hub.db'), join(folder, 'hub.db')));
    const report: BackupReport = { spaces: 0, features: 0, deleted: [] };
    const spaces = spacesOf(folder);
    for (const [i, { id, file }] of spaces.entries()) {
      const copy = spacePath(folder, file);
      if (!copied(`the space ${id}`, () => copyOfMoment(spacePath(data, file), copy))) {
        report.deleted.push(id);
        continue;
      }
      const features = checkSpace(copy, id);
      report.spaces++;
      report.features += features;
      told({ id, features, number: i + 1, of: spaces.length });
    }
    forgetSpaces(folder, report.deleted);
    return report;
  });
}

/** `s3://bucket/x` would be made as a folder `s3:` here, and be taken for a backup that is elsewhere. */
function refuseAddress(target: string): void {
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(target))
    throw new BackupFault(
      `${target} is an address, and a backup is written to a folder: write it to one and copy that there`,
    );
}

/** Makes a data folder of a copy, which is checked first and stays as it is. */
export function restore(copy: string, data: string, told: (space: CopiedSpace) => void): BackupReport {
  refuseAddress(data);
  if (!existsSync(join(copy, 'hub.db'))) throw new BackupFault(`${copy} is no backup: it has no hub.db`);
  return whole(data, (folder) => {
    copyWhole(join(copy, 'hub.db'), join(folder, 'hub.db'));
    check(join(folder, 'hub.db'), CATALOGUE_MIGRATIONS.length, 'the catalogue');
    const report: BackupReport = { spaces: 0, features: 0, deleted: [] };
    const spaces = spacesOf(folder);
    for (const [i, { id, file }] of spaces.entries()) {
      if (!existsSync(spacePath(copy, file)))
        throw new BackupFault(`the backup is not whole: the file ${file} of the space ${id} is missing`);
      copyWhole(spacePath(copy, file), spacePath(folder, file));
      const features = checkSpace(spacePath(folder, file), id);
      report.spaces++;
      report.features += features;
      told({ id, features, number: i + 1, of: spaces.length });
    }
    return report;
  });
}

/** Fills a folder under another name, and gives it its own once all of it is on disk. */
function whole<T>(target: string, fill: (folder: string) => T): T {
  if (existsSync(target) && readdirSync(target).length > 0)
    throw new BackupFault(`the folder ${target} is not empty: name one that is, or that is not there yet`);
  const folder = `${resolve(target)}.incomplete`;
  rmSync(folder, { recursive: true, force: true });
  makeDataFolder(folder);
  try {
    const result = fill(folder);
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

/** A file that cannot be read or written is told in words. */
function copied<T>(what: string, copy: () => T): T {
  try {
    return copy();
  } catch (error) {
    if (isDiskFull(error)) throw new BackupFault(`${what} was not copied: the disk is full`);
    const damage = damageOf(error);
    if (damage === undefined) throw error;
    throw new BackupFault(
      `${what} was not copied: its file ${damage}. There is no backup without it; "meridian doctor" shows what is damaged, and what can be repaired`,
    );
  }
}

/** False where the file is gone. */
function copyOfMoment(from: string, to: string): boolean {
  let database: DatabaseSync;
  try {
    database = openExisting(from);
  } catch (error) {
    if (!existsSync(from)) return false;
    throw error;
  }
  try {
    database.prepare('VACUUM INTO ?').run(to);
  } finally {
    database.close();
  }
  // It has left the mode in which readers and a writer do not wait for each other.
  const copy = new DatabaseSync(to);
  copy.exec('PRAGMA journal_mode = WAL');
  copy.close();
  syncFile(to);
  return true;
}

function copyWhole(from: string, to: string): void {
  for (const suffix of ['-wal', '-shm'])
    if (existsSync(from + suffix))
      throw new BackupFault(`${from} is in use or was not closed: make the backup with "meridian backup"`);
  copyFileSync(from, to, constants.COPYFILE_FICLONE);
  syncFile(to);
}

function spacesOf(folder: string): SpaceFile[] {
  return reading(join(folder, 'hub.db'), (database) =>
    (database.prepare('SELECT id, file FROM space ORDER BY serial').all() as SpaceFile[]).map((row) => ({
      ...row,
    })),
  );
}

function forgetSpaces(folder: string, ids: readonly string[]): void {
  if (ids.length === 0) return;
  const database = new DatabaseSync(join(folder, 'hub.db'));
  const forget = database.prepare('DELETE FROM space WHERE id = ?');
  for (const id of ids) forget.run(id);
  database.close();
}

/** The number of its features, where the file is sound and has all that it says it has. */
function checkSpace(path: string, id: string): number {
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

function reading<T>(path: string, read: (database: DatabaseSync) => T): T {
  const database = new DatabaseSync(path);
  try {
    return read(database);
  } catch (error) {
    if ((error as { errcode?: number }).errcode === undefined) throw error;
    throw new BackupFault(`${path} cannot be read: ${(error as Error).message}`);
  } finally {
    database.close();
  }
}
