import { existsSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import {
  type ArrivedSpace,
  type HubSource,
  type HubTarget,
  MOVED_TABLES,
  type MovedTable,
  MoveFault,
} from '../../../transfer/hub-image.ts';
import { createFile, openForWriting } from '../database.ts';
import { lockFolder } from '../lock.ts';
import { CATALOGUE_MIGRATIONS } from '../schema.ts';
import { shareFile } from '../share-file.ts';
import {
  createSpaceFile,
  makeDataFolder,
  newFileName,
  removeSpaceFile,
  spacePath,
  spacesFolder,
} from '../space-files.ts';
import { finishFolder, hasContent, unfinishedFolder } from '../unfinished-folder.ts';
import { fillFile } from './fill-space.ts';

/** What an unfinished copy is about, in its catalogue until it is finished. */
const STATE = `CREATE TABLE IF NOT EXISTS copying (source TEXT NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS arrived_space (id TEXT PRIMARY KEY, place TEXT NOT NULL, mark TEXT NOT NULL) STRICT`;

/** Fills a folder with `.incomplete` in its name until all of it is there. */
export async function openSqliteTarget(
  target: string,
  source: string,
  shared: readonly SharedSpace[] = [],
): Promise<HubTarget> {
  if (hasContent(target))
    throw new MoveFault(`the folder ${target} is not empty: name one that is, or that is not there yet`);
  const folder = unfinishedFolder(target);
  makeDataFolder(folder);
  const unlock = lockFolder(folder);
  try {
    const path = join(folder, 'hub.db');
    if (!existsSync(path)) createFile(path);
    const catalogue = openForWriting(path, CATALOGUE_MIGRATIONS);
    emptyFinished(catalogue);
    baseRevision(catalogue, folder, source);
    for (const space of shared) shareSpace(catalogue, folder, space);
    return targetOf(resolve(target), folder, catalogue, unlock);
  } catch (error) {
    unlock();
    throw error;
  }
}

/** A space that an earlier backup has, in a file that a new one can have too while the space is the same. */
export type SharedSpace = ArrivedSpace & { id: string; path: string };

function shareSpace(catalogue: DatabaseSync, folder: string, space: SharedSpace): void {
  const { id, storageKey, fingerprint, path } = space;
  shareFile(path, spacePath(folder, storageKey));
  catalogue.prepare('INSERT INTO arrived_space VALUES (?, ?, ?)').run(id, storageKey, fingerprint);
}

/** A copy that was stopped when all but its name was done: it is made again, since nothing tells any more of what. */
function emptyFinished(catalogue: DatabaseSync): void {
  const isBegun = catalogue.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'copying'").get();
  if (isBegun) return;
  for (const table of ['space', ...Object.keys(MOVED_TABLES)]) catalogue.exec(`DELETE FROM ${table}`);
}

function baseRevision(catalogue: DatabaseSync, folder: string, source: string): void {
  catalogue.exec(STATE);
  const begun = catalogue.prepare('SELECT source FROM copying').get()?.source;
  if (begun === undefined) catalogue.prepare('INSERT INTO copying VALUES (?)').run(source);
  else if (begun !== source)
    throw new MoveFault(
      `${folder} has an unfinished copy of another hub, ${begun}: finish that one, or remove the folder`,
    );
}

function targetOf(target: string, folder: string, catalogue: DatabaseSync, unlock: () => void): HubTarget {
  const rows = catalogue
    .prepare('SELECT id, place AS storageKey, mark AS fingerprint FROM arrived_space')
    .all();
  const arrived = new Map(rows.map((row) => [row.id as string, row as ArrivedSpace]));
  const remove = (id: string) => {
    catalogue.prepare('DELETE FROM arrived_space WHERE id = ?').run(id);
    removeSpaceFile(folder, arrived.get(id)!.storageKey);
    arrived.delete(id);
  };
  removeCutShort(folder, arrived);
  return {
    name: target,
    arrived,
    async take(space, head, fingerprint, fill) {
      if (arrived.has(space.id)) remove(space.id);
      const storageKey = newFileName(space.id);
      createSpaceFile(folder, storageKey);
      await fillFile(spacePath(folder, storageKey), head, fill);
      catalogue.prepare('INSERT INTO arrived_space VALUES (?, ?, ?)').run(space.id, storageKey, fingerprint);
      arrived.set(space.id, { storageKey, fingerprint });
    },
    async complete(source) {
      const spaces = await source.spaces();
      const there = new Set(spaces.map(({ id }) => id));
      for (const id of [...arrived.keys()]) if (!there.has(id)) remove(id);
      await takeCatalogue(catalogue, source, arrived);
      catalogue.close();
      unlock();
      finishFolder(folder, target);
    },
    async close() {
      if (!catalogue.isOpen) return;
      catalogue.close();
      unlock();
    },
  };
}

/** Files of spaces that an earlier attempt did not bring here whole. */
function removeCutShort(folder: string, arrived: ReadonlyMap<string, ArrivedSpace>): void {
  const whole = new Set([...arrived.values()].map(({ storageKey }) => storageKey));
  const storageKeys = new Set(
    readdirSync(spacesFolder(folder)).map((name) => name.replace(/-(wal|shm)$/, '')),
  );
  for (const storageKey of storageKeys) if (!whole.has(storageKey)) removeSpaceFile(folder, storageKey);
}

async function takeCatalogue(
  catalogue: DatabaseSync,
  source: HubSource,
  arrived: ReadonlyMap<string, ArrivedSpace>,
): Promise<void> {
  const last = await source.lastSerials();
  const spaces = await source.spaces();
  catalogue.exec('BEGIN IMMEDIATE');
  try {
    for (const table of Object.keys(MOVED_TABLES) as MovedTable[]) {
      const columns = MOVED_TABLES[table];
      const insert = catalogue.prepare(
        `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`,
      );
      for await (const page of source.rows(table))
        for (const row of page) insert.run(...columns.map((column) => row[column]!));
    }
    const addSpace = catalogue.prepare('INSERT INTO space (serial, id, file, body) VALUES (?, ?, ?, ?)');
    for (const { serial, id, body } of spaces) addSpace.run(serial, id, arrived.get(id)!.storageKey, body);
    for (const [table, serial] of Object.entries(last)) {
      catalogue.prepare('DELETE FROM sqlite_sequence WHERE name = ?').run(table);
      catalogue.prepare('INSERT INTO sqlite_sequence VALUES (?, ?)').run(table, serial);
    }
    catalogue.exec('DROP TABLE copying; DROP TABLE arrived_space; COMMIT');
  } catch (error) {
    if (catalogue.isTransaction) catalogue.exec('ROLLBACK');
    throw error;
  }
}
