import type { Database, NewDatabase, SqlValue } from '../platform.ts';
import type { RandomAccess } from '../source.ts';

async function sqlite() {
  const { default: init } = await import('@sqlite.org/sqlite-wasm');
  return init();
}

type Sqlite = Awaited<ReturnType<typeof sqlite>>;

/** In memory: a browser gives SQLite no way to read a chosen file where it lies. */
export async function openDatabase(source: RandomAccess): Promise<Database> {
  const sqlite3 = await sqlite();
  const database = new sqlite3.oo1.DB(':memory:', 'c');
  const bytes = await source.slice(0, source.size);
  load(sqlite3, database, bytes);
  database.exec('PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON');
  return {
    *rows(sql, ...values) {
      const statement = database.prepare(sql);
      try {
        if (values.length > 0) statement.bind(values);
        while (statement.step()) yield statement.get({}) as Record<string, SqlValue>;
      } finally {
        statement.finalize();
      }
    },
    close: async () => database.close(),
  };
}

function load(
  { wasm, capi }: Sqlite,
  database: { pointer?: unknown; checkRc(rc: number): unknown },
  bytes: Uint8Array,
): void {
  // The file format numbers of a file in write-ahead-log mode: in memory there is no log.
  const copy = new Uint8Array(bytes);
  copy[18] = 1;
  copy[19] = 1;
  const at = wasm.allocFromTypedArray(copy);
  const flags = capi.SQLITE_DESERIALIZE_FREEONCLOSE | capi.SQLITE_DESERIALIZE_READONLY;
  database.checkRc(
    capi.sqlite3_deserialize(database.pointer as never, 'main', at, copy.length, copy.length, flags),
  );
}

export async function createDatabase(): Promise<NewDatabase> {
  const sqlite3 = await sqlite();
  const database = new sqlite3.oo1.DB(':memory:', 'c');
  const statements: { finalize(): unknown }[] = [];
  const close = () => {
    for (const statement of statements.splice(0)) statement.finalize();
    if (database.isOpen()) database.close();
  };
  return {
    run: (sql) => void database.exec(sql),
    prepare(sql) {
      const statement = database.prepare(sql);
      statements.push(statement);
      return (...values) => void statement.bind(values).stepReset().clearBindings();
    },
    async *finish() {
      for (const statement of statements.splice(0)) statement.finalize();
      yield sqlite3.capi.sqlite3_js_db_export(database.pointer!);
    },
    dispose: async () => close(),
  };
}
