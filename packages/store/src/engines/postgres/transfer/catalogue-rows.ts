import { MOVED_TABLES, type MovedRow, type MovedTable } from '../../../transfer/hub-image.ts';
import { toKey } from '../text-key.ts';

/** Columns that hold a yes or a no. */
const FLAGS = new Set(['admin', 'disabled', 'published']);
/** Columns of a client's texts, which may have a U+0000 in them: they are stored as JSON texts. */
const JSON_TEXTS: Partial<Record<MovedTable, string>> = { account: 'email', project: 'id' };

/** Tables that have no other order are read in that of their keys. */
const ORDERS = {
  account: 'serial',
  token: 'serial',
  session: 'id_hash COLLATE "C"',
  familiar_place: 'account COLLATE "C", place COLLATE "C"',
  server_key: 'name COLLATE "C"',
  project: 'serial',
  audit_entry: 'serial',
};

type Row = Record<string, string | number | boolean>;

export function selectAll(table: MovedTable): string {
  return `SELECT ${MOVED_TABLES[table].join(', ')} FROM ${table} ORDER BY ${ORDERS[table]}`;
}

export function toMoved(table: MovedTable, row: Row): MovedRow {
  return Object.fromEntries(
    Object.entries(row).map(([column, value]) => [
      column,
      column === JSON_TEXTS[table] ? JSON.parse(value as string) : FLAGS.has(column) ? Number(value) : value,
    ]),
  ) as MovedRow;
}

/** The statement that adds a row, and its values. */
export function insertOf(
  table: MovedTable,
  moved: MovedRow,
): { sql: string; values: (string | number | boolean)[] } {
  const columns = [...MOVED_TABLES[table]] as string[];
  const values = columns.map((column) => {
    const value = moved[column]!;
    if (column === JSON_TEXTS[table]) return JSON.stringify(value);
    return FLAGS.has(column) ? value === 1 : value;
  });
  if (table === 'project') {
    columns.push('key');
    values.push(toKey(String(moved.id)));
  }
  const parameters = columns.map((_, i) => `$${i + 1}`).join(', ');
  const overriding = columns.includes('serial') ? 'OVERRIDING SYSTEM VALUE' : '';
  return { sql: `INSERT INTO ${table} (${columns.join(', ')}) ${overriding} VALUES (${parameters})`, values };
}
