import { existsSync } from 'node:fs';
import { checkFormat } from '../database.ts';
import { SPACE_MIGRATIONS } from '../schema.ts';
import { spacePath } from '../space-files.ts';
import type { SharedSpace } from '../transfer/sqlite-target.ts';
import { reading } from './checked-files.ts';
import { isSame, readManifest, sumOf } from './manifest.ts';

/** What a new backup of a database can share of an earlier one: files that are still what was written. */
export function sharedSpaces(backup: string): SharedSpace[] {
  const entries = readManifest(backup)?.spaces ?? [];
  return entries.flatMap(({ id, file, origin, ...sum }) => {
    const path = spacePath(backup, file);
    const isUsable = origin !== undefined && existsSync(path) && isSame(sumOf(path), sum) && isSettled(path);
    return isUsable ? [{ id, storageKey: file, fingerprint: origin, path }] : [];
  });
}

/** Entries that waited for an activity log may be in it by now, which changes nothing else of the space. */
function isSettled(path: string): boolean {
  return reading(path, (database) => {
    const isCurrent = checkFormat(database, path, SPACE_MIGRATIONS.length) === SPACE_MIGRATIONS.length;
    return isCurrent && database.prepare('SELECT 1 FROM outbox LIMIT 1').get() === undefined;
  });
}
