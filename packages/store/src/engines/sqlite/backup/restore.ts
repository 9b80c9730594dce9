import { chmodSync, constants, copyFileSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { checkFormat, openForWriting, PRIVATE_FILE, syncFile, syncFolder, transaction } from '../database.ts';
import { lockFolder } from '../lock.ts';
import { CATALOGUE_MIGRATIONS } from '../schema.ts';
import { newFileName, removeSpaceFile, spacePath, spacesFolder } from '../space-files.ts';
import { BackupFault, type BackupReport, type OnSpace, refuseAddress } from './backup-fault.ts';
import { checkCatalogue, checkSpace, reading, type SpaceFile, spacesOf } from './checked-files.ts';
import { type Manifest, readManifest } from './manifest.ts';
import { compare, requireFile } from './verify.ts';
import { wholeFolder } from './whole-folder.ts';

/** Makes a data folder of a backup, which is checked and stays as it is. */
export function restore(backup: string, data: string, onSpace: OnSpace): Promise<BackupReport> {
  refuseAddress(data);
  requireBackup(backup);
  return wholeFolder(data, (folder) => {
    const manifest = readManifest(backup);
    const catalogue = join(folder, 'hub.db');
    copyWhole(join(backup, 'hub.db'), catalogue);
    if (manifest) compare(catalogue, manifest.catalogue, 'the catalogue');
    checkCatalogue(catalogue);
    const report: BackupReport = { spaces: 0, unchanged: 0, features: 0, deleted: [] };
    const spaces = spacesOf(folder);
    for (const [i, space] of spaces.entries()) {
      const features = copySpace({ backup, manifest }, space, spacePath(folder, space.file));
      report.spaces++;
      report.features += features;
      onSpace({ id: space.id, features, number: i + 1, of: spaces.length });
    }
    return report;
  });
}

/**
 * Brings one space back into a data folder that no server uses: as it was, with its definition, in the place of the one
 * that has its id now, if there is one.
 */
export function restoreIntoFolder(backup: string, data: string, id: string, onSpace: OnSpace): BackupReport {
  requireBackup(backup);
  const catalogue = join(data, 'hub.db');
  if (!existsSync(catalogue)) throw new BackupFault(`there is no hub in the folder ${data}`);
  const space = spacesOf(backup).find((one) => one.id === id);
  if (!space) throw new BackupFault(`the backup ${backup} has no space ${id}`);
  const unlock = lockFolder(data);
  const database = openForWriting(catalogue, CATALOGUE_MIGRATIONS);
  try {
    const file = newFileName(id);
    // Whatever is noted there is removed at the next start, should this be cut short.
    database.prepare('INSERT INTO stray_file (file) VALUES (?)').run(file);
    const features = copySpace({ backup, manifest: readManifest(backup) }, space, spacePath(data, file));
    syncFolder(spacesFolder(data));
    const replaced = enter(database, { ...space, file });
    if (replaced !== undefined) removeSpaceFile(data, replaced);
    onSpace({ id, features, number: 1, of: 1 });
    return { spaces: 1, unchanged: 0, features, deleted: [] };
  } finally {
    database.close();
    unlock();
  }
}

/** Has the catalogue name the file of a space. The file that it named before, which is to be removed. */
function enter(database: DatabaseSync, { id, file, body }: SpaceFile): string | undefined {
  return transaction(database, () => {
    const before = database.prepare('SELECT file FROM space WHERE id = ?').get(id)?.file as
      | string
      | undefined;
    if (before === undefined)
      database.prepare('INSERT INTO space (id, file, body) VALUES (?, ?, ?)').run(id, file, body);
    else {
      database.prepare('UPDATE space SET file = ?, body = ? WHERE id = ?').run(file, body, id);
      database.prepare('INSERT INTO stray_file (file) VALUES (?)').run(before);
    }
    database.prepare('DELETE FROM stray_file WHERE file = ?').run(file);
    return before;
  });
}

function requireBackup(backup: string): void {
  if (!existsSync(join(backup, 'hub.db'))) throw new BackupFault(`${backup} is no backup: it has no hub.db`);
  reading(join(backup, 'hub.db'), (database) => checkFormat(database, backup, CATALOGUE_MIGRATIONS.length));
}

/** The number of its features. */
function copySpace(
  { backup, manifest }: { backup: string; manifest: Manifest | undefined },
  space: SpaceFile,
  to: string,
): number {
  const from = spacePath(backup, space.file);
  requireFile(from, space);
  copyWhole(from, to);
  const entry = manifest?.spaces.find(({ file }) => file === space.file);
  if (entry) compare(to, entry, `the space ${space.id}`);
  return checkSpace(to, space.id);
}

function copyWhole(from: string, to: string): void {
  for (const suffix of ['-wal', '-shm'])
    if (existsSync(from + suffix))
      throw new BackupFault(`${from} is in use or was not closed: make the backup with "meridian backup"`);
  copyFileSync(from, to, constants.COPYFILE_FICLONE);
  chmodSync(to, PRIVATE_FILE);
  syncFile(to);
}
