import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { spacePath } from '../space-files.ts';
import { BackupFault, type BackupReport, type OnSpace } from './backup-fault.ts';
import { checkCatalogue, checkSpace, spacesOf } from './checked-files.ts';
import { type FileSum, isSame, readManifest, sumOf } from './manifest.ts';

/** Holds every file of a backup against its checksum; of a backup without any, checks the files themselves. */
export function verifyBackup(folder: string, onSpace: OnSpace): BackupReport {
  if (!existsSync(join(folder, 'hub.db'))) throw new BackupFault(`${folder} is no backup: it has no hub.db`);
  const manifest = readManifest(folder);
  const catalogue = join(folder, 'hub.db');
  if (manifest) compare(catalogue, manifest.catalogue, 'the catalogue');
  else checkCatalogue(catalogue);
  const spaces = manifest?.spaces ?? spacesOf(folder);
  const report: BackupReport = { spaces: spaces.length, unchanged: 0, features: 0, deleted: [] };
  for (const [i, space] of spaces.entries()) {
    const path = spacePath(folder, space.file);
    requireFile(path, space);
    if ('sha256' in space) compare(path, space, `the space ${space.id}`);
    const features = 'features' in space ? space.features : checkSpace(path, space.id);
    report.features += features;
    onSpace({ id: space.id, features, number: i + 1, of: spaces.length });
  }
  return report;
}

export function requireFile(path: string, { id, file }: { id: string; file: string }): void {
  if (!existsSync(path))
    throw new BackupFault(`the backup is not whole: the file ${file} of the space ${id} is missing`);
}

/** Fails where a file is not what was written. */
export function compare(path: string, expected: FileSum, what: string): void {
  if (!isSame(sumOf(path), expected))
    throw new BackupFault(`${what} is damaged in the backup: ${path} is not what was written`);
}
