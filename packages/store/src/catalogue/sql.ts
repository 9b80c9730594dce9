import {
  KEYS,
  type Newest,
  type NewRow,
  type TableName,
  type Tables,
  type Test,
  type Where,
} from './rows.ts';

export type SqlValue = string | number | boolean | null;
export type Statement = { sql: string; values: SqlValue[] };

/** What is peculiar to a database. */
export type Dialect = {
  tables: { readonly [N in TableName]: string };
  /** Columns that are not called as their property is, in lower case with underscores: `table.property`. */
  columns: { readonly [property: string]: string };
  /** Columns that are read from others, and never written. */
  computed: { readonly [property: string]: string };
  /** Columns by which a property is looked up, where those are others than the ones that store it. */
  lookups: { readonly [property: string]: string };
  /** Columns of whatever is written to a table that the database computes: an expression for each. */
  stamps: { readonly [N in TableName]?: { readonly [column: string]: string } };
  /** What rows are ordered by, in tables that have an order. */
  order: { readonly [N in TableName]?: string };
  /** The parameter of the n-th value, from 1. */
  parameter(n: number): string;
  /** A value as the column stores it: `table.column`. */
  encode(column: string, value: SqlValue): SqlValue;
};

const COLUMNS: { readonly [N in TableName]: readonly (keyof Tables[N] & string)[] } = {
  account: ['id', 'email', 'passwordHash', 'admin', 'disabled', 'createdAt', 'appId', 'profile'],
  token: ['id', 'secretHash', 'account', 'body'],
  session: ['idHash', 'account', 'createdAt', 'expiresAt', 'client'],
  knownAddress: ['account', 'address', 'seenAt'],
  serverKey: ['name', 'value'],
  space: ['serial', 'id', 'storageKey', 'owner', 'body'],
  orphan: ['storageKey'],
  project: ['serial', 'id', 'owner', 'published', 'revision', 'text'],
  projectHead: ['serial', 'id', 'owner', 'published', 'revision'],
  auditEntry: ['serial', 'at', 'action', 'account', 'subject', 'body'],
};

/** Writes statements about the rows of a catalogue. Values are bound, never written into them. */
export class SqlWriter {
  readonly #dialect: Dialect;

  constructor(dialect: Dialect) {
    this.#dialect = dialect;
  }

  select<N extends TableName>(
    table: N,
    anyOf: readonly Where<N>[],
    limit?: number,
    newest?: Newest,
  ): Statement {
    const values: SqlValue[] = [];
    const { tables, order } = this.#dialect;
    const conditions = anyOf.map((where) => this.#condition(table, where, values)).join(' OR ');
    const sorted = order[table] ? ` ORDER BY ${order[table]}${newest ? ' DESC' : ''}` : '';
    const bound = (value: number) => this.#dialect.parameter(values.push(value));
    const limited = limit === undefined ? '' : ` LIMIT ${bound(limit)}`;
    const skipped = newest && newest.skip > 0 ? ` OFFSET ${bound(newest.skip)}` : '';
    const sql = `SELECT ${this.#shown(table)} FROM ${tables[table]} WHERE ${conditions}${sorted}${limited}${skipped}`;
    return { sql, values };
  }

  count<N extends TableName>(table: N, where: Where<N>): Statement {
    const values: SqlValue[] = [];
    const condition = this.#condition(table, where, values);
    return { sql: `SELECT count(*) AS count FROM ${this.#dialect.tables[table]} WHERE ${condition}`, values };
  }

  insert<N extends TableName>(table: N, row: NewRow<N>): Statement {
    const values: SqlValue[] = [];
    const written = this.#written(table, row, values);
    const columns = written.map(([column]) => column).join(', ');
    const expressions = written.map(([, expression]) => expression).join(', ');
    const key: readonly string[] | undefined = KEYS[table];
    const keys = key?.map((property) => this.#lookup(table, property)).join(', ');
    const taken = keys ? ` ON CONFLICT (${keys}) DO NOTHING` : '';
    const name = this.#dialect.tables[table];
    return {
      sql: `INSERT INTO ${name} (${columns}) VALUES (${expressions})${taken} RETURNING ${this.#shown(table)}`,
      values,
    };
  }

  update<N extends TableName>(table: N, where: Where<N>, row: Partial<NewRow<N>>): Statement {
    const values: SqlValue[] = [];
    const set = this.#written(table, row, values).map((pair) => pair.join(' = '));
    const condition = this.#condition(table, where, values);
    const name = this.#dialect.tables[table];
    return {
      sql: `UPDATE ${name} SET ${set.join(', ')} WHERE ${condition} RETURNING ${this.#shown(table)}`,
      values,
    };
  }

  remove<N extends TableName>(table: N, where: Where<N>): Statement {
    const values: SqlValue[] = [];
    const condition = this.#condition(table, where, values);
    return { sql: `DELETE FROM ${this.#dialect.tables[table]} WHERE ${condition} RETURNING 1`, values };
  }

  /** The columns of a table under the names of its properties. */
  #shown(table: TableName): string {
    return COLUMNS[table].map((property) => `${this.#column(table, property)} AS "${property}"`).join(', ');
  }

  #column(table: TableName, property: string): string {
    const { columns, computed } = this.#dialect;
    const name = qualified(table, property);
    return (
      computed[name] ?? columns[name] ?? property.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
    );
  }

  #lookup(table: TableName, property: string): string {
    return this.#dialect.lookups[qualified(table, property)] ?? this.#column(table, property);
  }

  /** The columns of a row that is written, each with its expression. */
  #written(table: TableName, row: object, values: SqlValue[]): [column: string, expression: string][] {
    const { computed, stamps } = this.#dialect;
    const stored = Object.entries(row).filter(([property]) => !(qualified(table, property) in computed));
    const columns = stored.flatMap(([property, value]) => {
      const names = new Set([this.#column(table, property), this.#lookup(table, property)]);
      return [...names].map((column): [string, string] => [column, this.#bind(table, column, value, values)]);
    });
    return [...columns, ...Object.entries(stamps[table] ?? {})];
  }

  #bind(table: TableName, column: string, value: SqlValue, values: SqlValue[]): string {
    return this.#dialect.parameter(values.push(this.#dialect.encode(qualified(table, column), value)));
  }

  #condition(table: TableName, where: object, values: SqlValue[]): string {
    // The tables have no other values.
    const conditions: [string, Test<SqlValue>][] = Object.entries(where);
    const tests = conditions.map(([property, test]) => {
      const column = this.#lookup(table, property);
      const bound = (value: SqlValue) => this.#bind(table, column, value, values);
      if (test === null) return `${column} IS NULL`;
      if (typeof test !== 'object') return `${column} = ${bound(test)}`;
      if ('not' in test) return `${column} <> ${bound(test.not)}`;
      const bounds = [
        ...('atMost' in test ? [`${column} <= ${bound(test.atMost)}`] : []),
        ...('above' in test ? [`${column} > ${bound(test.above)}`] : []),
      ];
      return bounds.join(' AND ');
    });
    return tests.length > 0 ? `(${tests.join(' AND ')})` : 'true';
  }
}

/** Heads of projects are columns of their table. */
function qualified(table: TableName, name: string): string {
  return `${table === 'projectHead' ? 'project' : table}.${name}`;
}
