import { join } from 'node:path';
import { copyHub, isDatabase } from './copy-hub.ts';
import { backUp, entryOf, manifestOf, previousOf } from './engines/sqlite/backup/back-up.ts';
import {
  BackupFault,
  type BackupReport,
  type OnSpace,
  refuseAddress,
} from './engines/sqlite/backup/backup-fault.ts';
import { spacesOf } from './engines/sqlite/backup/checked-files.ts';
import { writeManifest } from './engines/sqlite/backup/manifest.ts';
import { restore, restoreIntoFolder } from './engines/sqlite/backup/restore.ts';
import { openSeries } from './engines/sqlite/backup/series.ts';
import { sharedSpaces } from './engines/sqlite/backup/shared-spaces.ts';
import { archiveOf, unpack, withTemporaryFolder } from './engines/sqlite/backup/stream.ts';
import { verifyBackup } from './engines/sqlite/backup/verify.ts';
import { openSqliteSource } from './engines/sqlite/transfer/sqlite-source.ts';
import type { MoveProgress, MoveReport } from './transfer/move-hub.ts';

/** Writes a backup of the hub in `store`, a data folder or the URL of a PostgreSQL database, while it is being used. */
export function backUpHub(store: string, target: string, onSpace: OnSpace): Promise<BackupReport> {
  return isDatabase(store) ? backUpDatabase(store, target, onSpace) : backUp(store, target, onSpace);
}

/** The same into a folder of its own beside the earlier ones, of which `keep` stay. Unchanged spaces are not copied again. */
export async function backUpInSeries(
  store: string,
  folder: string,
  keep: number,
  onSpace: OnSpace,
): Promise<{ target: string; removed: number; report: BackupReport }> {
  const { next: target, newest, prune } = openSeries(folder);
  const report = await (isDatabase(store)
    ? backUpDatabase(store, target, onSpace, newest)
    : backUp(store, target, onSpace, newest === undefined ? undefined : previousOf(newest)));
  return { target, report, removed: prune(keep) };
}

/** Makes a hub of a backup: in a data folder or a database that is empty. */
export async function restoreHub(backup: string, store: string, onSpace: OnSpace): Promise<BackupReport> {
  if (!isDatabase(store)) return restore(backup, store, onSpace);
  verifyBackup(backup, () => {});
  return reportOf(await copyHub(backup, store, progressOf(onSpace)));
}

/**
 * Brings one space back into a hub that no server uses, in a data folder or a database: as it was, with its definition, in
 * the place of the one that has its id now, if there is one.
 */
export async function restoreSpace(
  backup: string,
  store: string,
  id: string,
  onSpace: OnSpace,
): Promise<BackupReport> {
  if (!isDatabase(store)) return restoreIntoFolder(backup, store, id, onSpace);
  verifyBackup(backup, () => {});
  const source = await openSqliteSource(backup);
  try {
    const space = (await source.spaces()).find((one) => one.id === id);
    if (!space) throw new BackupFault(`the backup ${backup} has no space ${id}`);
    const { restoreIntoDatabase } = await import('./engines/postgres/transfer/restore-space.ts');
    const features = await restoreIntoDatabase(source, space, store);
    onSpace({ id, features, number: 1, of: 1 });
    return { spaces: 1, unchanged: 0, features, deleted: [] };
  } finally {
    await source.close();
  }
}

/** The same as a tar archive, which `take` gets once all of it is made and checked in a temporary folder. */
export function backUpAsStream(
  store: string,
  take: (archive: AsyncIterable<Buffer>) => Promise<void>,
  onSpace: OnSpace,
): Promise<BackupReport> {
  return withTemporaryFolder(async (folder) => {
    const report = await backUpHub(store, join(folder, 'backup'), onSpace);
    await take(archiveOf(join(folder, 'backup')));
    return report;
  });
}

/** Unpacks what `backUpAsStream` wrote, for work that takes the folder of a backup. */
export function withUnpacked<T>(
  archive: AsyncIterable<Uint8Array>,
  work: (backup: string) => Promise<T>,
): Promise<T> {
  return withTemporaryFolder(async (folder) => {
    const backup = join(folder, 'backup');
    await unpack(archive, backup);
    return work(backup);
  });
}

/** All of a database is read as of one moment. Spaces that are as they were in the backup before are shared with it. */
async function backUpDatabase(
  url: string,
  target: string,
  onSpace: OnSpace,
  before?: string,
): Promise<BackupReport> {
  refuseAddress(target);
  const shared = before === undefined ? [] : sharedSpaces(before);
  const report = await copyHub(url, target, progressOf(onSpace), shared);
  const entries = spacesOf(target).map((space) => ({
    ...entryOf(target, space),
    origin: report.fingerprints.get(space.id)!,
  }));
  writeManifest(target, manifestOf(target, entries));
  return { ...reportOf(report), unchanged: report.there };
}

function progressOf(onSpace: OnSpace): (progress: MoveProgress) => void {
  return ({ space: id, features, number, of, state }) => {
    if (state !== 'copying') onSpace({ id, features, number, of, isUnchanged: state === 'there' });
  };
}

function reportOf({ spaces, features }: MoveReport): BackupReport {
  return { spaces, features, unchanged: 0, deleted: [] };
}
