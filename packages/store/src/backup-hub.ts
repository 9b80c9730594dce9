import { copyHub, isDatabase } from './copy-hub.ts';
import { backUp, entryOf, manifestOf, previousOf } from './engines/sqlite/backup/back-up.ts';
import { type BackupReport, type OnSpace, refuseAddress } from './engines/sqlite/backup/backup-fault.ts';
import { spacesOf } from './engines/sqlite/backup/checked-files.ts';
import { writeManifest } from './engines/sqlite/backup/manifest.ts';
import { restore } from './engines/sqlite/backup/restore.ts';
import { openSeries } from './engines/sqlite/backup/series.ts';
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
    ? backUpDatabase(store, target, onSpace)
    : backUp(store, target, onSpace, newest === undefined ? undefined : previousOf(newest)));
  return { target, report, removed: prune(keep) };
}

/** Makes a hub of a backup: in a data folder or a database that is empty. */
export async function restoreHub(backup: string, store: string, onSpace: OnSpace): Promise<BackupReport> {
  if (!isDatabase(store)) return restore(backup, store, onSpace);
  return reportOf(await copyHub(backup, store, progressOf(onSpace)));
}

/** All of a database is read as of one moment. */
async function backUpDatabase(url: string, target: string, onSpace: OnSpace): Promise<BackupReport> {
  refuseAddress(target);
  const report = await copyHub(url, target, progressOf(onSpace));
  const entries = spacesOf(target).map((space) => entryOf(target, space));
  writeManifest(target, manifestOf(target, entries));
  return reportOf(report);
}

function progressOf(onSpace: OnSpace): (progress: MoveProgress) => void {
  return ({ space: id, features, number, of, state }) => {
    if (state !== 'copying') onSpace({ id, features, number, of });
  };
}

function reportOf({ spaces, features }: MoveReport): BackupReport {
  return { spaces, features, unchanged: 0, deleted: [] };
}
