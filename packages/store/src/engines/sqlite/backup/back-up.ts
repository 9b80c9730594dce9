import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { damageOf, isDiskFull } from '../../../model/storage-fault.ts';
import { makePrivateFile, openExisting, syncFile } from '../database.ts';
import { shareFile } from '../share-file.ts';
import { spacePath } from '../space-files.ts';
import { BackupFault, type BackupReport, type OnSpace, refuseAddress } from './backup-fault.ts';
import { checkSpace, reading, type SpaceFile, spacesOf } from './checked-files.ts';
import { isSame, type Manifest, readManifest, type SpaceEntry, sumOf, writeManifest } from './manifest.ts';
import { stateOf } from './space-state.ts';
import { wholeFolder } from './whole-folder.ts';

/** A backup made before: what has not changed since is shared with it. */
export type Previous = { folder: string; spaces: ReadonlyMap<string, SpaceEntry> };

/**
 * Copies a data folder while a server may be using it. Each file is copied as of one moment, so all of a space fits
 * together; two spaces may be moments apart. The copy appears under its name when it is whole.
 */
export function backUp(
  data: string,
  target: string,
  onSpace: OnSpace,
  previous?: Previous,
): Promise<BackupReport> {
  refuseAddress(target);
  if (!existsSync(join(data, 'hub.db'))) throw new BackupFault(`there is no hub in the folder ${data}`);
  return wholeFolder(target, (folder) => {
    copied('the catalogue hub.db', () => copyOfMoment(join(data, 'hub.db'), join(folder, 'hub.db')));
    const report: BackupReport = { spaces: 0, unchanged: 0, features: 0, deleted: [] };
    const entries: SpaceEntry[] = [];
    const spaces = spacesOf(folder);
    for (const [i, space] of spaces.entries()) {
      const { id } = space;
      const same = unchanged(data, folder, space, previous);
      const entry = same ?? copySpace(data, folder, space);
      if (!entry) {
        report.deleted.push(id);
        continue;
      }
      entries.push(entry);
      report.spaces++;
      report.features += entry.features;
      if (same) report.unchanged++;
      const { features } = entry;
      onSpace({ id, features, number: i + 1, of: spaces.length, isUnchanged: same !== undefined });
    }
    forgetSpaces(folder, report.deleted);
    writeManifest(folder, manifestOf(folder, entries));
    return report;
  });
}

/** The manifest of a folder that has everything else. */
export function manifestOf(folder: string, spaces: SpaceEntry[]): Manifest {
  const catalogue = sumOf(join(folder, 'hub.db'));
  return { format: 1, madeAt: new Date().toISOString(), catalogue, spaces };
}

/** What the next backup can share of this one; nothing of one that an older Meridian made. */
export function previousOf(folder: string): Previous {
  const spaces = readManifest(folder)?.spaces ?? [];
  return { folder, spaces: new Map(spaces.map((entry) => [entry.file, entry])) };
}

/** The entry of a copy that is in its folder. */
export function entryOf(folder: string, space: SpaceFile): SpaceEntry {
  const { id, file } = space;
  const path = spacePath(folder, file);
  const features = checkSpace(path, id);
  const state = reading(path, (database) => stateOf(space, database, path));
  return { id, file, features, state, ...sumOf(path) };
}

/** Undefined where the space is gone. */
function copySpace(data: string, folder: string, space: SpaceFile): SpaceEntry | undefined {
  const { id, file } = space;
  const isThere = copied(`the space ${id}`, () =>
    copyOfMoment(spacePath(data, file), spacePath(folder, file)),
  );
  if (isThere) return entryOf(folder, space);
  if (isListed(data, file)) throw notCopied(`the space ${id}`, 'is missing');
  return undefined;
}

/** Whether the hub still has the space whose file this is: one that is deleted goes from the catalogue first. */
function isListed(data: string, file: string): boolean {
  const database = openExisting(join(data, 'hub.db'));
  try {
    return database.prepare('SELECT 1 FROM space WHERE file = ?').get(file) !== undefined;
  } finally {
    database.close();
  }
}

/** Shares the file of the backup before, where the space is still as it was and the file is still what it was. */
function unchanged(
  data: string,
  folder: string,
  space: SpaceFile,
  previous: Previous | undefined,
): SpaceEntry | undefined {
  const entry = previous?.spaces.get(space.file);
  const from = spacePath(data, space.file);
  if (!entry || !existsSync(from)) return undefined;
  const state = copied(`the space ${space.id}`, () => {
    const database = openExisting(from);
    try {
      return stateOf(space, database, from);
    } finally {
      database.close();
    }
  });
  const before = spacePath(previous!.folder, space.file);
  if (state !== entry.state || !existsSync(before) || !isSame(sumOf(before), entry)) return undefined;
  shareFile(before, spacePath(folder, space.file));
  return { ...entry, id: space.id };
}

/** A file that cannot be read or written is reported in words. */
function copied<T>(what: string, copy: () => T): T {
  try {
    return copy();
  } catch (error) {
    if (isDiskFull(error)) throw new BackupFault(`${what} was not copied: the disk is full`);
    const damage = damageOf(error);
    if (damage === undefined) throw error;
    throw notCopied(what, damage);
  }
}

function notCopied(what: string, damage: string): BackupFault {
  return new BackupFault(
    `${what} was not copied: its file ${damage}. There is no backup without it; "meridian doctor" shows what is damaged, and what can be repaired`,
  );
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
    makePrivateFile(to);
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

function forgetSpaces(folder: string, ids: readonly string[]): void {
  if (ids.length === 0) return;
  const database = new DatabaseSync(join(folder, 'hub.db'));
  const forget = database.prepare('DELETE FROM space WHERE id = ?');
  for (const id of ids) forget.run(id);
  database.close();
}
