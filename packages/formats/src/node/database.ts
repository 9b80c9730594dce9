import { createReadStream, createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pipeline } from 'node:stream/promises';
import type { Database, NewDatabase, SqlValue } from '../platform.ts';
import type { RandomAccess } from '../source.ts';
import { temporaryFolder } from './temporary-folder.ts';

const CHUNK_BYTES = 256 * 1024;

/** SQLite reads files: what is not one is copied to one. */
export async function openDatabase(source: RandomAccess): Promise<Database> {
  const copy = source.path === undefined ? await copied(source) : undefined;
  const database = new DatabaseSync(copy?.path ?? source.path!, { readOnly: true, defensive: true });
  // The file may come from anyone: functions in its views and indexes are not called, damaged pages are noticed.
  database.exec('PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON; PRAGMA mmap_size = 0');
  return {
    rows(sql, ...values) {
      const statement = database.prepare(sql);
      statement.setReadBigInts(true);
      return statement.iterate(...values) as Iterable<Record<string, SqlValue>>;
    },
    async close() {
      database.close();
      await copy?.dispose();
    },
  };
}

async function copied(source: RandomAccess): Promise<{ path: string; dispose(): Promise<void> }> {
  const { folder, dispose } = await temporaryFolder();
  const path = join(folder, 'copy.db');
  await pipeline(source.stream(), createWriteStream(path));
  return { path, dispose };
}

export async function createDatabase(): Promise<NewDatabase> {
  const { folder, dispose } = await temporaryFolder();
  const path = join(folder, 'new.db');
  const database = new DatabaseSync(path);
  // It is thrown away if anything fails, so nothing need be safe on disk before the end.
  database.exec('PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF');
  return {
    run: (sql) => database.exec(sql),
    prepare(sql) {
      const statement = database.prepare(sql);
      return (...values) => void statement.run(...values);
    },
    async *finish() {
      database.close();
      yield* createReadStream(path, { highWaterMark: CHUNK_BYTES });
    },
    async dispose() {
      if (database.isOpen) database.close();
      await dispose();
    },
  };
}
