import type { CatalogueRows, Newest, NewRow, TableName, Tables, Where } from '../../../catalogue/rows.ts';
import { type Dialect, SqlWriter, type Statement } from '../../../catalogue/sql.ts';
import type { Database } from '../database.ts';
import { OWNER_STAMPS } from '../orphans.ts';
import { toKey } from '../text-key.ts';

/** Columns of ids, by which clients may ask for any text. */
const IDS = new Set([
  ...['account.id', 'token.id', 'token.account', 'session.account', 'project.key'],
  ...['auditEntry.account', 'auditEntry.action'],
]);
/** Columns of clients' texts, which may have a U+0000 in them: they are stored as JSON texts. */
const JSON_TEXTS = { account: 'email', project: 'id', projectHead: 'id' } as const;
const JSON_COLUMNS = new Set(Object.entries(JSON_TEXTS).map(([table, column]) => `${table}.${column}`));

const dialectOf = (orphan: Record<string, string>): Dialect => ({
  tables: {
    account: 'account',
    token: 'token',
    session: 'session',
    knownAddress: 'familiar_place',
    serverKey: 'server_key',
    space: 'space',
    orphan: 'stray_place',
    project: 'project',
    projectHead: 'project',
    auditEntry: 'audit_entry',
  },
  columns: {
    'knownAddress.address': 'place',
    'space.storageKey': 'place',
    'orphan.storageKey': 'place',
  },
  computed: {},
  lookups: { 'project.id': 'key' },
  stamps: {
    space: { changed: '(SELECT version FROM catalogue)' },
    orphan,
  },
  order: { account: 'serial', token: 'serial', space: 'serial', project: 'serial', auditEntry: 'serial' },
  parameter: (n) => `$${n}`,
  encode(column, value) {
    if (JSON_COLUMNS.has(column)) return JSON.stringify(value);
    return IDS.has(column) ? toKey(String(value)) : value;
  },
});

const direct = new SqlWriter(dialectOf(OWNER_STAMPS.connection));
const pooled = new SqlWriter(dialectOf(OWNER_STAMPS.lease));

type Connection = Pick<Database, 'rows' | 'isPooled'>;

/** The rows of the catalogue in the database, or in a transaction of it. */
export class PostgresRows implements CatalogueRows {
  readonly #database: Connection;
  readonly #writer: SqlWriter;

  constructor(database: Connection) {
    this.#database = database;
    this.#writer = database.isPooled ? pooled : direct;
  }

  async select<N extends TableName>(
    table: N,
    anyOf: readonly Where<N>[],
    limit?: number,
    newest?: Newest,
  ): Promise<Tables[N][]> {
    return decoded(table, await this.#run<Tables[N]>(this.#writer.select(table, anyOf, limit, newest)));
  }

  async count<N extends TableName>(table: N, where: Where<N>): Promise<number> {
    return (await this.#run<{ count: number }>(this.#writer.count(table, where)))[0]!.count;
  }

  async insert<N extends TableName>(table: N, row: NewRow<N>): Promise<Tables[N] | undefined> {
    return decoded(table, await this.#run<Tables[N]>(this.#writer.insert(table, row)))[0];
  }

  async update<N extends TableName>(
    table: N,
    where: Where<N>,
    row: Partial<NewRow<N>>,
  ): Promise<Tables[N][]> {
    return decoded(table, await this.#run<Tables[N]>(this.#writer.update(table, where, row)));
  }

  async remove<N extends TableName>(table: N, where: Where<N>): Promise<number> {
    return (await this.#run(this.#writer.remove(table, where))).length;
  }

  #run<R>({ sql, values }: Statement): Promise<R[]> {
    return this.#database.rows(sql, values);
  }
}

function decoded<R>(table: TableName, rows: R[]): R[] {
  const column = table in JSON_TEXTS ? JSON_TEXTS[table as keyof typeof JSON_TEXTS] : undefined;
  if (column === undefined) return rows;
  return rows.map((row) => ({ ...row, [column]: JSON.parse(String(row[column as keyof R])) }));
}
