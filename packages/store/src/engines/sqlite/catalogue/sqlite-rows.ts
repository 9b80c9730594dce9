import type { DatabaseSync } from 'node:sqlite';
import type { CatalogueRows, Newest, NewRow, TableName, Tables, Where } from '../../../catalogue/rows.ts';
import { type Dialect, SqlWriter, type Statement } from '../../../catalogue/sql.ts';

const DIALECT: Dialect = {
  tables: {
    account: 'account',
    token: 'token',
    session: 'session',
    knownAddress: 'familiar_place',
    serverKey: 'server_key',
    space: 'space',
    orphan: 'stray_file',
    project: 'project',
    projectHead: 'project',
    auditEntry: 'audit_entry',
  },
  columns: {
    'knownAddress.address': 'place',
    'space.storageKey': 'file',
    'orphan.storageKey': 'file',
  },
  computed: { 'space.owner': "body ->> '$.owner'" },
  order: { account: 'rowid', token: 'rowid', space: 'serial', project: 'serial', auditEntry: 'serial' },
  lookups: {},
  stamps: {},
  parameter: () => '?',
  encode: (_, value) => value,
};

/** SQLite has no booleans. */
const BOOLEANS = ['admin', 'disabled', 'published'];

const writer = new SqlWriter(DIALECT);

/** The rows of the catalogue in its file. */
export class SqliteRows implements CatalogueRows {
  readonly #database: DatabaseSync;

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  select<N extends TableName>(
    table: N,
    anyOf: readonly Where<N>[],
    limit?: number,
    newest?: Newest,
  ): Tables[N][] {
    return this.#run(writer.select(table, anyOf, limit, newest));
  }

  count<N extends TableName>(table: N, where: Where<N>): number {
    return this.#run<{ count: number }>(writer.count(table, where))[0]!.count;
  }

  insert<N extends TableName>(table: N, row: NewRow<N>): Tables[N] | undefined {
    return this.#run<Tables[N]>(writer.insert(table, row))[0];
  }

  update<N extends TableName>(table: N, where: Where<N>, row: Partial<NewRow<N>>): Tables[N][] {
    return this.#run(writer.update(table, where, row));
  }

  remove<N extends TableName>(table: N, where: Where<N>): number {
    return this.#run(writer.remove(table, where)).length;
  }

  #run<R>({ sql, values }: Statement): R[] {
    const bound = values.map((value) => (typeof value === 'boolean' ? Number(value) : value));
    return this.#database
      .prepare(sql)
      .all(...bound)
      .map(withBooleans) as R[];
  }
}

function withBooleans(row: Record<string, unknown>): Record<string, unknown> {
  const shown: Record<string, unknown> = { ...row };
  for (const name of BOOLEANS) if (name in shown) shown[name] = shown[name] === 1;
  return shown;
}
