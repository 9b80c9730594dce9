import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import type { Operand, PropertyTest } from '../../model/query/query.ts';
import { keptStatement } from './kept-statements.ts';
import { indexedValue } from './property-index.ts';
import { listSource, pagedSource, type SeqSource } from './seq-pages.ts';

/** A range that holds more rows than this is not worth collecting: looking at every row is as good. */
const MAX_COLLECTED = 50_000;

/** SQLite has room for 500 selections in one statement. */
const MOST_RANGES = 100;

/** The rows that an index finds for a test; undefined where there is no index or it is of no use. */
export function indexedSource(database: DatabaseSync, test: PropertyTest): SeqSource | undefined {
  const ranges = test.operands.map((operand) => valueRange(test, operand));
  if (test.root !== 'properties' || !ranges.every((range) => range !== undefined)) return undefined;
  const index = keptStatement(
    database,
    'SELECT property FROM indexed_property WHERE path = ? AND built_to IS NULL',
  ).get(JSON.stringify(test.path));
  if (!index) return undefined;
  const alternatives = ranges.map(({ sql, values }) => ({
    sql: `SELECT seq FROM property_value WHERE property = ? AND ${sql}`,
    values: [index.property as number, ...values],
  }));
  if (test.comparison === '=') return pagedSource(database, alternatives);
  if (alternatives.length > MOST_RANGES) return undefined;
  // A range has its rows in the order of values, not of insertion.
  const statement = database.prepare(
    `${alternatives.map(({ sql }) => sql).join(' UNION ')} LIMIT ${MAX_COLLECTED + 1}`,
  );
  const rows = statement.all(...alternatives.flatMap(({ values }) => values));
  return rows.length > MAX_COLLECTED ? undefined : listSource(rows.map(({ seq }) => seq as number));
}

type ValueRange = { sql: string; values: SQLInputValue[] };

/** Numbers lie below every text, texts below every blob: an open range is closed at that border. */
const RANGES: Partial<Record<PropertyTest['comparison'], (type: 'number' | 'string') => string>> = {
  '=': () => 'value = ?',
  '>': (type) => `value > ? AND value < ${type === 'number' ? "''" : "x''"}`,
  '>=': (type) => `value >= ? AND value < ${type === 'number' ? "''" : "x''"}`,
  '<': (type) => (type === 'number' ? 'value < ?' : "value < ? AND value >= ''"),
  '<=': (type) => (type === 'number' ? 'value <= ?' : "value <= ? AND value >= ''"),
};

function valueRange({ comparison }: PropertyTest, operand: Operand): ValueRange | undefined {
  const value = indexedValue(operand);
  const range = RANGES[comparison];
  if (value === undefined || !range) return undefined;
  if (typeof value === 'object')
    return comparison === '=' ? { sql: 'value = ?', values: [value] } : undefined;
  return { sql: range(typeof value as 'number' | 'string'), values: [value] };
}
