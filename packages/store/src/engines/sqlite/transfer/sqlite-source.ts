import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import {
  type HubSource,
  MOVED_TABLES,
  type MovedRow,
  type MovedSpace,
  MoveFault,
  type SpaceRows,
} from '../../../transfer/hub-image.ts';
import { isBackup } from '../backup/manifest.ts';
import { checkFormat, openForReading, openStill } from '../database.ts';
import { lockFolder } from '../lock.ts';
import { CATALOGUE_MIGRATIONS } from '../schema.ts';
import { spacePath } from '../space-files.ts';
import { pagesOf, readHead, readSpaceRows } from './space-rows.ts';

const CATALOGUE_STEP_ROWS = 100;

/** Tables that have no other order are read in that of their keys. */
const ORDERS = {
  account: 'rowid',
  token: 'rowid',
  session: 'id_hash',
  familiar_place: 'account, place',
  server_key: 'name',
  project: 'serial',
  audit_entry: 'serial',
};

/** A data folder that no server uses, since what is written while a hub moves would stay behind; or a backup, which none can use. */
export async function openSqliteSource(folder: string): Promise<HubSource> {
  const path = join(folder, 'hub.db');
  if (!existsSync(path)) throw new MoveFault(`there is no hub in the folder ${folder}`);
  const isStill = isBackup(folder);
  const unlock = isStill ? () => {} : lockFolder(folder);
  const open = isStill ? openStill : openForReading;
  try {
    const catalogue = open(path);
    const format = checkFormat(catalogue, path, CATALOGUE_MIGRATIONS.length);
    if (format < CATALOGUE_MIGRATIONS.length)
      throw new MoveFault(
        `${path} was written by an older Meridian: start this one on the data folder${isStill ? ', restored from the backup,' : ''} once, so that it is brought up to date`,
      );
    return sourceOf(folder, catalogue, open, unlock);
  } catch (error) {
    unlock();
    throw error;
  }
}

function sourceOf(
  folder: string,
  catalogue: DatabaseSync,
  openFile: (path: string) => DatabaseSync,
  unlock: () => void,
): HubSource {
  let open: { storageKey: string; database: DatabaseSync } | undefined;
  const spaceFile = ({ id, storageKey }: MovedSpace) => {
    if (open?.storageKey === storageKey) return open.database;
    open?.database.close();
    open = undefined;
    const path = spacePath(folder, storageKey);
    if (!existsSync(path))
      throw new MoveFault(`the hub is not whole: the file ${storageKey} of the space ${id} is missing`);
    open = { storageKey, database: openFile(path) };
    return open.database;
  };
  return {
    name: resolve(folder),
    async spaces() {
      return catalogue
        .prepare('SELECT serial, id, file AS storageKey, body FROM space ORDER BY serial')
        .all()
        .map((row) => ({ ...row }) as MovedSpace);
    },
    async lastSerials() {
      const last = catalogue.prepare('SELECT seq FROM sqlite_sequence WHERE name = ?');
      const of = (table: string) => (last.get(table)?.seq as number | undefined) ?? 0;
      return { space: of('space'), project: of('project'), audit_entry: of('audit_entry') };
    },
    rows(table) {
      const sql = `SELECT ${MOVED_TABLES[table].join(', ')} FROM ${table} ORDER BY ${ORDERS[table]}`;
      return pagesOf(catalogue, sql, CATALOGUE_STEP_ROWS, (row) => ({ ...row }) as MovedRow);
    },
    async head(space) {
      return readHead(spaceFile(space), spacePath(folder, space.storageKey));
    },
    spaceRows: (space, head): SpaceRows => readSpaceRows(spaceFile(space), head),
    async close() {
      open?.database.close();
      catalogue.close();
      unlock();
    },
  };
}
